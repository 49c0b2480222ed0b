/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each command in the JVM that a user gets: it works, its output has no warnings of the JVM, and its exit code is
 * right.
 */
class PlainJvmIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool run(String... arguments) throws IOException {
        return Tool.run(directory, Tool.plain(arguments));
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
