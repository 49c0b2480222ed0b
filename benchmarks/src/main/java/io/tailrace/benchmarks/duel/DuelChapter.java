/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;

import io.tailrace.benchmarks.duel.Workload.Shape;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Results;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Who is ahead. Losses are shown as plainly as wins. */
public final class DuelChapter implements Chapter {
    @Override
    public String title() {
        return "Tailrace and Aeron IPC in one process";
    }

    @Override
    public String toMarkdown(List<Measurement> all, Plots plots) {
        return all.stream()
                .filter(m -> m.section().equals(DuelSection.NAME))
                .map(Measurement::jdk)
                .distinct()
                .sorted()
                .map(jdk -> ofJdk(all, plots, jdk))
                .collect(joining("\n"));
    }

    private static String ofJdk(List<Measurement> all, Plots plots, int jdk) {
        Map<Boolean, List<Measurement>> parts = all.stream()
                .filter(m -> m.section().equals(DuelSection.NAME) && m.jdk() == jdk)
                .collect(partitioningBy(Measurement::isPilot));
        Results results = new Results(parts.getOrDefault(false, List.of()));
        Results pilot = new Results(parts.getOrDefault(true, List.of()));
        if (results.all().isEmpty()) {
            return "### JDK " + jdk + "\n\nOnly the pilot was run.\n";
        }
        List<Match> matches = Match.of(results, shape -> shape == Shape.THROUGHPUT || shape == Shape.ROUNDTRIP);
        List<Match> sums = Match.of(results, shape -> shape == Shape.SUM);
        DuelPlots duelPlots = new DuelPlots(results, plots, jdk);
        return Stream.of(
                        "### JDK " + jdk + "\n\n" + surroundings(results),
                        Tables.matches(results, matches) + READING,
                        duelPlots.ratios(matches),
                        duelPlots.throughput(Candidate.CONCURRENT),
                        duelPlots.throughput(Candidate.EXCLUSIVE),
                        titled(
                                "A receiver that reads every byte:",
                                sums.isEmpty() ? "" : Tables.matches(results, sums)),
                        titled(LIMITS, Tables.limits(results)),
                        titled("What a message weighs:", Tables.bytes(results)),
                        duelPlots.rings(),
                        titled("Round trips in ns, medians of the slices' percentiles:", Tables.tails(results)),
                        titled("The pilot, which chose Aeron's best:", Tables.pilot(pilot)))
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
            second publisher; memcpy: the copies that an offer makes, with nobody who receives them.""";

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
                        .map(m -> m.text("library"))
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
}
