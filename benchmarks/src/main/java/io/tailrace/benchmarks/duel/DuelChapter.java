/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.duel.Workload.Shape;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plots;
import java.util.List;
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
        Figures figures = Figures.of(all, jdk);
        Figures pilot = Figures.ofPilot(all, jdk);
        if (figures.all().isEmpty()) {
            return "### JDK " + jdk + "\n\nOnly the pilot was run.\n";
        }
        List<Match> matches = Match.of(figures, shape -> shape == Shape.THROUGHPUT || shape == Shape.ROUNDTRIP);
        List<Match> sums = Match.of(figures, shape -> shape == Shape.SUM);
        DuelPlots duelPlots = new DuelPlots(figures, plots, jdk);
        return Stream.of(
                        "### JDK " + jdk + "\n\n" + surroundings(figures),
                        Tables.matches(figures, matches) + READING,
                        duelPlots.ratios(matches),
                        duelPlots.throughput(Candidate.CONCURRENT),
                        duelPlots.throughput(Candidate.EXCLUSIVE),
                        titled(
                                "A receiver that reads every byte:",
                                sums.isEmpty() ? "" : Tables.matches(figures, sums)),
                        titled(LIMITS, Tables.limits(figures)),
                        titled("What a message weighs:", Tables.bytes(figures)),
                        duelPlots.rings(),
                        titled("Round trips in ns, medians of the slices' percentiles:", Tables.tails(figures)),
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

    private static String surroundings(Figures figures) {
        Spread raw =
                Spread.of(figures.all().stream().map(m -> (double) m.rawNs()).toList());
        return String.format(
                """
                %s. One publishing and one subscribing thread in one process, in a fresh JVM for each way to publish.
                Raw round trip between the cores before each slice: median %.0f ns [%.0f–%.0f]; near (below %d ns)
                before %d of %d slices; quiet %d.
                """,
                figures.all().stream()
                        .map(m -> m.text("library"))
                        .distinct()
                        .sorted()
                        .collect(joining("; ")),
                raw.median(),
                raw.first(),
                raw.third(),
                Measurement.NEAR_BELOW_NS,
                figures.all().stream().filter(Measurement::isNear).count(),
                figures.all().size(),
                figures.all().stream().filter(Measurement::isQuiet).count());
    }
}
