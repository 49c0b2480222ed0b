/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each command in the JVM that a user gets: it works, its output has no warnings of the JVM, and its exit code is
 * right.
 */
@Tag("smoke")
@Timeout(120)
class PlainJvmIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool run(String... arguments) throws IOException {
        return Tool.run(directory, Tool.plain(arguments));
    }

    private void assertFails(int code, String... arguments) throws IOException {
        try (Tool tool = run(arguments)) {
            tool.assertFails(code);
            assertEquals("", tool.out());
        }
    }

    @Test
    void standardErrorHasNothingButTheSummary() throws IOException {
        try (Tool driver = Tool.driver(directory, Tool.plain("driver"));
                Tool sub = Tool.start(directory, Tool.plain("sub", "quotes", "--count", "1", "--format", "none"));
                Tool pub = run("pub", "quotes", "message")) {
            sub.assertExit(ExitCode.OK);
            assertEquals(1, sub.err().lines().count(), sub::err);
            pub.assertExit(ExitCode.OK);
            assertEquals("1 sent\n", pub.err());
            for (String[] look : new String[][] {{"counters"}, {"clean"}, {"clean", "--force"}}) {
                try (Tool tool = run(look)) {
                    tool.assertExit(ExitCode.OK);
                    assertTrue(tool.out().startsWith("driver"), tool::out);
                    assertEquals("", tool.err());
                }
            }
            driver.terminate();
            driver.assertExit(ExitCode.OK);
            assertEquals("", driver.err());
            assertEquals(3, driver.out().lines().count(), driver::out);
        }
    }

    @Test
    void exitCodesTellWhatFailed() throws IOException {
        assertFails(ExitCode.USAGE, "pub");
        assertFails(ExitCode.NO_DRIVER, "clean");
        try (Tool driver = Tool.driver(directory, Tool.plain("driver"));
                Tool sub = Tool.start(directory, Tool.plain("sub", "s", "--count", "2"));
                Tool pub = Tool.start(directory, Tool.plain("pub", "s"))) {
            assertFails(ExitCode.IN_USE, "driver");
            assertFails(ExitCode.TIMED_OUT, "pub", "other", "message", "--wait-subscriber", "10ms");
            pub.input("one\n");
            sub.awaitOut("one\n");
            try (Tool dump = run("dump", "s")) {
                dump.assertExit(ExitCode.OK);
                assertTrue(dump.out().startsWith("log "), dump::out);
                assertEquals("", dump.err());
            }
            Files.delete(log().resolve("meta"));
            assertFails(ExitCode.CORRUPT, "dump", log().toString());
            sub.terminate();
            sub.assertExit(ExitCode.INTERRUPTED_BY_TERM);
            assertTrue(driver.isAlive());
        }
    }

    private Path log() throws IOException {
        try (Stream<Path> logs = Files.list(directory.driver().resolve("logs"))) {
            return logs.findFirst().orElseThrow();
        }
    }

    @Test
    void versionAndHelpNeedNoDriver() throws IOException {
        try (Tool version = run("--version")) {
            version.assertExit(ExitCode.OK);
            assertTrue(version.out().startsWith("tailrace "), version::out);
        }
        for (String[] arguments :
                new String[][] {{"--help"}, {"help"}, {"help", "pub"}, {"pub", "--help"}, {"dump", "-h"}}) {
            try (Tool help = run(arguments)) {
                help.assertExit(ExitCode.OK);
                assertTrue(help.out().startsWith("Usage: tailrace"), help::out);
                assertEquals("", help.err());
            }
        }
    }
}
