/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.Options;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a comparison runs.
 *
 * @param blocks sets of fresh JVMs, one after the other
 * @param roundsPerBlock in a round every candidate has one slice of every workload, in random order
 * @param warmUpMs the most for each workload of each JVM
 * @param tailraceVariant see {@link Setup#variant}
 * @param java the command that runs the forks
 * @param flags for the JVM of every fork
 */
public record Plan(
        int blocks,
        int roundsPerBlock,
        long sliceMs,
        long warmUpMs,
        List<Setup.Kind> kinds,
        List<Workload> workloads,
        List<AeronVariant> matrix,
        String tailraceVariant,
        String java,
        List<String> flags,
        Path out,
        long seed) {

    public static final String USAGE = """
            compare [options]: Tailrace and Aeron IPC, interleaved; under 10 minutes, with --quick about 2
              --rounds N              rounds in all (15; quick 6)
              --blocks N              sets of fresh JVMs that they are spread over (3; quick 1)
              --seconds-per-slice S   (0.5; quick 0.3)
              --payload 8,32          bytes a message, for throughput
              --burst 1,100           messages before an answer, for round trips
              --kinds LIST            concurrent,exclusive
              --aeron LIST            variants of Aeron to choose from (all; quick: 4 of them)
              --tailrace VARIANT      default, or a term length such as 1m
              --java PATH             the java that runs the forks (this one)
              --flags "..."           more JVM flags for every fork
              --seed N                of the order within rounds
              --out DIR               for the raw data and the report (benchmark-results/TIME)
              --quick
            """;

    private static final int PILOT_ROUNDS = 2;

    public static Plan parse(List<String> arguments) {
        Options options = new Options(
                arguments,
                Set.of(
                        "--rounds",
                        "--blocks",
                        "--seconds-per-slice",
                        "--payload",
                        "--burst",
                        "--kinds",
                        "--aeron",
                        "--tailrace",
                        "--java",
                        "--flags",
                        "--seed",
                        "--out"),
                Set.of("--quick"));
        boolean quick = options.has("--quick");
        int blocks = options.number("--blocks", quick ? 1 : 3);
        int rounds = options.number("--rounds", quick ? 6 : 15);
        return new Plan(
                blocks,
                Math.max(1, (rounds + blocks - 1) / blocks),
                (long) (1000 * options.decimal("--seconds-per-slice", quick ? 0.3 : 0.5)),
                quick ? 1_400 : 2_000,
                options.list("--kinds", "concurrent,exclusive").stream()
                        .map(kind -> Setup.Kind.valueOf(kind.toUpperCase(Locale.ROOT)))
                        .toList(),
                workloads(options.list("--payload", "8,32"), options.list("--burst", "1,100")),
                matrix(options.text("--aeron", ""), quick),
                options.text("--tailrace", TailraceCandidate.DEFAULT),
                options.text(
                        "--java",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                options.text("--flags", "").isBlank()
                        ? List.of()
                        : List.of(options.text("--flags", "").trim().split(" +", -1)),
                Path.of(options.text("--out", "benchmark-results/" + now())),
                options.number("--seed", (int) (System.nanoTime() & 0xFFFFFF)));
    }

    private static List<Workload> workloads(List<String> payloads, List<String> bursts) {
        List<Workload> workloads = new ArrayList<>();
        payloads.forEach(payload -> workloads.add(Workload.throughput(Integer.parseInt(payload))));
        bursts.forEach(burst -> workloads.add(Workload.roundTrip(Integer.parseInt(burst))));
        return workloads;
    }

    private static List<AeronVariant> matrix(String names, boolean quick) {
        if (names.isEmpty()) {
            return quick ? AeronVariant.SHORT_MATRIX : AeronVariant.MATRIX;
        }
        return List.of(names.split(",", -1)).stream().map(AeronVariant::named).toList();
    }

    private static String now() {
        return LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss"));
    }

    int pilotRounds() {
        return PILOT_ROUNDS;
    }
}
