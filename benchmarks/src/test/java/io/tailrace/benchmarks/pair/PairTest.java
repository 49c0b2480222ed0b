/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.report.Measurement;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes, or two threads, measure for a moment, and exit. */
@Tag("bench")
class PairTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "tailrace/exclusive/default, 'roundtrip-32,burst-32,throughput-4096,poll-8,oneway-32-at-10000'",
        "tailrace/concurrent/64k-subscriber, 'burst-32,throughput-32'",
        "raw-lines, 'clock-8,roundtrip-32'"
    })
    void twoProcessesMeasureWithADriverAndWithout(String name, String cells) {
        measure(name, Shape.THERE_AND_BACK, Stream.of(cells.split(",", -1)).map(Cell::named));
    }

    @ParameterizedTest
    @CsvSource({
        "tailrace/exclusive/default/batch, 'throughput-56,sum-64,roundtrip-20'",
        "aeron/concurrent/64k-subscriber/claim, 'throughput-56,roundtrip-20'",
        "memcpy/exclusive/12m/offer, throughput-56",
        "raw/exclusive/256k/claim, throughput-56"
    })
    void twoThreadsMeasureInOneProcess(String name, String cells) {
        measure(name, Shape.IN_ONE_PROCESS, Stream.of(cells.split(",", -1)).map(Cell::inOneProcess));
    }

    @ParameterizedTest
    @CsvSource({
        "wait-free, 1",
        "linked-blocking, 2",
        "disruptor-multi, 2",
        "jctools-mpsc, 2",
        "aeron/concurrent/1m-subscriber/claim, 2",
        "tailrace/concurrent/default/batch, 2"
    })
    void burstsAreAnsweredThroughQueues(String name, int lefts) {
        List<String> flags = List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED");
        measure(name, Shape.answeredByQueues(lefts, flags), Stream.of(Cell.named("burst-8")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tailrace/concurrent/subscriber/batch", "aeron/exclusive/1m-subscriber/claim"})
    void oneThreadMeasuresWhatAMessageCosts(String name) {
        try (Lab lab = TestLab.in(directory, "pair");
                Pair pair = new Pair(lab, name, new Candidate(name), Shape.IN_ONE_THREAD)) {
            pair.warmUp(List.of(Cell.named("alone-32")), 100);
            Measurement measured = pair.measure(1, 1, Cell.named("alone-32"), Schedule.ofMs(10, 30));
            assertTrue(measured.value() >= 0 && measured.number("nsPerMessage") > 0, measured::toString);
        }
    }

    private void measure(String name, Shape shape, Stream<Cell> cells) {
        try (Lab lab = TestLab.in(directory, "pair");
                Pair pair = new Pair(lab, new Candidate(name), shape)) {
            cells.forEach(cell -> {
                Measurement measured = pair.measure(1, 1, cell, Schedule.ofMs(10, 30));
                assertTrue(measured.value() > 0 || cell.kind() == Cell.Kind.CLOCK, measured::toString);
            });
        }
    }
}
