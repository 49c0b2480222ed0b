/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The processes of a block, each pair warmed up for what it will measure. */
final class Pairs implements AutoCloseable {
    private final Map<Peer, Pair> pairs = new LinkedHashMap<>();

    /** @param entries who measures which cell */
    Pairs(PairLab lab, ProcessPlan plan, Map<Cell, List<Peer>> entries) {
        try {
            entries.values().stream().flatMap(List::stream).distinct().forEach(peer -> {
                Pair pair = lab.pair(peer, true);
                pairs.put(peer, pair);
                List<Cell> cells = entries.keySet().stream()
                        .filter(cell -> isIn(entries, cell, peer))
                        .toList();
                plan.warmUpCells(cells).forEach(cell -> pair.warmUp(cell, plan.warmUpMs()));
            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static boolean isIn(Map<Cell, List<Peer>> entries, Cell cell, Peer peer) {
        return entries.getOrDefault(cell, List.of()).contains(peer);
    }

    Pair get(Peer peer) {
        Pair pair = pairs.get(peer);
        if (pair == null) {
            throw new IllegalArgumentException("no such pair: peer=" + peer + ", pairs=" + pairs.keySet());
        }
        return pair;
    }

    @Override
    public void close() {
        pairs.values().forEach(Pair::close);
    }
}
