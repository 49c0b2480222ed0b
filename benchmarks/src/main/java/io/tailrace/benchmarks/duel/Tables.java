/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Workload.Shape;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Ratios.Place;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.util.List;
import java.util.stream.Stream;

/** The tables of the chapter. */
final class Tables {
    private static final int LEAST_COPIED_PAYLOAD = 1024;

    private Tables() {}

    /** {@return the headline: medians, and medians of the rounds' ratios} */
    static String matches(Results results, List<Match> matches) {
        Table table = Table.of("|Tailrace|Aeron, best|which|Aeron, shipped|ratio to the best [quartiles]|near only"
                + "|ratio to shipped|rounds near/far/mixed (disturbed)|");
        for (Match match : matches) {
            Cell cell = match.cell();
            Ratios ratios = match.ratios(results);
            table.row(
                    cell.label(match.ours()),
                    cell.value(results, match.ours()),
                    cell.value(results, match.best()),
                    match.best().variant() + ", " + match.best().api(),
                    match.shipped()
                            .map(candidate -> cell.value(results, candidate))
                            .orElse("–"),
                    ratios.text(),
                    ratios.text(Place.NEAR),
                    match.shippedRatio(results),
                    ratios.places(),
                    match.verdict(ratios));
        }
        return table.toString();
    }

    /** {@return a row for each limit that was measured in the same rounds; empty if none was} */
    static String limits(Results results) {
        Table table = new Table("", "Tailrace", "limit", "which", "ratio to it [quartiles]");
        boolean isEmpty = true;
        for (Cell cell : Cell.all(results)) {
            for (Candidate limit : cell.candidates(results, candidate -> limits(candidate, cell.workload()))) {
                for (Candidate ours : cell.candidates(results, Candidate::isTailrace)) {
                    isEmpty = false;
                    table.row(
                            cell.label(ours),
                            cell.value(results, ours),
                            cell.value(results, limit),
                            limit.product() + ", ring of " + limit.variant(),
                            cell.ratios(results, ours, limit).text());
                }
            }
        }
        return isEmpty ? "" : table.toString();
    }

    /** Short messages are not limited by copying. */
    private static boolean limits(Candidate candidate, Workload workload) {
        return !candidate.hasDriver()
                && (candidate.product() != Product.MEMCPY || workload.payload() >= LEAST_COPIED_PAYLOAD);
    }

    /** {@return what Tailrace and the best Aeron pass and use, for each payload} */
    static String bytes(Results results) {
        Table table =
                Table.of("|Tailrace, GB/s of payload|Aeron, best, GB/s of payload|Tailrace, bytes of log a message"
                        + "|Aeron, best, bytes of log a message");
        for (Match match : Match.of(results, shape -> shape == Shape.THROUGHPUT)) {
            Cell cell = match.cell();
            table.row(
                    cell.label(match.ours()),
                    detail(results, cell, match.ours(), "gigabytesPerSecond", "%.2f"),
                    detail(results, cell, match.best(), "gigabytesPerSecond", "%.2f"),
                    detail(results, cell, match.ours(), "logBytesPerMessage", "%,.0f"),
                    detail(results, cell, match.best(), "logBytesPerMessage", "%,.0f"));
        }
        return table.toString();
    }

    private static String detail(Results results, Cell cell, Candidate candidate, String name, String format) {
        return String.format(format, results.median(candidate, cell, name));
    }

    /** {@return percentiles of round trips, and how they compare with the raw round trip between the cores} */
    static String tails(Results results) {
        Table table = new Table("", "p50", "p90", "p99", "p99.9", "p99.99", "p50 by the raw round trip");
        for (Cell cell : Cell.all(results)) {
            if (cell.workload().isRoundTrip()) {
                for (Candidate candidate : cell.candidates(results, any -> true)) {
                    table.row(
                            cell.workload().label() + ", " + candidate,
                            ns(cell.median(results, candidate)),
                            Stream.of("p90", "p99", "p999", "p9999")
                                    .map(name -> ns(results.median(candidate, cell, name)))
                                    .toList(),
                            String.format(
                                    "%.2fx", Results.median(results.of(candidate, cell), m -> m.value() / m.rawNs())));
                }
            }
        }
        return table.toString();
    }

    private static String ns(double value) {
        return String.format("%,.0f", value);
    }

    /** {@return the matrix of Aeron's variants and ways to publish, from which the pilot chose} */
    static String pilot(Results pilot) {
        List<String> variants = variants(pilot);
        Table table = new Table(Stream.concat(Stream.of(""), variants.stream()).toArray(String[]::new));
        for (Cell cell : Cell.all(pilot)) {
            for (Api api : Api.values()) {
                List<Candidate> candidates = cell.candidates(pilot, candidate -> candidate.api() == api);
                if (!candidates.isEmpty()) {
                    table.row(
                            cell.label(api),
                            variants.stream()
                                    .map(variant -> figure(pilot, cell, candidates, variant))
                                    .toList());
                }
            }
        }
        StringBuilder text = new StringBuilder(table.toString());
        variants.forEach(variant ->
                text.append("\n- ").append(AeronVariant.named(variant).describe()));
        return text.append('\n').toString();
    }

    /** {@return all that were tried, in the order of the matrix} */
    private static List<String> variants(Results pilot) {
        return pilot.all().stream()
                .map(m -> new Candidate(m.candidate()).variant())
                .distinct()
                .toList();
    }

    private static String figure(Results pilot, Cell cell, List<Candidate> candidates, String variant) {
        return candidates.stream()
                .filter(candidate -> candidate.variant().equals(variant))
                .map(candidate -> cell.value(pilot, candidate))
                .findFirst()
                .orElse("–");
    }
}
