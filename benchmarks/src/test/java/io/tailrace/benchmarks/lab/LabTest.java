/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Fork.ForkMain;
import io.tailrace.benchmarks.report.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class LabTest {
    @TempDir
    Path directory;

    @Command
    private static final class Options {
        @Mixin
        private Run run = new Run();
    }

    private Lab lab(String... more) {
        Options options = new Options();
        List<String> arguments = new ArrayList<>(List.of("--anyway", "--out", directory.toString()));
        arguments.addAll(List.of(more));
        new CommandLine(options).parseArgs(arguments.toArray(String[]::new));
        return new Lab(options.run, "test", Map.of());
    }

    @Test
    void everyCandidateHasATurnInEachRound() {
        try (Lab lab = lab("--seed", "3");
                Lab.Block<String, AutoCloseable> block = new Lab.Block<>(lab, candidate -> () -> {})) {
            Map<String, Integer> turns = new TreeMap<>();
            Map<String, List<String>> cells = new LinkedHashMap<>(Map.of("x", List.of("a", "b", "c")));
            block.measure(2, cells, (round, cell, party) -> turns.merge(cell + round, 1, Integer::sum));
            assertEquals(Map.of("x1", 3, "x2", 3), turns);
        }
    }

    @Test
    void aSeedGivesTheSameOrders() {
        List<Integer> numbers = List.of(1, 2, 3, 4, 5, 6, 7, 8);
        try (Lab lab = lab("--seed", "5");
                Lab again = lab("--seed", "5");
                Lab other = lab("--seed", "6")) {
            List<Integer> order = lab.shuffled(numbers);
            assertEquals(order, again.shuffled(numbers));
            assertFalse(order.equals(other.shuffled(numbers)));
        }
    }

    @Test
    void aMeasurementIsWrittenDownWithTheMachine() throws IOException {
        try (Lab lab = lab()) {
            lab.measure(1, 2, "c", "roundtrip-8", () -> 0, () -> new Lab.Figure(7, "ns", Map.of("p50", 7)));
            Measurement measured = lab.measurements().get(0);
            assertTrue(measured.rawNs() > 0 && measured.rawAfterNs() > 0, measured::toString);
            lab.report();
        }
        try (var files = Files.list(directory)) {
            assertEquals(3, files.count(), "raw data, environment and report");
        }
    }

    @Test
    void onlyAJavaIsMeasured() {
        assertThrows(IllegalArgumentException.class, () -> lab("--java", "/bin/true"));
        assertThrows(
                IllegalArgumentException.class,
                () -> lab("--java", directory.resolve("none").toString()));
    }

    /** Answers by its arguments; ends at the second line. */
    static final class Echo implements Answerer {
        private final List<String> arguments;
        private int lines;

        Echo(List<String> arguments) {
            this.arguments = arguments;
        }

        @Override
        public Map<String, ?> answer(List<String> command) {
            if (++lines > 1) {
                System.exit(3);
            }
            return Map.of("arguments", String.join(" ", arguments), "words", command.size());
        }

        @Override
        public void close() {}
    }

    @Test
    @Tag("bench")
    void aForkAnswersAndItsEndIsTold() {
        try (Lab lab = lab();
                Fork fork = lab.fork("echo", List.of(), Echo.class, "a", "b")) {
            assertEquals(Map.of("arguments", "a b", "words", 2), fork.ask("x y"));
            IllegalStateException ended = assertThrows(IllegalStateException.class, () -> fork.ask("x"));
            assertTrue(ended.getMessage().contains("exit=3"), ended::getMessage);
        }
    }

    @Test
    void anAnswerIsALineOfJson() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("text", "a \"b\"\n");
        answer.put("number", 2.5);
        answer.put("flag", true);
        assertEquals(Map.of("text", "a  b  ", "number", 2.5, "flag", true), Measurement.members(ForkMain.json(answer)));
    }

    @Test
    void aScheduleIsNeverSetBack() {
        Schedule schedule = Schedule.ofMs(1, 2).startingAt(1_000, 250_000);
        assertEquals(schedule, Schedule.parse(List.of(schedule.toString().split(" ", -1))));
        assertEquals(12, schedule.count());
        assertEquals(1_001_000, schedule.measureFromNs());
        assertEquals(501_000, schedule.timeNs(2));
        assertEquals(3_001_000, schedule.endNs());
    }

    @Test
    void timesThatAreTooLongOrNegativeCount() {
        Histogram times = Times.newHistogram();
        Times.record(times, -5);
        Times.record(times, Long.MAX_VALUE);
        assertEquals(2L, Times.figures(times).get("count"));
    }
}
