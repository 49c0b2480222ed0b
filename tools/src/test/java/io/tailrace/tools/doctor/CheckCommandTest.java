/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a verdict; {@link StreamInspectionTest} has the verdicts, {@code GoldenTest} those on a driver. */
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
                run.out().startsWith("TAILRACE CRITICAL - driver: no directory of a media driver: path=" + directory),
                run.out());
        assertEquals(1, run.lines().size());
        CommandRun json = run("--format", "json");
        assertEquals(2, json.exitCode());
        assertTrue(json.out().contains("\"kind\":\"verdict\",\"verdict\":\"CRITICAL\",\"exitCode\":2"), json.out());
        CommandRun metric = run("--format=prometheus");
        assertEquals(0, metric.exitCode());
        assertTrue(metric.out().endsWith("# TYPE tailrace_driver_up gauge\ntailrace_driver_up 0.0\n"), metric.out());
    }

    @Test
    void filesThatCanNotBeReadAreToldBesideWhatIsWorse() throws IOException {
        Files.createFile(directory.resolve("driver.lock"));
        Files.createFile(directory.resolve("names")); // A file in place of a directory.
        Files.createDirectory(directory.resolve("clients"));
        Files.writeString(directory.resolve("control"), "nonsense");
        CommandRun run = run();
        assertEquals(2, run.exitCode(), "the driver is dead, and that is worse");
        assertTrue(run.out().contains("; files: "), run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--lag-warn=x", "--lag-crit=%", "--since=2parsecs"})
    void aWrongValueIsNamed(String argument) {
        CommandRun run = run(argument);
        assertEquals(ExitCode.USAGE, run.exitCode());
        assertTrue(run.error().contains(argument.substring(argument.indexOf('=') + 1)), run.error());
    }
}
