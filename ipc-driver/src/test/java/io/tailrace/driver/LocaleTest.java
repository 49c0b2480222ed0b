/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In the locale C, Java has no path for a name beyond ASCII. */
final class LocaleTest {
    /** A process that asks for the defaults twice, then uses the directory that is its argument. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) throws Exception {
            for (int i = 0; i < 2; i++) {
                print(TailraceConfig.DEFAULT::directory);
                print(DriverConfig.DEFAULT::directory);
                print(() -> Tailrace.connect());
                print(() -> Tailrace.open());
                print(() -> MediaDriver.launch(DriverConfig.of()));
            }
            Path directory = Path.of(args[0]);
            try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory));
                    Tailrace tailrace = Tailrace.connect(driver.directory())) {
                System.out.println("alive " + tailrace.isDriverAlive());
            }
        }

        private static void print(Callable<?> call) throws Exception {
            try {
                System.out.println("returns " + call.call());
            } catch (TailraceException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @TempDir
    Path folder;

    @Test
    void theDefaultIsRefusedEachTimeAndAnotherDirectoryWorks() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        // The shell writes the bytes of UTF-8, whatever the locale of this process.
                        "sh",
                        "-c",
                        "TAILRACE_DIR=$(printf '/dev/shm/m\\303\\274ll') exec \"$0\" \"$@\"",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        folder.resolve("driver").toString())
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        String refusal = "the default directory is no path in this locale: TAILRACE_DIR=/dev/shm/m??ll"
                + ", encoding=ANSI_X3.4-1968, cause=Malformed input or input contains unmappable characters"
                + "; set LC_ALL=C.UTF-8, or name a directory in ASCII, in TAILRACE_DIR for instance";
        List<String> expected = new ArrayList<>(Collections.nCopies(10, refusal));
        expected.add("alive true");
        assertEquals(expected, out.replace('\uFFFD', '?').lines().toList());
        assertEquals(0, process.waitFor());
    }
}
