/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import java.util.List;

/** How evenly something is shared. */
final class Fairness {
    private Fairness() {}

    /** {@return Jain's index: 1 if all have the same, 1/n if one of n has all} */
    static double jain(List<Double> shares) {
        double sum = shares.stream().mapToDouble(share -> share).sum();
        double squares = shares.stream().mapToDouble(share -> share * share).sum();
        return squares == 0 ? 1 : sum * sum / (shares.size() * squares);
    }
}
