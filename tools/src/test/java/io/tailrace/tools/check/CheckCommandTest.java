/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.StreamView;
import io.tailrace.tools.check.CheckResult.Measure;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a verdict; {@link ExaminationTest} has the verdicts, {@code GoldenTest} those on a driver. */
class CheckCommandTest {
    @TempDir
    private Path directory;

    private CommandRun run(String... arguments) {
        return CommandRun.in(directory, new CheckCommand(), arguments);
    }

    @Test
    void whereNothingIsThereIsNoDriverInEachFormat() {
        CommandRun run = run("quotes");
        assertEquals(2, run.exitCode());
        assertTrue(
                run.out().startsWith("TAILRACE CRITICAL - no directory of a media driver: path=" + directory),
                run.out());
        assertEquals(1, run.lines().size());
        CommandRun json = run("--format", "json");
        assertEquals(2, json.exitCode());
        assertTrue(json.out().contains("\"kind\":\"verdict\",\"verdict\":\"CRITICAL\",\"exitCode\":2"), json.out());
        CommandRun metric = run("--format=prometheus");
        assertEquals(0, metric.exitCode());
        assertTrue(metric.out().endsWith("# TYPE tailrace_driver_up gauge\ntailrace_driver_up 0\n"), metric.out());
    }

    @Test
    void filesThatCanNotBeReadAreToldBesideWhatIsWorse() throws IOException {
        Files.createFile(directory.resolve("driver.lock"));
        Files.createFile(directory.resolve("names")); // A file in place of a directory.
        Files.createDirectory(directory.resolve("clients"));
        Files.writeString(directory.resolve("control"), "nonsense");
        CommandRun run = run();
        assertEquals(2, run.exitCode(), "the driver is dead, and that is worse");
        assertTrue(run.out().contains("some files could not be read"), run.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--lag-warn=x",
                "--lag-crit=%",
                "--heartbeat-warn=2parsecs",
                "--errors-crit=-1",
                "--room-warn=1.5"
            })
    void aWrongValueIsNamed(String argument) {
        CommandRun run = run(argument);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.error().contains(argument.substring(argument.indexOf('=') + 1)), run.error());
    }

    @ParameterizedTest
    @CsvSource({
        "50, 90, false, 49.9 OK 50 WARNING 90 CRITICAL NaN UNKNOWN",
        "4, 1, true, 4 OK 3 WARNING 1 WARNING 0 CRITICAL NaN UNKNOWN",
        "1, NaN, false, 1e9 WARNING",
        "NaN, 1, true, 0 CRITICAL",
        "90, 50, false, 60 CRITICAL"
    })
    void aBoundIsReachedFromAboveOrBelow(double warn, double crit, boolean isBelow, String cases) {
        Threshold threshold = isBelow ? Threshold.below(warn, crit) : Threshold.atLeast(warn, crit);
        String[] words = cases.split(" ", -1);
        for (int i = 0; i < words.length; i += 2) {
            assertEquals(Verdict.valueOf(words[i + 1]), threshold.judge(Double.parseDouble(words[i])), words[i]);
        }
    }

    private static void assertNagios(String line, Measure... measures) {
        assertEquals(line, CheckResult.of("all is well", List.of(measures)).nagios());
    }

    private static Measure lag(String stream, String text) {
        return new Measure("lag", stream, "%", 95, Threshold.atLeast(50, 90), text);
    }

    @Test
    void whatIsSaidOfTheWorstIsSaidOnceAndWhatIsNotKnownHasNoValue() {
        assertNagios(
                "TAILRACE CRITICAL - quotes lags | 'lag quotes'=95%;50;90;0 lag=95%;50;90;0",
                lag("quotes", "quotes lags"), lag("", "quotes lags"));
        assertNagios(
                "TAILRACE UNKNOWN - a file", new Measure("unreadable", "", "", Double.NaN, Threshold.NONE, "a file"));
    }

    @Test
    void aHostileNameEndsNeitherATextNorItsLabel() {
        assertNagios(
                "TAILRACE CRITICAL - bad/text | 'lag a''b_c/d\\x1b[2J\\n\\u{202e};e'=95%;50;90;0",
                lag("a'b=c|d\u001b[2J\n\u202e;e", "bad|text"));

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output out = new Output(bytes)) {
            String name = "a\"} 1\nb{x=\"\\n\\\u001b[2J\u202e größe";
            new Exposition(out).sample("m", new StreamView(name, List.of(), List.of(), List.of()), 0);
        }
        assertEquals(
                "m{stream=\"a\\\"} 1\\nb{x=\\\"\\\\n\\\\\\\\x1b[2J\u202e größe\"} 0\n",
                bytes.toString(StandardCharsets.UTF_8));
    }
}
