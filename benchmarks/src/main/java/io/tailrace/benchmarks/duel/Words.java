/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.TailraceVariant;
import java.util.Locale;

/** How cells, candidates and figures are called in the report. */
final class Words {
    private Words() {}

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** {@return a cell and how Tailrace publishes in it} */
    static String of(Cell cell, Candidate tailrace) {
        String text = of(cell, tailrace.api());
        TailraceVariant variant = tailrace.tailrace();
        return variant.equals(TailraceVariant.DEFAULT) ? text : text + ", " + describe(variant);
    }

    private static String describe(TailraceVariant variant) {
        boolean hasDefaultTerms = variant.termLength() == TailraceVariant.DEFAULT.termLength();
        return (hasDefaultTerms ? "" : "terms of " + (variant.termLength() >> 10) + " KiB")
                + (hasDefaultTerms || !variant.isDrivenBySubscriber() ? "" : ", ")
                + (variant.isDrivenBySubscriber() ? "driver run by the subscriber" : "");
    }

    static String of(Cell cell, Api api) {
        return cell.kind() + ", " + of(cell.workload()) + ", " + of(api);
    }

    static String of(Workload workload) {
        return switch (workload.shape()) {
            case THROUGHPUT, RING -> String.format("%,d B", workload.number());
            case SUM -> String.format("%,d B, all read", workload.number());
            case ROUNDTRIP -> "round trip of " + workload.number();
        };
    }

    /** {@return a figure, with a unit that suits it} */
    static String value(Workload workload, double value) {
        if (workload.isRoundTrip()) {
            return String.format("%,.0f ns", value);
        }
        double millions = value / 1e6;
        String format = millions >= 10 ? "%.1f M/s" : millions >= 1 ? "%.2f M/s" : "%.3f M/s";
        return String.format(format, millions);
    }
}
