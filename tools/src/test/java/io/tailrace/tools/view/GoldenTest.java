/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.doctor.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of each command on the directory from the repository, while its driver lives, and when it is dead. */
class GoldenTest {
    private static GoldenFiles living;
    private static GoldenFiles dead;

    /** One directory for all tests with the same life: no test changes it, as each looks after itself. */
    @BeforeAll
    static void make(@TempDir Path scratch) throws IOException {
        dead = GoldenFiles.unpack(scratch.resolve("dead"));
        living = GoldenFiles.unpack(scratch.resolve("living"));
        living.live();
    }

    @AfterAll
    static void close() throws IOException {
        living.close();
    }

    /** The output differs between a living driver and a dead one. */
    static List<String> commandLines() {
        return List.of(
                "ls",
                "ls --long",
                "ls --json --long",
                "ls --json quotes",
                "ls q* trade?",
                "ls --filter risk",
                "ls --sort state --filter client?3",
                "clients",
                "clients --json",
                "events",
                "events --json",
                "ls --sort lag",
                "counters",
                "counters --json",
                "check",
                "check --format json",
                "check --format prometheus",
                "check md.* orders --since 1s --lag-warn 20% --format nagios");
    }

    /** The output does not depend on the driver's life. */
    static List<String> ofALivingDriverAlone() {
        return List.of(
                "events --errors",
                "events --stack",
                "events --errors --json",
                "events --errors --since 10m",
                "events --since 2h risk* quotes",
                "dump orders",
                "dump orders --json -n 2",
                "dump quotes --headers --tail 1",
                "dump trades",
                "dump orders --verify");
    }

    /** The exit code of {@code check} is its verdict on this directory; all other commands only show the directory. */
    private static int expectedExitCode(String line, String life) {
        if (!line.startsWith("check") || line.contains("prometheus")) {
            return ExitCode.OK;
        }
        // A client is suspect in either case.
        boolean isCritical = life.equals("dead") || !line.contains("orders");
        return (isCritical ? Verdict.CRITICAL : Verdict.WARNING).exitCode();
    }

    @ParameterizedTest
    @MethodSource({"commandLines", "ofALivingDriverAlone"})
    void aLivingDriver(String line) throws IOException {
        check(living, line, "living", Terminal.PLAIN);
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    @ValueSource(strings = "clean") // Of a living one it includes how long clients are silent, by this host's clock.
    void aDeadDriver(String line) throws IOException {
        check(dead, line, "dead", Terminal.PLAIN);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120, 200})
    void aTerminal(int columns) throws IOException {
        for (String line : List.of("ls", "ls --sort state", "clients")) {
            check(living, line, "living-" + columns, new Terminal(false, false, new Terminal.Size(9, columns)));
        }
    }

    private static void check(GoldenFiles files, String line, String life, Terminal terminal) throws IOException {
        Map<Path, String> before = files.fingerprint();
        CommandRun run = LookingCommands.run(files.path(), line, terminal);
        assertEquals("", run.error());
        assertEquals(expectedExitCode(line, life), run.exitCode(), run::out);
        assertEquals(before, files.fingerprint(), "it changed something");
        assertTrue(run.out().chars().noneMatch(c -> c < ' ' && c != '\n'), run.out());

        String out = run.out()
                .replace(files.path().toString(), "DIRECTORY")
                .replaceAll("  /[^ ]*…", "  DIRECTORY") // If the terminal's width cuts the path.
                .replaceAll("(\"kind\":\"link\".*\"pid\":)\\d+", "$1" + 4712) // The PID of this process.
                .replaceAll("\"readNs\":\\d+", "\"readNs\":0") // By the clock of this host, not of the tested one.
                .replaceAll("ended \\d+ s ago, stays for \\d+ s", "ended 0 s ago, stays for 600 s"); // As well.
        Path expected = GoldenFiles.RESOURCES.resolve(
                life + "-" + line.replaceAll("[^a-z0-9]+", "-") + (line.contains("json") ? ".jsonl" : ".txt"));
        if (GoldenFiles.WRITE) {
            Files.writeString(expected, out);
        }
        assertEquals(Files.readString(expected), out, expected::toString);
    }

    @Test
    void whatIsNotThereOrIsThereToFailIsTheExitCode(@TempDir Path parent) throws IOException {
        assertEquals(ExitCode.FOUND, run("events --errors --fail").exitCode());
        assertEquals(ExitCode.OK, run("events --errors --fail --since 1s").exitCode());
        for (String line : List.of("ls nothing*", "clients bob", "counters nothing")) {
            CommandRun run = run(line);
            assertEquals(ExitCode.NO_DRIVER, run.exitCode(), line);
            assertTrue(run.error().startsWith("none of the "), run.error());
        }
        for (String name : List.of("ls", "clients", "events --errors", "events", "counters")) {
            assertEquals(ExitCode.NO_DRIVER, LookingCommands.run(parent, name).exitCode(), name);
        }
    }

    @Test
    void withoutADriverTheHostIsExaminedAllTheSame(@TempDir Path parent) {
        Path none = parent.resolve("none");
        String out = LookingCommands.run(none, "doctor").out();
        for (String part : List.of(
                "[OK  ] driver       there is none yet",
                "[OK  ] leftovers    none",
                "[OK  ] directory    path=" + none + " does not exist yet",
                "] java         this command (pid ",
                "] open files   this command (pid ")) {
            assertTrue(out.contains(part), () -> part + " in " + out);
        }
        CommandRun check = LookingCommands.run(none, "check quotes");
        assertEquals(2, check.exitCode());
        String critical = "TAILRACE CRITICAL - driver: no directory of a media driver: path=" + none;
        assertTrue(check.out().startsWith(critical) && check.lines().size() == 1, check.out());
        CommandRun json = LookingCommands.run(none, "check --format json");
        assertEquals(2, json.exitCode());
        assertTrue(json.out().contains("\"kind\":\"verdict\",\"verdict\":\"CRITICAL\",\"exitCode\":2"), json.out());
        CommandRun metric = LookingCommands.run(none, "check --format=prometheus");
        assertEquals(0, metric.exitCode());
        assertTrue(metric.out().endsWith("# TYPE tailrace_driver_up gauge\ntailrace_driver_up 0.0\n"), metric.out());
        assertFalse(Files.exists(none), "it has made it");
    }

    @Test
    void aDoctorNamesWhatADeadDriverLeftAndChangesNothing() throws IOException {
        Map<Path, String> before = dead.fingerprint();
        CommandRun run = run("doctor");
        assertEquals(Verdict.CRITICAL.exitCode(), run.exitCode());
        assertTrue(run.out().contains("[CRIT] driver       dead, pid="), run.out());
        String left = "\\[WARN] leftovers +count=\\d+, bytes=\\d{6,}, first=.*\n +fix: .*tailrace clean --dir ";
        assertTrue(Pattern.compile(left).matcher(run.out()).find(), run.out());
        assertEquals(before, dead.fingerprint());
    }

    private static CommandRun run(String line) {
        return LookingCommands.run(dead.path(), line);
    }
}
