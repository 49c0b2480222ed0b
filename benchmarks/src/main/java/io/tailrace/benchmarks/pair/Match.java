/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.TailraceLibrary.TailraceVariant;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Ratios.Spread;
import io.tailrace.benchmarks.report.Results;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Tailrace, publishing in one way, against the best Aeron in one row of the duel.
 *
 * @param best of those measured in the same rounds, not only in the pilot
 * @param shipped Aeron with its defaults, if it was measured
 */
record Match(Row row, Candidate ours, Candidate best, Optional<Candidate> shipped) {
    /** {@return all matches in rows of some kind} */
    static List<Match> of(Results results, Predicate<Cell> cells) {
        List<Match> matches = new ArrayList<>();
        for (Row row : Row.all(results)) {
            Optional<Candidate> best = row.best(Candidate::isAeron);
            if (best.isPresent() && cells.test(row.cell)) {
                Optional<Candidate> shipped = row.best(Match::isShipped);
                row.candidates(Candidate::isTailrace)
                        .forEach(ours -> matches.add(new Match(row, ours, best.get(), shipped)));
            }
        }
        return matches;
    }

    /** {@return whether it is Aeron with its defaults, and by offer} */
    static boolean isShipped(Candidate candidate) {
        return candidate.isAeron()
                && candidate.variant().equals(AeronVariant.SHIPPED.name())
                && candidate.api() != Api.CLAIM;
    }

    Ratios ratios() {
        return row.ratios(ours, best);
    }

    /** {@return a figure, of ours and of the best} */
    List<String> both(String format, String figure) {
        return Stream.of(ours, best)
                .map(candidate -> row.results.text(format, candidate, row.cell, figure))
                .toList();
    }

    /** {@return ahead or BEHIND if three of four rounds say so} */
    String verdict() {
        Ratios ratios = ratios();
        if (ratios.isEmpty()) {
            return "–";
        }
        Spread spread = ratios.spread();
        boolean isMore = spread.first() > 1;
        if (isMore || spread.third() < 1) {
            return isMore == row.cell.moreIsBetter() ? "ahead" : "BEHIND";
        }
        return "even";
    }

    /** Each round compares its candidates with one another: one cell on one kind of publication. */
    record Row(Results results, String kind, Cell cell) {
        /** {@return what was measured, each once} */
        static List<Row> all(Results results) {
            return results.all().stream()
                    .map(m -> new Row(results, new Candidate(m.candidate()).kind(), Cell.inOneProcess(m.cell())))
                    .distinct()
                    .sorted(Comparator.comparing(Row::kind)
                            .thenComparing(row -> row.cell.kind())
                            .thenComparing(Row::number))
                    .toList();
        }

        private int number() {
            return cell.isRoundTrip() ? cell.burst() : cell.payload();
        }

        /** {@return the candidates of that} */
        List<Candidate> candidates(Predicate<Candidate> filter) {
            return results.candidates(cell, Candidate::new)
                    .filter(candidate -> candidate.kind().equals(kind) && filter.test(candidate))
                    .sorted(Comparator.comparing(Candidate::product).thenComparing(Candidate::api))
                    .toList();
        }

        /** {@return the best candidate of that by its median, if there is any} */
        Optional<Candidate> best(Predicate<Candidate> filter) {
            Comparator<Candidate> byMedian = Comparator.comparingDouble(this::median);
            return candidates(filter).stream().max(cell.moreIsBetter() ? byMedian : byMedian.reversed());
        }

        double median(Candidate candidate) {
            return results.median(candidate, cell, Measurement.VALUE);
        }

        Ratios ratios(Candidate ours, Candidate theirs) {
            return results.ratios(ours, theirs, cell, Measurement.VALUE);
        }

        /** {@return its figure of a candidate, with a unit that suits it} */
        String value(Candidate candidate) {
            double figure = median(candidate);
            if (cell.isRoundTrip()) {
                return String.format("%,.0f ns", figure);
            }
            double millions = figure / 1e6;
            return String.format(millions >= 10 ? "%.1f M/s" : millions >= 1 ? "%.2f M/s" : "%.3f M/s", millions);
        }

        /** {@return the name of the cell in the report} */
        String cellLabel() {
            return cell.isRoundTrip()
                    ? "round trip of " + cell.burst()
                    : String.format("%,d B", cell.payload()) + (cell.kind() == Kind.SUM ? ", all read" : "");
        }

        String label(Api api) {
            return kind + ", " + cellLabel() + ", " + api;
        }

        /** {@return its name in the report, with Tailrace's way to publish} */
        String label(Candidate tailrace) {
            TailraceVariant variant = tailrace.tailrace();
            boolean hasDefaultTerms = variant.termLength() == TailraceVariant.DEFAULT.termLength();
            return label(tailrace.api())
                    + (hasDefaultTerms ? "" : ", terms of " + (variant.termLength() >> 10) + " KiB")
                    + (variant.isDrivenBySubscriber() ? ", driver run by the subscriber" : "")
                    + tailrace.build();
        }
    }
}
