/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;

import io.tailrace.benchmarks.duel.Cell.Workload;
import io.tailrace.benchmarks.duel.Cell.Workload.Shape;
import io.tailrace.benchmarks.duel.Lineup.Plan;
import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Builds;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Ratios.Place;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The section {@code duel}: Tailrace against Aeron in one process of two threads. A pilot finds Aeron's best variant
 * and way to publish for each cell; then, in blocks of fresh JVMs, Tailrace, that best one, Aeron as shipped and the
 * limits take turns.
 */
public final class DuelSection {
    static final String NAME = "duel";

    private static final long MAX_WARM_UP_MS = 2_500;
    private static final long MAX_WARM_UP_MS_PER_WORKLOAD = 200;
    private final Lab lab;
    private final Plan plan;

    private static final int LEAST_COPIED_PAYLOAD = 1024;

    static final Chapter CHAPTER = new Chapter("Tailrace and Aeron IPC in one process", DuelSection::toMarkdown);

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(3),
            Duration.ofMinutes(20),
            Plan.USAGE,
            lab -> new DuelSection(lab).measure(),
            CHAPTER);

    private DuelSection(Lab lab) {
        this.lab = lab;
        this.plan = Plan.of(lab.run());
    }

    private void measure() {
        lab.say(plan.describe());
        Lineup lineup = new Lineup(plan);
        Map<Cell, Candidate> best = new LinkedHashMap<>();
        for (String kind : plan.kinds()) {
            Map<Cell, List<Candidate>> cells = lineup.pilot(kind);
            lab.say("pilot: " + kind + ", " + plan.matrix().size() + " variants of Aeron");
            block(Measurement.PILOT, plan.timing().pilotRounds(), cells);
            cells.forEach((cell, candidates) ->
                    best.put(cell, Measurement.best(lab.measurements(), candidates, cell, cell.moreIsBetter())));
        }
        Map<Cell, List<Candidate>> cells = lineup.duel(best);
        int blocks = plan.timing().blocks();
        for (int block = 1; block <= blocks; block++) {
            lab.say("block " + block + " of " + blocks);
            block(block, plan.timing().roundsPerBlock(), cells);
        }
        if (plan.extras()) {
            lab.say("all term lengths");
            block(blocks + 1, plan.timing().roundsPerBlock(), lineup.rings());
        }
    }

    private void block(int number, int rounds, Map<Cell, List<Candidate>> cells) {
        try (Block<Candidate, Fork> block = new Block<>(lab, candidate -> warmFork(candidate, cells))) {
            block.measure(cells, cell -> rounds, (round, cell, fork) -> {
                String command = "run " + plan.timing().sliceMs(number) + " " + cell;
                Lab.Turn turn = new Lab.Turn(
                        fork,
                        cell.toString(),
                        command,
                        Measurement.VALUE,
                        cell.workload().unit());
                Object library = Json.parse(fork.greeting()).getOrDefault("candidate", "");
                lab.ask(number, round, turn, Map.of("library", library));
            });
        }
    }

    /** {@return a new JVM, warmed up for all that it will measure} */
    private Fork warmFork(Candidate candidate, Map<Cell, List<Candidate>> cells) {
        Fork fork = lab.fork(
                candidate.toString(),
                candidate.jvmFlags(),
                DuelFork.class,
                candidate.inItsBuild().toString(),
                lab.newDirectory().toString());
        List<String> workloads = Block.cellsOf(candidate, cells).stream()
                .map(Cell::toString)
                .distinct()
                .toList();
        long maxMs = MAX_WARM_UP_MS + workloads.size() * MAX_WARM_UP_MS_PER_WORKLOAD;
        fork.ask("warm " + maxMs + " " + String.join(" ", workloads));
        return fork;
    }

    private static String toMarkdown(List<Measurement> all, Plots plots) {
        return all.stream()
                .filter(m -> m.section().equals(NAME))
                .map(Measurement::jdk)
                .distinct()
                .sorted()
                .map(jdk -> ofJdk(all, plots, jdk))
                .collect(joining("\n"));
    }

    private static String ofJdk(List<Measurement> all, Plots plots, int jdk) {
        Map<Boolean, List<Measurement>> parts = all.stream()
                .filter(m -> m.section().equals(NAME) && m.jdk() == jdk)
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
                        matches(matches) + READING,
                        Builds.table(results),
                        duelPlots.ratios(matches),
                        duelPlots.throughput(Candidate.CONCURRENT),
                        duelPlots.throughput(Candidate.EXCLUSIVE),
                        titled("A receiver that reads every byte:", sums.isEmpty() ? "" : matches(sums)),
                        titled(LIMITS, limits(results)),
                        titled("What a message weighs:", bytes(results)),
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

    /** {@return the headline: medians, and medians of the rounds' ratios} */
    private static String matches(List<Match> matches) {
        Table table = Table.of("|Tailrace|Aeron, best|which|Aeron, shipped|ratio to the best [quartiles]|near only"
                + "|ratio to shipped|rounds near/far/mixed (disturbed)|");
        for (Match match : matches) {
            Cell cell = match.cell();
            Results results = match.results();
            Ratios ratios = match.ratios();
            table.row(
                    cell.label(match.ours()),
                    cell.value(results, match.ours()),
                    cell.value(results, match.best()),
                    match.best().variant() + ", " + match.best().api(),
                    match.shipped().map(shipped -> cell.value(results, shipped)).orElse("–"),
                    ratios.text(),
                    ratios.text(Place.NEAR),
                    match.shipped()
                            .map(shipped ->
                                    cell.ratios(results, match.ours(), shipped).text())
                            .orElse("–"),
                    ratios.places(),
                    match.verdict());
        }
        return table.toString();
    }

    /** {@return a row for each limit that was measured in the same rounds; empty if none was} */
    private static String limits(Results results) {
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
    private static String bytes(Results results) {
        Table table =
                Table.of("|Tailrace, GB/s of payload|Aeron, best, GB/s of payload|Tailrace, bytes of log a message"
                        + "|Aeron, best, bytes of log a message");
        for (Match match : Match.of(results, shape -> shape == Shape.THROUGHPUT)) {
            table.row(
                    match.cell().label(match.ours()),
                    match.both("%.2f", "gigabytesPerSecond"),
                    match.both("%,.0f", "logBytesPerMessage"));
        }
        return table.toString();
    }

    /** {@return percentiles of round trips, and how they compare with the raw round trip between the cores} */
    private static String tails(Results results) {
        Table table = new Table("", "p50", "p90", "p99", "p99.9", "p99.99", "p50 by the raw round trip");
        for (Cell cell : Cell.all(results)) {
            if (cell.workload().isRoundTrip()) {
                for (Candidate candidate : cell.candidates(results, any -> true)) {
                    table.row(
                            cell.workload().label() + ", " + candidate,
                            Stream.of(Measurement.VALUE, "p90", "p99", "p999", "p9999")
                                    .map(name -> results.text("%,.0f", candidate, cell, name))
                                    .toList(),
                            String.format(
                                    "%.2fx", Results.median(results.of(candidate, cell), m -> m.value() / m.rawNs())));
                }
            }
        }
        return table.toString();
    }

    /** {@return the matrix of Aeron's variants and ways to publish, from which the pilot chose} */
    private static String pilot(Results pilot) {
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
