/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line, as a user meets it. */
@Isolated // It replaces the standard output.
class BenchmarksMainTest {
    private static final int USAGE = 64;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @BeforeEach
    void replace() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(out);
        System.setErr(err);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void helpListsTheCommands() {
        assertEquals(0, BenchmarksMain.execute("--help"));
        for (String command : List.of("process", "waiting", "history", "bridge", "jmh", "report", "75")) {
            assertTrue(text(printed).contains("\n  " + command), () -> text(printed));
        }
        assertEquals("", text(complained));
    }

    @Test
    void jmhGetsItsOptions() {
        assertEquals(0, BenchmarksMain.execute("jmh", "-l", "MessageBenchmark"));
        assertTrue(text(printed).contains("MessageBenchmark.burst"), () -> text(printed));
        assertFalse(text(printed).contains("HandOverBenchmark"), () -> text(printed));
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "waiting", "history", "bridge", "report"})
    void eachCommandHasHelp(String command) {
        assertEquals(0, BenchmarksMain.execute(command, "--help"));
        assertTrue(text(printed).contains("Usage: tailrace-bench " + command), () -> text(printed));
    }

    @ParameterizedTest
    @CsvSource({
        "'', no command",
        "jitter, jitter",
        "process --wrong, --wrong",
        "process --cells roundtrip-7, payload",
        "process --cells speed-8, speed",
        "process --tailrace 3m, 3",
        "process --beside old=none.jar, none.jar",
        "process --kinds shared, shared",
        "waiting --who nobody, nobody",
        "waiting --rates -1, -1",
        "history --cells none, none",
        "bridge --cells none, none",
        "report /none, /none",
        "report, DIR"
    })
    void wrongUsageIsToldInALine(String arguments, String cause) {
        String[] words = arguments.isEmpty() ? new String[0] : arguments.split(" ", -1);
        assertEquals(USAGE, BenchmarksMain.execute(words), () -> text(complained));
        assertTrue(text(complained).startsWith("tailrace-bench: "), () -> text(complained));
        assertTrue(text(complained).contains(cause), () -> text(complained));
        assertEquals(1, text(complained).lines().count(), () -> text(complained));
    }

    /** Real processes: every message arrives, the raw data has every candidate, and nothing remains. */
    @Tag("bench")
    @ParameterizedTest
    @CsvSource({
        "process --cells burst-32;throughput-4096 --rounds 1 --kinds exclusive --aeron 1m-subscriber,"
                + " tailrace/exclusive/default aeron/exclusive ladder/exclusive/sketch",
        "waiting --who aeron_defaults;dispatch --rates 0;1000," + " aeron/defaults tailrace/dispatch",
        "history --cells append-1024, chronicle sync-none",
        "bridge --cells rate-32, bridge aeron-shared"
    })
    void aShortRunHasAReportAndLeavesNothing(String arguments, String candidates) throws IOException {
        List<String> words = new ArrayList<>(List.of(arguments.replace(';', ',').split(" ", -1)));
        words.addAll(List.of("--quick", "--anyway", "--out", directory.toString()));
        List<Path> before = shared(words.get(0));
        assertEquals(0, BenchmarksMain.execute(words.toArray(String[]::new)), () -> text(complained));
        for (String candidate : candidates.split(" ", -1)) {
            assertTrue(text(printed).contains("| " + candidate), () -> candidate + " in " + text(printed));
        }
        assertEquals(text(printed), Files.readString(directory.resolve("report.md")));
        assertEquals(before, shared(words.get(0)));
        assertFalse(ProcessHandle.current().children().anyMatch(ProcessHandle::isAlive));
    }

    /** {@return the directories of a command; other tests have others at the same time} */
    private static List<Path> shared(String command) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/dev/shm"))) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("tailrace-bench-" + command))
                    .sorted()
                    .toList();
        }
    }
}
