/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.peer.TailraceVariant;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** What is compared with one another in every round: one workload on one kind of publication. */
record Cell(String kind, Workload workload) {
    /** {@return what was measured, each cell once} */
    static List<Cell> all(Results results) {
        return results.all().stream()
                .map(m -> new Cell(new Candidate(m.candidate()).kind(), Workload.parse(m.cell())))
                .distinct()
                .sorted(Comparator.comparing(Cell::kind)
                        .thenComparing(cell -> cell.workload().shape())
                        .thenComparing(cell -> cell.workload().number()))
                .toList();
    }

    /** {@return who measured that} */
    List<Candidate> candidates(Results results, Predicate<Candidate> filter) {
        return results.candidates(this, Candidate::new)
                .filter(candidate -> candidate.kind().equals(kind) && filter.test(candidate))
                .sorted(Comparator.comparing(Candidate::product).thenComparing(Candidate::api))
                .toList();
    }

    /** {@return the best by its median of those who measured that, if anybody did} */
    Optional<Candidate> best(Results results, Predicate<Candidate> filter) {
        Comparator<Candidate> byMedian = Comparator.comparingDouble(candidate -> median(results, candidate));
        return candidates(results, filter).stream().max(moreIsBetter() ? byMedian : byMedian.reversed());
    }

    boolean moreIsBetter() {
        return !workload.isRoundTrip();
    }

    double median(Results results, Candidate candidate) {
        return results.median(candidate, this, Measurement.VALUE);
    }

    Ratios ratios(Results results, Candidate ours, Candidate theirs) {
        return results.ratios(ours, theirs, this, Measurement.VALUE);
    }

    /** {@return its figure of a candidate, with a unit} */
    String value(Results results, Candidate candidate) {
        return workload.text(median(results, candidate));
    }

    /** {@return what it is called in the report, with how Tailrace publishes in it} */
    String label(Candidate tailrace) {
        return label(tailrace.api()) + describe(tailrace.tailrace()) + tailrace.build();
    }

    private static String describe(TailraceVariant variant) {
        boolean hasDefaultTerms = variant.termLength() == TailraceVariant.DEFAULT.termLength();
        return (hasDefaultTerms ? "" : ", terms of " + (variant.termLength() >> 10) + " KiB")
                + (variant.isDrivenBySubscriber() ? ", driver run by the subscriber" : "");
    }

    String label(Api api) {
        return kind + ", " + workload.label() + ", " + api;
    }

    /** {@return its name in the raw data, where the kind is a part of the candidate's name} */
    @Override
    public String toString() {
        return workload.toString();
    }

    /**
     * What is measured.
     *
     * @param number bytes of a message; for a round trip messages sent before the answer is awaited: right answers the
     *     last one
     */
    record Workload(Shape shape, int number) {
        /** What left and right do. */
        enum Shape {
            /** Right looks at the first word of each message. */
            THROUGHPUT,
            /** Right reads every byte. */
            SUM,
            /** As throughput, for the sweep of term lengths. */
            RING,
            /** Left waits for the answer to a burst. */
            ROUNDTRIP
        }

        private static final int ROUND_TRIP_PAYLOAD = 8;

        Workload {
            boolean isPayload = number >= Long.BYTES && number <= Sender.MAX_LENGTH && number % Long.BYTES == 0;
            if (shape == Shape.ROUNDTRIP ? number < 1 : !isPayload) {
                throw new IllegalArgumentException("not a workload: shape=" + shape + ", number=" + number
                        + ", expected=a burst of 1 or more, or a payload of 8 to " + Sender.MAX_LENGTH
                        + " bytes in words of 8");
            }
        }

        boolean isRoundTrip() {
            return shape == Shape.ROUNDTRIP;
        }

        int payload() {
            return isRoundTrip() ? ROUND_TRIP_PAYLOAD : number;
        }

        /** {@return the unit of its figure} */
        String unit() {
            return isRoundTrip() ? "ns" : "messages/s";
        }

        /** {@return what it is called in the report} */
        String label() {
            return switch (shape) {
                case THROUGHPUT, RING -> String.format("%,d B", number);
                case SUM -> String.format("%,d B, all read", number);
                case ROUNDTRIP -> "round trip of " + number;
            };
        }

        /** {@return a figure, with a unit that suits it} */
        String text(double figure) {
            if (isRoundTrip()) {
                return String.format("%,.0f ns", figure);
            }
            double millions = figure / 1e6;
            return String.format(millions >= 10 ? "%.1f M/s" : millions >= 1 ? "%.2f M/s" : "%.3f M/s", millions);
        }

        /** Reads what {@link #toString} writes. */
        static Workload parse(String text) {
            int dash = text.indexOf('-');
            return new Workload(
                    Shape.valueOf(text.substring(0, dash).toUpperCase(Locale.ROOT)),
                    Integer.parseInt(text.substring(dash + 1)));
        }

        /** Also the name of its cell. */
        @Override
        public String toString() {
            return shape.name().toLowerCase(Locale.ROOT) + "-" + number;
        }
    }
}
