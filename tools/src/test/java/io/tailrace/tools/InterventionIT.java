/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that let held-back publishers continue, among stopped, killed and slow processes. */
@Timeout(180)
class InterventionIT {
    private static final Pattern POSITION = Pattern.compile("\"stream\":\"quotes\".*\"position\":(\\d+)");
    private static final Pattern LOST = Pattern.compile("lost (\\d+) bytes: stream=quotes");
    /** The frame of a 64-byte message, with its header. */
    private static final int FRAME = 72;

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
            assertHas(
                    run(ExitCode.NO_DRIVER, "evict", "quotes", "risk", "--yes"),
                    "tailrace release risk --stream quotes");
            assertEquals(held, position());

            assertHas(run(ExitCode.OK, "release", "risk", "--yes"), "released \"risk\" on \"quotes\": ", "lost to it");
            awaitFlow();
            assertHas(run(ExitCode.NO_DRIVER, "release", "risk", "--yes"), "there is none");
            assertTrue(driver.isAlive() && other.isAlive() && pub.isAlive());
        }
    }

    @Test
    void aSubscriberThatCopiesIsEvictedAtOnceAlsoWhereItIsStopped() throws Exception {
        try (Tool driver = driver();
                Tool sub = Tool.start(directory, "sub", "quotes", "--policy", "evict", "--evict-after", "1h");
                Tool pub = flood()) {
            sub.awaitOut("0001");
            sub.stop();
            awaitHeldBy("client");
            assertHas(
                    run(ExitCode.OK, "evict", "quotes", Long.toString(sub.pid()), "--yes"),
                    "evicted from \"quotes\"",
                    "that it had not read");
            awaitFlow();
            sub.resume();
            sub.awaitErr("lost ");
            assertAllIsAccountedFor(sub);
            assertTrue(driver.isAlive() && pub.isAlive());
        }
    }

    /** Messages are numbered: the bytes of each missing one were reported as lost, and no more bytes than those. */
    private static void assertAllIsAccountedFor(Tool sub) throws IOException {
        long from = sub.out().lines().count();
        while (sub.out().lines().count() < from + 1000) {
            // The test has a time limit.
        }
        sub.terminate();
        sub.await();
        List<String> numbers = sub.out().lines().toList();
        long missing = 0;
        long before = Long.parseLong(numbers.get(0).strip());
        for (String line : numbers.subList(1, numbers.size())) {
            long number = Long.parseLong(line.strip());
            assertTrue(number > before, line);
            missing += number - before - 1;
            before = number;
        }
        long lost = LOST.matcher(sub.err())
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
        // The lost range also contains padding: at the end of each term, less than a frame or two.
        long padding = (lost / 65_536 + 2 * LOST.matcher(sub.err()).results().count()) * 2 * FRAME;
        long bytes = missing * FRAME;
        assertTrue(missing > 0 && bytes <= lost && lost <= bytes + padding, missing + " missing, " + sub.err());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStoppedOneThatReadsInPlaceIsEvictedWhenItGoesOn(boolean driverDies) throws Exception {
        try (Tool driver = driver();
                Tool sub = Tool.start(directory, "sub", "quotes", "--name", "risk");
                Tool pub = flood()) {
            sub.awaitOut("0001");
            sub.stop();
            awaitHeldBy("risk");
            long held = position();
            String told = run(ExitCode.TIMED_OUT, "evict", "quotes", "risk", "--yes");
            assertHas(told, "not evicted yet", "kill -CONT " + sub.pid(), "kill -9 " + sub.pid(), "stopped");
            assertEquals(held, position(), "it may stand in the middle of a message");
            if (driverDies) {
                driver.kill();
            }
            try (Tool next = driverDies ? driver() : null) {
                sub.resume();
                while (!run(ExitCode.OK, "ls", "--json", "--long").contains("\"policy\":\"drop\"")) {
                    // The test has a time limit.
                }
                sub.stop();
                awaitFlow();
                sub.resume();
                sub.awaitErr("lost ");
                assertAllIsAccountedFor(sub);
                assertTrue((next == null || next.isAlive()) && pub.isAlive());
            }
        }
    }

    @Test
    void oneThatWorksIsEvictedWithinASecondAndNobodyElse() throws IOException {
        try (Tool driver = driver();
                Tool sub = Tool.start(directory, "sub", "quotes", "--name", "risk");
                Tool other = Tool.start(directory, "sub", "quotes", "--name", "other");
                Tool pub = flood()) {
            sub.awaitOut("0001");
            other.awaitOut("0001");
            assertHas(
                    run(ExitCode.NO_DRIVER, "evict", "quotes", "rsk", "--yes"),
                    "but for ",
                    "risk (client",
                    "Did you mean: \"risk\"");
            assertHas(run(ExitCode.OK, "evict", "quotes", "risk", "--yes"), "evicted from \"quotes\": risk (client");
            assertHas(run(ExitCode.NO_DRIVER, "evict", "quotes", "risk", "--yes"), "other (client");
            awaitFlow();
            assertFalse(other.err().contains("lost"), other::err);
            assertTrue(driver.isAlive() && pub.isAlive() && sub.isAlive());
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
