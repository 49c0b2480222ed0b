/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.groupingBy;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Block;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.pair.Pair.Cell;
import io.tailrace.benchmarks.pair.Pair.Cell.Kind;
import io.tailrace.benchmarks.peer.AeronLibrary.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.TailraceLibrary.TailraceVariant;
import io.tailrace.benchmarks.report.Measurement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code process}. A pilot finds Aeron's best variant for each cell; then every candidate has its turn in
 * the rounds of blocks of new processes.
 */
@Command(
        name = "process",
        description = {
            "Two processes: round trips, answered bursts of 100, messages a second, beside Aeron and a sketch.",
            "Takes 12 minutes, with --quick 3."
        })
public final class ProcessCommand implements Runnable {
    /**
     * It matters whether a frame lies in one cache line or in two: for 8, 32 and 56 bytes, Tailrace's frames have 16,
     * 40, 64 bytes, Aeron's 64, 64, 96.
     */
    private static final String CELLS = "roundtrip-8,roundtrip-32,roundtrip-56,burst-32,throughput-8,throughput-32,"
            + "throughput-128,throughput-1024,throughput-4096";

    private static final String QUICK_CELLS = "roundtrip-32,burst-32,throughput-32";
    private static final String MATRIX = "shipped,4m,16m,1m-subscriber";
    /** The driver needs time while messages stream. */
    private static final String STREAM_MATRIX = "shipped,4m,1m-subscriber,1m-subscriber/claim";

    private static final int PILOT_ROUNDS = 2;

    @Mixin
    private Run run = new Run();

