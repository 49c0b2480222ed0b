/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Verdicts on real problems. The test cannot know what else is wrong with its host. */
class DoctorIT {
    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    /** {@return the output; the exit code is that of the worst verdict} */
    private String doctor() {
        Run doctor = Run.of(directory, "doctor");
        String out = doctor.out();
        assertEquals(out.contains("[CRIT]") ? 2 : out.contains("[WARN]") ? 1 : 0, doctor.code(), out);
        return out;
    }

    private static void assertHas(String out, String regex) {
        assertTrue(out.matches("(?s).*" + regex + ".*"), () -> "no '" + regex + "' in " + out);
    }

    @Test
    void withoutADriverTheHostIsExaminedAllTheSame() throws IOException {
        String out = doctor();
        assertHas(out, "\\[OK  ] driver +there is none yet");
        assertHas(out, "\\[OK  ] leftovers +none");
        assertHas(out, "\\[OK  ] directory +path=" + directory.driver() + " does not exist yet");
        assertHas(out, "] java +this command \\(pid \\d+\\): version=");
        assertHas(out, "] open files +this command .*open=\\d+");
        assertFalse(Files.exists(directory.driver()), "it has made it");
    }

    @Test
    void aDriverThatLivesAndItsClients() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "1k")) {
            sub.awaitOut("0001");
            String out = doctor();
            assertHas(out, "\\[OK  ] driver +lives, pid=" + driver.pid() + ", clients=2");
            assertHas(out, "\\[OK  ] files +all can be read");
            assertHas(out, "] processors +driver \\(pid " + driver.pid() + "\\): allowed=\\d+");
            assertHas(out, "] mappings +driver \\(pid \\d+\\): used=\\d+.*; and 2 more\n");
            assertHas(out, "streams here=22\\dK, one more=22\\dK");
            sub.stop();
            assertHas(
                    Run.await(directory, "doctor", "[WARN] clients", "stopped"),
                    "pid " + sub.pid() + ", tailrace sub quotes\\): silent for .*, stopped\n +fix: .*kill -CONT "
                            + sub.pid());
        }
    }

    @Test
    void aUserWhoMayNotConnect() throws IOException {
        Users users = Users.of(directory);
        try (Tool driver = Tool.driver(directory, users.owner("driver"));
                Tool stranger = Tool.run(directory, users.stranger("doctor"))) {
            stranger.assertExit(2);
            String out = stranger.out();
            assertHas(out, "\\[CRIT] directory +path=" + directory.driver() + ", owner=root, .*: this user may not");
            assertHas(out, "\\[\\?   ] driver +not allowed to read");
            assertHas(doctor(), "\\[OK  ] directory +.*mode=700: this user may connect");
            assertTrue(driver.isAlive());
        }
        Path elsewhere = directory.path().resolve("missing").resolve("driver");
        try (Tool stranger = Tool.run(directory, users.stranger("doctor", "--dir", elsewhere.toString()))) {
            assertHas(stranger.out(), "\\[CRIT] directory +path=.*cannot create it");
        }
    }

    @Test
    void whatACrashLeft() throws IOException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "1k")) {
            sub.awaitOut("0001");
            driver.kill();
            String orphans = doctor();
            assertHas(orphans, "\\[CRIT] driver +dead, .*clients=2: .*\n +fix: start one: tailrace driver --dir ");
            sub.kill();
            pub.kill();
        }
        Map<Path, String> before = fingerprint();
        String out = doctor();
        assertHas(out, "\\[CRIT] driver +dead, pid=\\d+, clients=0: its process is gone");
        assertHas(out, "\\[WARN] leftovers +count=\\d+, bytes=\\d{6,}, first=.*\n +fix: .*tailrace clean --dir ");
        assertEquals(before, fingerprint(), "it changed something");

        Run.out(directory, "clean --force");
        assertHas(doctor(), "\\[OK  ] leftovers +none");
    }

    private Map<Path, String> fingerprint() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(directory.driver())) {
            for (Path file : tree.toList()) {
                String content =
                        Files.isRegularFile(file) ? Integer.toHexString(Arrays.hashCode(Files.readAllBytes(file))) : "";
                files.put(file, Files.getLastModifiedTime(file) + " " + content);
            }
        }
        return files;
    }
}
