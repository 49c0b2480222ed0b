/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.waiting.Waiter.Cell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The section {@code waiting}: blocks of fresh processes, in which every waiter has its turn in each of its cells. */
public final class WaitingSection {
    static final String NAME = "waiting";

    public static final Section SECTION = new Section(
            NAME, Duration.ofMinutes(3), Duration.ofMinutes(18), """
              --who A,B          only these: spin, balanced, economy, aeron_defaults, aeron_spinning, two_subscribers,
                                 subscribers_64, streams_1000, dispatch, cooperative
            """, WaitingSection::measure, WaitingChapter.CHAPTER);

    private static final int BLOCKS = 3;

    private WaitingSection() {}

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        Map<Cell, List<Waiter>> cells = new LinkedHashMap<>();
        for (Waiter waiter : who(lab.run().own())) {
            waiter.cells(quick).forEach(cell -> cells.computeIfAbsent(cell, key -> new ArrayList<>())
                    .add(waiter));
        }
        int blocks = quick ? 1 : BLOCKS;
        for (int block = 1; block <= blocks; block++) {
            lab.say("block " + block + " of " + blocks);
            block(lab, block, cells);
        }
    }

    private static List<Waiter> who(Options options) {
        return options.has("--who")
                ? options.list("--who", "").stream()
                        .map(name -> Waiter.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList()
                : List.of(Waiter.values());
    }

    private static void block(Lab lab, int number, Map<Cell, List<Waiter>> cells) {
        boolean quick = lab.run().quick();
        try (Block<Waiter, Trio> block = new Block<>(lab, waiter -> warmTrio(lab, waiter, quick ? 3 : 8))) {
            block.measure(
                    cells, cell -> 1, (round, cell, trio) -> trio.measure(number, round, cell, cell.slice(quick)));
        }
    }

    private static Trio warmTrio(Lab lab, Waiter waiter, int slices) {
        Trio trio = new Trio(lab, waiter);
        trio.warmUp(slices);
        return trio;
    }
}
