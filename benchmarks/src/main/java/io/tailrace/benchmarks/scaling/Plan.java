/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.peer.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is run, and how often.
 *
 * @param matrix of Aeron, of which the pilot chooses one for each kind of publication and shape of the grid
 * @param pilotCells where it chooses: for other cells that of the nearest one counts
 * @param headlines cells of the grid that have more rounds and more candidates
 * @param others cells of the grid
 * @param curves all other cells
 */
record Plan(
        List<String> matrix,
        List<Cell> pilotCells,
        List<Cell> headlines,
        List<Cell> others,
        List<Cell> curves,
        Effort effort) {

    /**
     * How long it may take.
     *
     * @param headlineRounds of each headline
     * @param rounds of each other cell
     * @param pilotRounds of each of the pilot's cells
     * @param firstWarmUpMs the most for the first cell of a JVM
     * @param warmUpMs the most for each other
     */
    record Effort(int headlineRounds, int rounds, int pilotRounds, long sliceMs, long firstWarmUpMs, long warmUpMs) {}

    /** The shortest terms; the driver has a thread, or is run by the first subscriber. The curves have these. */
    static final List<String> TAILRACE_SHORT_TERMS = List.of("64k", "64k-subscriber");

    /** The grid has these. */
    static final List<String> TAILRACE = List.of("64k", "64k-subscriber", Candidate.DEFAULT, "subscriber");

    /** Terms as short as Tailrace's: the curves have these. */
    static final List<String> AERON_SHORT_TERMS = List.of("64k", "64k-subscriber");

    /** A pilot chooses the best of these for the grid. */
    static final List<String> AERON = List.of("64k", "64k-subscriber", "1m", "1m-subscriber", "4m", "4m-subscriber");

    /** What a quick pilot chooses from. */
    private static final List<String> AERON_QUICK = List.of("64k", "64k-subscriber", "4m");

    private static final List<Integer> POWERS = List.of(1, 2, 4, 8, 16, 32, 64);

    static Plan of(boolean quick) {
        return quick ? quick() : full();
    }

    private static Plan quick() {
        List<Cell> headlines = List.of(
                Cell.grid(1, 1, Waits.SPIN),
                Cell.grid(3, 1, Waits.PARK),
                Cell.grid(1, 3, Waits.PARK),
                Cell.grid(2, 2, Waits.PARK));
        return new Plan(
                AERON_QUICK,
                headlines.subList(0, 2),
                headlines,
                List.of(),
                List.of(Cell.streams(1), Cell.streams(100), Cell.publishers(16), Cell.subscribers(16)),
                new Effort(2, 1, 1, 150, 600, 200));
    }

    private static Plan full() {
        List<Cell> headlines = Stream.concat(
                        Stream.of(Cell.grid(1, 1, Waits.SPIN)),
                        Stream.of(Waits.YIELD, Waits.PARK)
                                .flatMap(waits -> Stream.of(
                                        Cell.grid(3, 1, waits), Cell.grid(1, 3, waits), Cell.grid(2, 2, waits))))
                .toList();
        List<Cell> others = new ArrayList<>(grid());
        others.removeAll(headlines);
        List<Cell> curves = new ArrayList<>();
        Stream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000).map(Cell::streams).forEach(curves::add);
        POWERS.stream().map(Cell::publishers).forEach(curves::add);
        POWERS.stream().map(Cell::subscribers).forEach(curves::add);
        List<Cell> pilotCells = headlines.stream()
                .filter(cell -> cell.waits() != Waits.YIELD || cell.subscribers() == 1)
                .toList();
        return new Plan(AERON, pilotCells, headlines, others, curves, new Effort(5, 2, 1, 250, 1_500, 200));
    }

    private static List<Cell> grid() {
        return IntStream.rangeClosed(1, 4)
                .boxed()
                .flatMap(publishers -> IntStream.rangeClosed(1, 4).boxed().flatMap(subscribers -> Stream.of(
                                Waits.values())
                        .map(waits -> Cell.grid(publishers, subscribers, waits))))
                .filter(cell -> cell.hasMoreThreadsThanCores() == (cell.waits() != Waits.SPIN))
                .toList();
    }
}
