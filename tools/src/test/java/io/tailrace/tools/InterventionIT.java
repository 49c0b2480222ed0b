/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The command that lets publishers continue that a vacant name holds back. */
class InterventionIT {
    private static final Pattern POSITION = Pattern.compile("\"stream\":\"quotes\".*\"position\":(\\d+)");

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private MediaDriver driver;

    @BeforeEach
    void startDriver() {
        driver = MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(directory.driver()).withTermLength(64 * 1024));
    }

    @AfterEach
    void stopDriver() {
        driver.close();
    }

    private void assertReleases(int code, String line, String... parts) {
        Run run = Run.of(directory, "release " + line);
        assertEquals(code, run.code(), run::toString);
        Run.assertHas(run.out() + run.err(), parts);
    }

    private long position() {
        String out = Run.out(directory, "ls --json");
        Matcher position = POSITION.matcher(out);
        assertTrue(position.find(), out);
        return Long.parseLong(position.group(1));
    }

    @Test
    void aVacantNameThatHoldsAStreamIsReleased() throws IOException {
        try (Tool other = Tool.start(directory, "sub", "quotes", "--format", "none");
                Tool sub = Tool.start(directory, "sub", "quotes", "--name", "risk", "--lease", "1h");
                Tool pub = Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "20k")) {
            sub.awaitOut("0001");
            assertReleases(ExitCode.IN_USE, "risk --yes", "that name is held: risk (client", "pid " + sub.pid());
            sub.kill();
            Run.await(directory, "ls", "held back by risk (no process holds that name");
            long held = position();
            assertReleases(
                    ExitCode.USAGE,
                    "risk",
                    "this ends the lease of \"risk\" on \"quotes\"",
                    "of messages that it has not read",
                    "--yes");
            assertReleases(ExitCode.NO_DRIVER, "rsik --yes", "there are: \"risk\"");
            assertReleases(ExitCode.NO_DRIVER, "risk --stream qoutes --yes", "there are: \"quotes\"");
            assertEquals(held, position());
            assertReleases(ExitCode.OK, "risk --yes", "released \"risk\" on \"quotes\": ", "lost to it");
            Await.until("many times the capacity of the log", () -> position() >= held + 1_000_000);
            assertReleases(ExitCode.NO_DRIVER, "risk --yes", "there are: none");
            assertTrue(other.isAlive() && pub.isAlive());
        }
    }

    @Test
    void itAsksOnATerminal() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script of util-linux");
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--name", "risk", "--lease", "1h")) {
            Run.out(directory, "pub quotes one --wait-subscriber 1m");
            sub.awaitOut("one");
        }
        Run.await(directory, "ls", "vacant");
        for (String answer : List.of("n", "", "y")) {
            String command = String.join(" ", Tool.quick("release", "risk"));
            try (Tool tool = Tool.start(directory, List.of("script", "-qec", command, "/dev/null"))) {
                tool.awaitOut("Continue? [y/N]");
                tool.input(answer + "\n");
                tool.assertExit(ExitCode.OK);
                Run.assertHas(tool.out(), answer.equals("y") ? "released \"risk\"" : "nothing was changed");
            }
        }
    }
}
