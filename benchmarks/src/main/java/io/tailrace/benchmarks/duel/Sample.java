/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Calibration;
import io.tailrace.benchmarks.lab.Json;

/**
 * One slice and what it was measured under.
 *
 * @param block number of the set of JVMs; 0 is the pilot
 * @param round number of the round, in which every candidate had one slice of every workload
 * @param rawNs the raw round trip between the cores just before, in ns
 * @param others how much of one processor others used meanwhile, on this host or, as far as it tells, on its own host
 * @param value messages a second, or the median round trip in ns
 * @param line of JSON that the fork answered
 */
record Sample(
        int block, int round, Setup setup, Workload workload, long rawNs, double others, double value, String line) {
    /** More than this of one processor used by others disturbs: there are two, and both are needed. */
    private static final double MOST_BY_OTHERS = 0.1;

    boolean isQuiet() {
        return others < MOST_BY_OTHERS;
    }

    boolean isNear() {
        return rawNs < Calibration.NEAR_BELOW_NS;
    }

    String toJson() {
        return new Json()
                .put("block", block)
                .put("round", round)
                .put("setup", setup.toString())
                .put("workload", workload.toString())
                .put("rawNs", rawNs)
                .put("cores", isNear() ? "near" : "far")
                .put("othersPercent", others * 100)
                .putObject("slice", line)
                .toString();
    }
}
