/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.classic.Bench.Cell;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds Aeron's best candidate for each column: first the best variant, by offer, then whether tryClaim is better for
 * it. The best for the greatest number of producers counts for two as well.
 */
final class AeronPilot {
    private final Bench bench;
    private final Effort effort;
    private final Lab lab;
    private final Map<Contest, String> winners = new HashMap<>();

    private record Contest(boolean exclusive, boolean alone, int burst) {}

    AeronPilot(Bench bench, Effort effort, Lab lab) {
        this.bench = bench;
        this.effort = effort;
        this.lab = lab;
    }

    /** {@return Aeron's best candidate for a row that leaves that open} Measures it when first asked. */
    String best(Row row, int producers, int burst) {
        Contest contest = new Contest(row.isExclusive(), producers == 1, burst);
        return winners.computeIfAbsent(contest, c -> decide(row, c));
    }

    private String decide(Row row, Contest contest) {
        int producers = contest.alone() ? 1 : Collections.max(effort.producers());
        List<String> all = effort.matrix().stream()
                .map(variant ->
                        Candidate.of(Product.AERON, row.kind(), variant.name()).name())
                .toList();
        String byOffer = best(1, row, producers, contest.burst(), all);
        return best(2, row, producers, contest.burst(), List.of(byOffer, byOffer + "-claim"));
    }

    private String best(int round, Row row, int producers, int burst, List<String> candidates) {
        Map<String, Double> means = new HashMap<>();
        for (String candidate : lab.shuffled(candidates)) {
            Cell cell = new Cell(row, candidate, producers, burst);
            means.put(
                    candidate,
                    bench.measure(Measurement.PILOT, round, cell, effort.pilot())
                            .value());
        }
        return Collections.min(means.entrySet(), Map.Entry.comparingByValue()).getKey();
    }
}
