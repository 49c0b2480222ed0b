/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class SpaceTest {
    private static final Path GERMAN = Path.of("/usr/share/locale/de/LC_MESSAGES/libc.mo");

    /** The process: prints what it takes a full device for, although the file store has space, as without inodes. */
    public static void main(String[] arguments) throws IOException {
        try (OutputStream full = new FileOutputStream("/dev/full")) {
            full.write(1);
        } catch (IOException e) {
            Space space = Space.of(Path.of(System.getProperty("java.io.tmpdir")), 0);
            System.out.print(space.explain(e).getClass().getSimpleName()
                    + ' '
                    + space.explain(new IOException("no such device"))
                            .getClass()
                            .getSimpleName());
        }
    }

    private static String run(String language) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SpaceTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("LANGUAGE", language);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return printed;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLackOfSpaceIsKnownInAnyLanguage() throws Exception {
        assertEquals("NoSpaceException IOException", run("en"));
        assumeTrue(Files.exists(GERMAN), "the system has no German texts");
        assertEquals("NoSpaceException IOException", run("de"));
    }
}
