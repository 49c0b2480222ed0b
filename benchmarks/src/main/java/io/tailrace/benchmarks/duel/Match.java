/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Cell.Workload;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Tailrace, publishing in one way, against the best Aeron in one cell.
 *
 * @param best of those measured in the same rounds, not only in the pilot
 * @param shipped Aeron with its defaults, if it was measured
 */
record Match(Results results, Cell cell, Candidate ours, Candidate best, Optional<Candidate> shipped) {
    /** {@return all matches in cells of some shape} */
    static List<Match> of(Results results, Predicate<Workload.Shape> shapes) {
        List<Match> matches = new ArrayList<>();
        for (Cell cell : Cell.all(results)) {
            Optional<Candidate> best = cell.best(results, Candidate::isAeron);
            if (best.isPresent() && shapes.test(cell.workload().shape())) {
                Optional<Candidate> shipped = cell.best(results, Match::isShipped);
                cell.candidates(results, Candidate::isTailrace)
                        .forEach(ours -> matches.add(new Match(results, cell, ours, best.get(), shipped)));
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
        return cell.ratios(results, ours, best);
    }

    /** {@return a figure, of ours and of the best} */
    List<String> both(String format, String figure) {
        return Stream.of(ours, best)
                .map(candidate -> results.text(format, candidate, cell, figure))
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
            return isMore != cell.workload().isRoundTrip() ? "ahead" : "BEHIND";
        }
        return "even";
    }
}
