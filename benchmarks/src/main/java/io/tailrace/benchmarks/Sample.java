/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

/**
 * One slice and what it was measured under.
 *
 * @param block number of the set of JVMs; 0 is the pilot
 * @param round number of the round, in which every candidate had one slice of every workload
 * @param rawNs the raw round trip between the cores just before, in ns
 * @param stolenSeconds what the host took from its processors meanwhile
 * @param value messages a second, or the median round trip in ns
 * @param line of JSON that the fork answered
 */
record Sample(
        int block,
        int round,
        Setup setup,
        Workload workload,
        long rawNs,
        double stolenSeconds,
        double value,
        String line) {
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
                .put("stolenMs", stolenSeconds * 1000)
                .putObject("slice", line)
                .toString();
    }
}
