/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A set of new processes, which live until the end of the block, and the rounds in which candidates take turns.
 *
 * @param <C> candidate
 * @param <P> the measuring process of a candidate
 */
public final class Block<C, P extends Block.Party> implements AutoCloseable {
    private final Lab lab;
    private final Function<C, P> start;
    private final Map<C, P> parties = new LinkedHashMap<>();

    /** A process that measures a candidate, or several that do so together. Stopped while others have their turn. */
    public interface Party extends AutoCloseable {
        @Override
        void close();
    }

    /** Measures a cell once. */
    public interface Turn<K, P> {
        void take(int round, K cell, P party);
    }

    /** @param start starts the process of a candidate, and warms it up */
    public Block(Lab lab, Function<C, P> start) {
        this.lab = lab;
        this.start = start;
    }

    /** {@return the process of a candidate, started on first use} */
    public P party(C candidate) {
        return parties.computeIfAbsent(candidate, start);
    }

    /**
     * Starts all processes. Then in each round, each cell's candidates take a turn each, in random order.
     *
     * @param cells with their candidates
     * @param rounds of a cell
     */
    public <K> void measure(Map<K, List<C>> cells, ToIntFunction<K> rounds, Turn<K, P> turn) {
        cells.values().forEach(candidates -> candidates.forEach(this::party));
        int most = cells.keySet().stream().mapToInt(rounds).max().orElse(0);
        for (int i = 1; i <= most; i++) {
            int round = i;
            lab.say("round " + round + " of " + most);
            cells.forEach((cell, candidates) -> {
                if (round <= rounds.applyAsInt(cell)) {
                    lab.shuffled(candidates).forEach(candidate -> turn.take(round, cell, party(candidate)));
                }
            });
        }
    }

    /** {@return the cells in which a candidate is measured} */
    public static <C, K> List<K> cellsOf(C candidate, Map<K, List<C>> cells) {
        return cells.entrySet().stream()
                .filter(cell -> cell.getValue().contains(candidate))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public void close() {
        parties.values().forEach(Party::close);
    }

    /**
     * Measures with forks that get the same questions, in blocks of rounds.
     *
     * @param start starts the fork of a candidate
     * @param turns warms up the forks of a block, and returns the questions for each candidate
     */
    public static <C> void ofForks(
            Lab lab,
            int blocks,
            int rounds,
            List<C> candidates,
            Function<C, Fork> start,
            Function<List<Fork>, Map<Lab.Turn, List<C>>> turns) {
        for (int number = 1; number <= blocks; number++) {
            int block = number;
            lab.say("block " + block + " of " + blocks);
            try (Block<C, Fork> fresh = new Block<>(lab, start)) {
                List<Fork> forks = candidates.stream().map(fresh::party).toList();
                fresh.measure(
                        turns.apply(forks), turn -> rounds, (round, turn, fork) -> lab.ask(block, round, turn, fork));
            }
        }
    }
}
