/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Verdict;
import io.tailrace.tools.web.ListenAddress;
import io.tailrace.tools.web.WebPage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
        if (GoldenFiles.WRITE) {
            GoldenFiles.write(scratch);
        }
        dead = GoldenFiles.unpack(scratch.resolve("dead"));
        living = GoldenFiles.unpack(scratch.resolve("living"));
        living.live();
    }

    @AfterAll
    static void close() throws IOException {
        living.close();
    }

    static List<String> commandLines() {
        return List.of(
                "ls",
                "ls --long",
                "ls --json --long",
                "ls --dead",
                "ls --dead --json quotes",
                "ls q* trade?",
                "ls --filter risk",
                "ls --sort state --filter client?3",
                "clients",
                "clients --json",
                "errors",
                "errors --stack",
                "errors --json",
                "errors --since 10m",
                "events",
                "events --json",
                "events --since 2h risk* quotes",
                "stat 1ms 2",
                "stat 1ms 1 --json",
                "top --once",
                "top --once --sort lag",
                "counters",
                "counters --json",
                "dump orders",
                "dump orders --json -n 2",
                "dump quotes --json --histogram -n 0",
                "dump quotes --histogram --headers --tail 1",
                "dump orders --verify",
                "check",
                "check --format json",
                "check --format prometheus",
                "check md.* orders --errors-warn 9 --suspects-warn 9 --format nagios");
    }

    /** For a living driver the output includes how long its clients have been silent, by the clock of this host. */
    static List<String> ofADeadDriverAlone() {
        return List.of("clean");
    }

    /** The exit code of {@code check} is its verdict on this directory; all other commands only show the directory. */
    private static int expectedExitCode(String line, String life) {
        if (!line.startsWith("check") || line.contains("prometheus")) {
            return ExitCode.OK;
        }
        return life.equals("dead") || !line.contains("orders") ? Verdict.CRITICAL.exitCode() : Verdict.OK.exitCode();
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void aLivingDriver(String line) throws IOException {
        check(living, line, "living", Terminal.PLAIN);
    }

    @ParameterizedTest
    @MethodSource({"commandLines", "ofADeadDriverAlone"})
    void aDeadDriver(String line) throws IOException {
        check(dead, line, "dead", Terminal.PLAIN);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120, 200})
    void aTerminal(int columns) throws IOException {
        for (String line : List.of("ls", "top --once", "clients")) {
            check(living, line, "living-" + columns, new Terminal(false, false, new Terminal.Size(9, columns)));
        }
    }

    private static void check(GoldenFiles files, String line, String life, Terminal terminal) throws IOException {
        Map<Path, String> before = files.fingerprint();
        LookingCommands.Run run = LookingCommands.run(files.path(), line, terminal);
        assertEquals("", run.failure());
        assertEquals(expectedExitCode(line, life), run.exitCode(), run::out);
        assertEquals(before, files.fingerprint(), "it changed something");
        assertTrue(run.out().chars().noneMatch(c -> c < ' ' && c != '\n'), run.out());

        String out = run.out()
                .replace(files.path().toString(), "DIRECTORY")
                .replaceAll("  /[^ ]*…", "  DIRECTORY") // If the terminal's width cuts the path.
                .replaceAll("(\"kind\":\"link\".*\"pid\":)\\d+", "$1" + 4712) // The PID of this process.
                .replaceAll("\"readNs\":\\d+", "\"readNs\":0"); // By the clock of this host, not of the tested one.
        Path expected = GoldenFiles.RESOURCES.resolve(
                life + "-" + line.replaceAll("[^a-z0-9]+", "-") + (line.contains("json") ? ".jsonl" : ".txt"));
        if (GoldenFiles.WRITE) {
            Files.writeString(expected, out);
        }
        assertEquals(Files.readString(expected), out, expected::toString);
    }

    @Test
    void theLivePageShowsItAndChangesNothing() throws Exception {
        Map<Path, String> before = living.fingerprint();
        List<String> event;
        try (WebPage page = WebPage.start(
                new DriverDirectory(living.path()), LookingCommands.HOST, ListenAddress.parse("0"), error -> {
                    throw new AssertionError(error);
                })) {
            URI events = URI.create(page.url() + "events?stream=quotes");
            HttpResponse<Stream<String>> reply = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(events).build(), BodyHandlers.ofLines());
            event = reply.body()
                    .dropWhile(line -> !line.startsWith("data: "))
                    .takeWhile(line -> line.startsWith("data: "))
                    .toList();
        }
        assertEquals(before, living.fingerprint(), "it changed something");
        String all = String.join("\n", event);
        for (String expected : List.of(
                "tailrace.web/1\",\"kind\":\"look",
                "tailrace.clients/1\",\"kind\":\"driver",
                "\"stream\":\"quotes\",\"logs\":1,",
                "\"state\":\"HELD_BACK\"",
                "tailrace.ls/1\",\"kind\":\"log\",\"logId\":11,",
                "tailrace.ls/1\",\"kind\":\"link\",\"link\":\"bridge/10.0.0.2:9000\"",
                "tailrace.web/1\",\"kind\":\"strip\",\"logId\":11,",
                "java.lang.IllegalStateException: no space")) {
            assertTrue(all.contains(expected), () -> "no '" + expected + "' in\n" + all);
        }
    }

    @Test
    void errorsThatAreShownFailOnlyWhereThatIsAskedFor() throws IOException {
        assertEquals(
                ExitCode.FOUND,
                LookingCommands.run(dead.path(), "errors --fail").exitCode());
        assertEquals(
                ExitCode.OK,
                LookingCommands.run(dead.path(), "errors --fail --since 1s").exitCode());
    }

    @Test
    void whatIsNotThereIsAnError() throws IOException {
        for (String line : List.of("ls nothing*", "clients bob", "counters nothing")) {
            LookingCommands.Run run = LookingCommands.run(dead.path(), line);
            assertEquals(ExitCode.NO_DRIVER, run.exitCode(), line);
            assertTrue(run.failure().startsWith("none of the "), run.failure());
        }
    }

    @Test
    void aDirectoryThatIsNoDriversIsRefused(@TempDir Path parent) {
        for (String name : List.of("ls", "top --once", "stat", "clients", "errors", "events", "counters")) {
            assertEquals(ExitCode.NO_DRIVER, LookingCommands.run(parent, name).exitCode(), name);
        }
    }
}
