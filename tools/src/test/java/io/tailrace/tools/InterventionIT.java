/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The commands that let held-back publishers continue, among stopped, killed and slow processes. */
class InterventionIT {
    private static final Pattern POSITION = Pattern.compile("\"stream\":\"quotes\".*\"position\":(\\d+)");

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private String run(int code, String... arguments) throws IOException {
        try (Tool tool = Tool.run(directory, arguments)) {
            tool.assertExit(code);
            return tool.out() + tool.err();
        }
    }

    private Tool driver() throws IOException {
        return Tool.driver(directory, "--term-length", "64k");
    }

    private Tool flood() throws IOException {
        return Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "20k", "--size", "64");
    }

    private static void assertHas(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part), () -> "no '" + part + "' in " + text);
        }
    }

    private void awaitHeldBy(String who) throws IOException {
        String out = "";
        while (!out.contains("held back by " + who)) { // The test has a time limit.
            out = run(ExitCode.OK, "ls");
        }
    }

    private long position() throws IOException {
        String out = run(ExitCode.OK, "ls", "--json");
        Matcher position = POSITION.matcher(out);
        assertTrue(position.find(), out);
        return Long.parseLong(position.group(1));
    }

    /** Waits until publishers have written many times the capacity of the log. */
    private void awaitFlow() throws IOException {
        long enough = position() + 1_000_000;
        while (position() < enough) {
            // The test has a time limit.
        }
    }

    @Test
    void aVacantNameThatHoldsAStreamIsReleased() throws IOException {
        try (Tool driver = driver();
                Tool other = Tool.start(directory, "sub", "quotes", "--format", "none");
                Tool sub = Tool.start(directory, "sub", "quotes", "--name", "risk", "--lease", "1h");
                Tool pub = flood()) {
            sub.awaitOut("0001");
            assertHas(
                    run(ExitCode.IN_USE, "release", "risk", "--yes"),
                    "that name is held: risk (client",
                    "pid " + sub.pid());
            sub.kill();
            awaitHeldBy("risk");
            long held = position();

            String asked = run(ExitCode.USAGE, "release", "risk");
            assertHas(
                    asked,
                    "this ends the lease of \"risk\" on \"quotes\"",
                    "of messages that it has not read",
                    "--yes");
            assertHas(run(ExitCode.NO_DRIVER, "release", "rsik", "--yes"), "Did you mean: \"risk\"");
            assertHas(
                    run(ExitCode.NO_DRIVER, "release", "risk", "--stream", "qoutes", "--yes"),
                    "Did you mean: \"quotes\"");
            assertEquals(held, position());

            assertHas(run(ExitCode.OK, "release", "risk", "--yes"), "released \"risk\" on \"quotes\": ", "lost to it");
            awaitFlow();
            assertHas(run(ExitCode.NO_DRIVER, "release", "risk", "--yes"), "there is none");
            assertTrue(driver.isAlive() && other.isAlive() && pub.isAlive());
        }
    }

    @Test
    void itAsksOnATerminal() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script of util-linux");
        try (Tool driver = driver();
                Tool sub = Tool.start(directory, "sub", "quotes", "--name", "risk", "--lease", "1h")) {
            try (Tool pub = Tool.run(directory, "pub", "quotes", "one")) {
                pub.assertExit(ExitCode.OK);
            }
            sub.awaitOut("one");
            sub.kill();
            while (!Tool.run(directory, "ls").out().contains("vacant")) {
                Tool.pause(); // Until the driver has removed the dead process.
            }
            for (String answer : List.of("n", "", "y")) {
                String command = String.join(" ", Tool.quick("release", "risk"));
                try (Tool tool = Tool.start(directory, List.of("script", "-qec", command, "/dev/null"))) {
                    tool.awaitOut("Continue? [y/N]");
                    tool.input(answer + "\n");
                    tool.assertExit(ExitCode.OK);
                    assertHas(tool.out(), answer.equals("y") ? "released \"risk\"" : "nothing was changed");
                }
            }
            assertTrue(driver.isAlive());
        }
    }
}
