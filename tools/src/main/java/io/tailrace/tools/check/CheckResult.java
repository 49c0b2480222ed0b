/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.tools.command.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a check has found.
 *
 * @param summary what a person should know where all is well
 */
record CheckResult(Verdict verdict, String summary, List<Measure> measures) {
    static CheckResult of(String summary, List<Measure> measures) {
        Verdict worst = measures.stream().map(Measure::verdict).reduce(Verdict.OK, Verdict::worse);
        return new CheckResult(worst, summary, measures);
    }

    /** {@return that there is nothing to be measured} */
    static CheckResult failed(Verdict verdict, String reason) {
        return new CheckResult(verdict, reason, List.of());
    }

    /** {@return it in a sentence: what is not well, the worst first} */
    String describe() {
        String troubles = measures.stream()
                .filter(measure -> measure.verdict() != Verdict.OK)
                .sorted((one, other) -> other.verdict().compareTo(one.verdict()))
                .map(Measure::text)
                .distinct()
                .collect(Collectors.joining("; "));
        return troubles.isEmpty() ? summary : troubles;
    }
}
