/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;
import java.util.function.UnaryOperator;

/** This build of Tailrace beside others that were measured in the same rounds: {@code --beside}. */
public final class Builds {
    private Builds() {}

    /** {@return how each candidate compares with itself in other builds; nothing if there are none} */
    public static String table(Results results) {
        Table table = Table.of("this build by another one|this|the other|ratio|near / far|ratio of p99"
                + "|rounds near/far/mixed (disturbed)");
        boolean isEmpty = true;
        for (String cell : results.cells(UnaryOperator.identity()).toList()) {
            for (String other : results.candidates(cell, UnaryOperator.identity())
                    .filter(candidate -> candidate.contains("@"))
                    .sorted()
                    .toList()) {
                isEmpty = false;
                row(table, results, cell, other);
            }
        }
        return isEmpty ? "" : "\n" + table + "\n";
    }

    private static void row(Table table, Results results, String cell, String other) {
        String ours = other.replaceFirst("@[^/]*", "");
        Ratios ratios = results.ratios(ours, other, cell, Measurement.VALUE);
        boolean hasTail = results.of(other, cell).get(0).details().containsKey("p99");
        table.row(
                cell + ", " + other,
                List.of(
                        results.text("%,.1f", ours, cell, Measurement.VALUE),
                        results.text("%,.1f", other, cell, Measurement.VALUE)),
                ratios.text(),
                ratios.nearAndFar(),
                hasTail ? results.ratios(ours, other, cell, "p99").text() : "",
                ratios.places());
    }
}