    @Option(names = "--cells", split = ",", paramLabel = "LIST", description = "Default: " + CELLS + ".")
    private List<String> cells = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds in all. Default: 8; with --quick 4.")
    private int rounds;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description = "Sets of new JVMs that the rounds are spread over. Default: 2; with --quick 1.")
    private int blocks;

    @Option(names = "--kinds", split = ",", paramLabel = "LIST", description = "Default: concurrent,exclusive.")
    private List<String> kinds = List.of(Candidate.CONCURRENT, Candidate.EXCLUSIVE);

    @Option(
            names = "--aeron",
            split = ",",
            paramLabel = "LIST",
            description = "Variants of Aeron that a pilot chooses from. Default: " + MATRIX + ", and for streams "
                    + STREAM_MATRIX + ".")
    private List<String> aerons = List.of();

    @Option(
            names = "--tailrace",
            split = ",",
            paramLabel = "LIST",
            description = "Lengths of terms, or who runs the driver, such as 1m or 1m-subscriber. Default: default.")
    private List<String> variants = List.of(Candidate.DEFAULT);

    @Option(
            names = "--ladder",
            split = ",",
            paramLabel = "LIST",
            description = "Rungs between the sketch and Tailrace. Default: sketch.")
    private List<String> rungs = List.of("sketch");

    @Option(
            names = "--beside",
            paramLabel = "NAME=JAR",
            description = "Another build of Tailrace, its benchmarks.jar, in the same rounds. Repeatable.")
    private Map<String, Path> builds = Map.of();

    /** @throws IllegalArgumentException if an option has no meaning */
    @Override
    public void run() {
        builds.values().stream().filter(jar -> !Files.isRegularFile(jar)).forEach(jar -> {
            throw new IllegalArgumentException("no such jar: --beside " + jar);
        });
        variants.forEach(TailraceVariant::named);
        List<Cell> wanted = (cells.isEmpty() ? List.of((run.quick() ? QUICK_CELLS : CELLS).split(",", -1)) : cells)
                .stream().map(Cell::named).toList();
        Map<Cell, List<Candidate>> contest = new LinkedHashMap<>();
        wanted.forEach(cell -> contest.put(cell, candidates(cell)));
        Map<Cell, List<Candidate>> pilots = new LinkedHashMap<>();
        wanted.forEach(cell -> pilots.computeIfAbsent(cell.decidedBy(), this::aerons));
        try (Lab opened = new Lab(run, "process", builds)) {
            measure(opened, contest, pilots);
            opened.report();
        }
    }

    private void measure(Lab opened, Map<Cell, List<Candidate>> contest, Map<Cell, List<Candidate>> pilots) {
        if (pilots.values().stream().anyMatch(candidates -> candidates.size() > kinds.size())) {
            opened.say("a pilot chooses among variants of Aeron");
            block(opened, Measurement.PILOT, PILOT_ROUNDS, pilots);
        }
        contest.forEach((cell, candidates) -> kinds.forEach(kind -> {
            Candidate best = best(
                    opened.measurements(), cell.decidedBy(), kind, pilots.getOrDefault(cell.decidedBy(), List.of()));
            Candidate fit = best.carries(cell.payload()) ? best : best.by(Api.FRAGMENTS);
            if (!candidates.contains(fit)) {
                candidates.add(fit);
            }
        }));
        int all = rounds > 0 ? rounds : run.quick() ? 4 : 8;
        int sets = blocks > 0 ? blocks : run.quick() ? 1 : 2;
        for (int block = 1; block <= sets; block++) {
            opened.say("block " + block + " of " + sets);
            block(opened, block, Math.max(1, (all + sets - 1) / sets), contest);
        }
    }

    private static Candidate best(List<Measurement> all, Cell cell, String kind, List<Candidate> variants) {
        List<Candidate> ofKind =
                variants.stream().filter(each -> each.kind().equals(kind)).toList();
        Map<String, Double> means = all.stream()
                .filter(each -> each.cell().equals(cell.toString()))
                .collect(groupingBy(Measurement::candidate, averagingDouble(Measurement::value)));
        int sign = cell.isRoundTrip() ? 1 : -1;
        return ofKind.stream()
                .min(Comparator.comparingDouble(each -> sign * means.getOrDefault(each.toString(), 0.0)))
                .orElseThrow(() -> new IllegalArgumentException("no variant of --aeron carries " + cell));
    }

    private void block(Lab opened, int number, int roundsOfBlock, Map<Cell, List<Candidate>> contest) {
        Schedule slice = Schedule.ofMs(40, number == Measurement.PILOT ? 120 : 250);
        try (Block<Candidate, Pair> block = new Block<>(opened, candidate -> warmPair(opened, candidate, contest))) {
            block.measure(roundsOfBlock, contest, (round, cell, pair) -> pair.measure(number, round, cell, slice));
        }
    }

    /** {@return a new pair, warmed up for its cells} */
    private Pair warmPair(Lab opened, Candidate candidate, Map<Cell, List<Candidate>> contest) {
        Pair pair = new Pair(opened, candidate);
        List<Cell> warming = contest.keySet().stream()
                .filter(cell -> contest.getOrDefault(cell, List.of()).contains(candidate))
                .map(Cell::decidedBy)
                .distinct()
                .toList();
        pair.warmUp(warming, warming.size() * (run.quick() ? 1_200L : 2_000L));
        return pair;
    }

    /** {@return Aeron's variants for the pilot of a cell} */
    private List<Candidate> aerons(Cell cell) {
        String matrix = cell.kind() == Kind.ROUNDTRIP ? MATRIX : STREAM_MATRIX;
        List<String> wanted = aerons.isEmpty() ? List.of(matrix.split(",", -1)) : aerons;
        return kinds.stream()
                .flatMap(kind -> wanted.stream().flatMap(variant -> aeron(cell, kind, variant)))
                .toList();
    }

    /** {@return Aeron in a variant; longer messages than its frames go in fragments, if it can carry them at all} */
    private static Stream<Candidate> aeron(Cell cell, String kind, String variant) {
        Candidate whole = Candidate.named("aeron/" + kind + "/" + variant);
        return Stream.of(whole, whole.by(Api.FRAGMENTS))
                .filter(candidate -> candidate.carries(cell.payload()))
                .limit(1);
    }

    /** {@return the candidates of a cell, besides Aeron's best} */
    private List<Candidate> candidates(Cell cell) {
        List<Candidate> candidates = new ArrayList<>();
        for (String kind : kinds) {
            for (String variant : variants) {
                Candidate.named("tailrace/" + kind + "/" + variant)
                        .withBuilds(builds.keySet())
                        .forEach(candidates::add);
            }
            rungs.forEach(rung -> candidates.add(Candidate.named("ladder/" + kind + "/" + rung)));
            if (aerons.isEmpty()) {
                aeron(cell, kind, AeronVariant.SHIPPED).forEach(candidates::add);
            }
        }
        candidates.removeIf(candidate -> !candidate.carries(cell.payload()));
        return candidates;
    }
}
