/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;

import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.pair.Match.Row;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Ratios.Place;
import io.tailrace.benchmarks.report.Ratios.Spread;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Results.Builds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The duel: tables and plots for each JDK. */
final class DuelChapter {
    private static final int LEAST_COPIED_PAYLOAD = 1024;

    static final Chapter CHAPTER = new Chapter("Tailrace and Aeron IPC in one process", DuelChapter::toMarkdown);

    private DuelChapter() {}

    private static String toMarkdown(List<Measurement> all, Plots plots) {
        return all.stream()
                .filter(m -> m.section().equals(DuelPlan.NAME))
                .map(Measurement::jdk)
                .distinct()
                .sorted()
                .map(jdk -> ofJdk(all, plots, jdk))
                .collect(joining("\n"));
    }

    private static String ofJdk(List<Measurement> all, Plots plots, int jdk) {
        Map<Boolean, List<Measurement>> parts = all.stream()
                .filter(m -> m.section().equals(DuelPlan.NAME) && m.jdk() == jdk)
                .collect(partitioningBy(Measurement::isPilot));
        Results results = new Results(parts.getOrDefault(false, List.of()));
        Results pilot = new Results(parts.getOrDefault(true, List.of()));
        if (results.all().isEmpty()) {
            return "### JDK " + jdk + "\n\nOnly the pilot was run.\n";
        }
        List<Match> matches = Match.of(results, cell -> cell.kind() == Kind.THROUGHPUT || cell.isRoundTrip());
        List<Match> sums = Match.of(results, cell -> cell.kind() == Kind.SUM);
        DuelPlots duelPlots = new DuelPlots(results, plots, jdk);
        return Stream.of(
                        "### JDK " + jdk + "\n\n" + surroundings(results),
                        matches(matches) + READING,
                        Builds.table(results),
                        duelPlots.ratios(matches),
                        duelPlots.throughput(Candidate.CONCURRENT),
                        duelPlots.throughput(Candidate.EXCLUSIVE),
                        titled("A receiver that reads every byte:", sums.isEmpty() ? "" : matches(sums)),
                        titled(LIMITS, limits(results)),
                        titled("Bytes of a message:", bytes(results)),
                        duelPlots.rings(),
                        titled("Round trips in ns, medians of the slices' percentiles:", tails(results)),
                        titled("The pilot, which chose Aeron's best:", pilot(pilot)))
                .filter(part -> !part.isEmpty())
                .collect(joining("\n"));
    }

    private static final String READING = """

            Above 1 is better for messages a second, below 1 for round trips. Ahead or BEHIND: three of four rounds say
            so. A round is disturbed if other processes used a tenth of a processor or more during a slice; such rounds
            count only where there are no others. Aeron has no batch that subscribers see as messages: a batch of 16 is
            compared with its best offer or claim.
            """;

    private static final String LIMITS = """
            Limits. raw: lines of 56 bytes and a stamp through a mapped ring, without frames, claims, recovery or a
            second publisher; memcpy: the copies that an offer makes, without a receiver.""";

    private static String titled(String title, String table) {
        return table.isEmpty() ? "" : title + "\n\n" + table;
    }

    private static String surroundings(Results results) {
        Spread raw = Spread.of(results.all(), m -> m.rawNs());
        return String.format(
                """
                %s. One publishing and one subscribing thread in one process, in a fresh JVM for each way to publish.
                Raw round trip between the cores before each slice: median %.0f ns [%.0f–%.0f]; near (below %d ns)
                before %d of %d slices; quiet %d.
                """,
                results.all().stream()
                        .map(m -> m.text(m.details().containsKey("library") ? "library" : "description"))
                        .distinct()
                        .sorted()
                        .collect(joining("; ")),
                raw.median(),
                raw.first(),
                raw.third(),
                Measurement.NEAR_BELOW_NS,
                results.all().stream().filter(Measurement::isNear).count(),
                results.all().size(),
                results.all().stream().filter(Measurement::isQuiet).count());
    }

