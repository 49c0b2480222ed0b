/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JitterIT {
    private static final Pattern RESULT = Pattern.compile(
            "\"tookNs\":(\\d+),\"thresholdNs\":(\\d+),\"hiccups\":(\\d+),\"lostNs\":(\\d+),\"lostPercent\":(\\S+?),"
                    + "\"preempted\":\\d+,\"count\":(\\d+),");

    @TempDir
    Path folder;

    private static Matcher result(BenchTool jitter) {
        Matcher result = RESULT.matcher(jitter.out());
        assertTrue(result.find(), jitter::out);
        return result;
    }

    @Test
    void timeIsWatchedAsLongAsWasAskedFor() throws IOException {
        try (BenchTool jitter = BenchTool.run(folder, "jitter", "--for", "200ms", "--json")) {
            jitter.assertExit(ExitCode.OK);
            assertEquals(1, jitter.out().lines().count());
            assertTrue(jitter.out().startsWith("{\"schema\":\"tailrace.jitter/1\",\"kind\":\"hiccups\","), jitter::out);
            BenchTool.assertValid("jitter", jitter.out());
            Matcher result = result(jitter);
            assertTrue(Long.parseLong(result.group(1)) >= 200_000_000, jitter::out);
            assertEquals("10000", result.group(2));
        }
    }

    @Test
    void everyLookIsLongerThanNothing() throws IOException {
        try (BenchTool jitter = BenchTool.run(folder, "jitter", "--for", "100ms", "--threshold", "0s", "--json")) {
            jitter.assertExit(ExitCode.OK);
            Matcher result = result(jitter);
            assertEquals(result.group(1), result.group(4), "all of the time");
            assertEquals("100.0", result.group(5));
        }
    }

    @Test
    void peopleGetASentence() throws IOException {
        try (BenchTool jitter = BenchTool.run(folder, "jitter", "--for", "100ms", "--threshold", "1h")) {
            jitter.assertExit(ExitCode.OK);
            List<String> lines = jitter.out().lines().toList();
            assertEquals(5, lines.size(), jitter::out);
            assertTrue(lines.get(4).contains("scheduler"), jitter::out);
            assertTrue(lines.get(3).startsWith("0 hiccups of more than 3600 s in 1"), jitter::out);
        }
    }

    @Test
    void signalEndsItWithWhatWasSeen() throws IOException {
        try (BenchTool jitter = BenchTool.start(folder, "jitter", "--for", "1h")) {
            jitter.awaitOut("JDK");
            jitter.terminate(); // A background process ignores SIGINT.
            jitter.assertExit(ExitCode.INTERRUPTED_BY_TERM);
            assertTrue(jitter.out().contains("hiccups of more than"), jitter::out);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--for 0s", "--for 25h", "--for long", "--threshold x", "word"})
    void valuesThatAreNoneAreRefused(String arguments) throws IOException {
        try (BenchTool jitter = BenchTool.run(folder, ("jitter " + arguments).split(" ", -1))) {
            jitter.assertFails(ExitCode.USAGE);
            assertEquals("", jitter.out());
        }
    }
}