    /** {@return the headline: medians, and medians of the rounds' ratios} */
    private static String matches(List<Match> matches) {
        Table table = Table.of("|Tailrace|Aeron, best|which|Aeron, shipped|ratio to the best [quartiles]|near only"
                + "|ratio to shipped|rounds near/far/mixed (disturbed)|");
        for (Match match : matches) {
            Row row = match.row();
            Ratios ratios = match.ratios();
            table.row(
                    row.label(match.ours()),
                    row.value(match.ours()),
                    row.value(match.best()),
                    match.best().variant() + ", " + match.best().api(),
                    match.shipped().map(row::value).orElse("–"),
                    ratios.text(),
                    ratios.text(Place.NEAR),
                    match.shipped()
                            .map(shipped -> row.ratios(match.ours(), shipped).text())
                            .orElse("–"),
                    ratios.places(),
                    match.verdict());
        }
        return table.toString();
    }

    /** {@return a row for each limit measured in the same rounds; may be empty} */
    private static String limits(Results results) {
        Table table = new Table("", "Tailrace", "limit", "which", "ratio to it [quartiles]");
        boolean isEmpty = true;
        for (Row row : Row.all(results)) {
            for (Candidate limit : row.candidates(candidate -> limits(candidate, row.cell()))) {
                for (Candidate ours : row.candidates(Candidate::isTailrace)) {
                    isEmpty = false;
                    table.row(
                            row.label(ours),
                            row.value(ours),
                            row.value(limit),
                            limit.product() + ", ring of " + limit.variant(),
                            row.ratios(ours, limit).text());
                }
            }
        }
        return isEmpty ? "" : table.toString();
    }

    /** Copying does not limit short messages. */
    private static boolean limits(Candidate candidate, Cell cell) {
        return !candidate.hasDriver()
                && (candidate.product() != Product.MEMCPY || cell.payload() >= LEAST_COPIED_PAYLOAD);
    }

    /** {@return the throughput in bytes and the log space of Tailrace and the best Aeron, for each payload} */
    private static String bytes(Results results) {
        Table table =
                Table.of("|Tailrace, GB/s of payload|Aeron, best, GB/s of payload|Tailrace, bytes of log a message"
                        + "|Aeron, best, bytes of log a message");
        for (Match match : Match.of(results, cell -> cell.kind() == Kind.THROUGHPUT)) {
            table.row(
                    match.row().label(match.ours()),
                    match.both("%.2f", "gigabytesPerSecond"),
                    match.both("%,.0f", "logBytesPerMessage"));
        }
        return table.toString();
    }

    /** {@return percentiles of round trips, and their ratio to the raw round trip between the cores} */
    private static String tails(Results results) {
        Table table = new Table("", "p50", "p90", "p99", "p99.9", "p99.99", "p50 by the raw round trip");
        for (Row row : Row.all(results)) {
            if (row.cell().isRoundTrip()) {
                for (Candidate candidate : row.candidates(any -> true)) {
                    table.row(
                            row.cellLabel() + ", " + candidate,
                            Stream.of(Measurement.VALUE, "p90", "p99", "p999", "p9999")
                                    .map(name -> results.text("%,.0f", candidate, row.cell(), name))
                                    .toList(),
                            String.format(
                                    "%.2fx",
                                    Results.median(results.of(candidate, row.cell()), m -> m.value() / m.rawNs())));
                }
            }
        }
        return table.toString();
    }

    /** {@return the pilot's matrix of Aeron's variants and ways to publish} */
    private static String pilot(Results pilot) {
        List<String> variants = variants(pilot);
        Table table = new Table(Stream.concat(Stream.of(""), variants.stream()).toArray(String[]::new));
        for (Row row : Row.all(pilot)) {
            for (Api api : Api.values()) {
                List<Candidate> candidates = row.candidates(candidate -> candidate.api() == api);
                if (!candidates.isEmpty()) {
                    table.row(
                            row.label(api),
                            variants.stream()
                                    .map(variant -> figure(row, candidates, variant))
                                    .toList());
                }
            }
        }
        StringBuilder text = new StringBuilder(table.toString());
        variants.forEach(variant ->
                text.append("\n- ").append(AeronVariant.named(variant).describe()));
        return text.append('\n').toString();
    }

    /** {@return all tried variants, in the order of the matrix} */
    private static List<String> variants(Results pilot) {
        return pilot.all().stream()
                .map(m -> new Candidate(m.candidate()).variant())
                .distinct()
                .toList();
    }

    private static String figure(Row row, List<Candidate> candidates, String variant) {
        return candidates.stream()
                .filter(candidate -> candidate.variant().equals(variant))
                .map(row::value)
                .findFirst()
                .orElse("–");
    }
}
