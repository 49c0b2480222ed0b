/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Cell.Workload;
import io.tailrace.benchmarks.duel.Cell.Workload.Shape;
import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.peer.RawRing;
import io.tailrace.benchmarks.peer.TailraceVariant;
import io.tailrace.benchmarks.raw.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who measures what. Nobody has a place in a cell whose messages it can not carry. */
final class Lineup {
    private static final List<Candidate> RAW_STREAMS = List.of(
            Candidate.of(Product.RAW, Candidate.EXCLUSIVE, "256k", Api.CLAIM),
            Candidate.of(Product.RAW, Candidate.EXCLUSIVE, "16m", Api.CLAIM));
    private static final Candidate MEMCPY = Candidate.of(Product.MEMCPY, Candidate.EXCLUSIVE, "12m", Api.OFFER);
    private static final int LEAST_SUMMED_PAYLOAD = 64;
    private static final int RING_PAYLOAD = 64;
    private static final List<String> TERM_LENGTHS = List.of("64k", "256k", "1m", "4m", "16m", "64m");

    private final Plan plan;

    Lineup(Plan plan) {
        this.plan = plan;
    }

    /** {@return every Aeron of the matrix, in every way to publish} */
    Map<Cell, List<Candidate>> pilot(String kind) {
        Map<Cell, List<Candidate>> cells = new LinkedHashMap<>();
        for (Workload workload : plan.workloads()) {
            add(cells, new Cell(kind, workload), plan.matrix().stream().flatMap(variant -> aerons(kind, variant)));
        }
        return cells;
    }

    /**
     * {@return Tailrace in its ways, the Aeron that the pilot chose, and Aeron as shipped; with extras the limits, too}
     */
    Map<Cell, List<Candidate>> duel(Map<Cell, Candidate> best) {
        Map<Cell, List<Candidate>> cells = new LinkedHashMap<>();
        for (String kind : plan.kinds()) {
            for (Workload workload : plan.workloads()) {
                Cell cell = new Cell(kind, workload);
                add(cells, cell, Stream.concat(tailraces(kind, plan.apis(workload)), opponents(kind, best.get(cell))));
            }
        }
        if (plan.extras()) {
            plan.kinds().forEach(kind -> addSums(cells, kind, best));
            addLimits(cells);
        }
        return cells;
    }

    /** {@return both products with terms of all lengths} */
    Map<Cell, List<Candidate>> rings() {
        Map<Cell, List<Candidate>> cells = new LinkedHashMap<>();
        Cell cell = new Cell(Candidate.EXCLUSIVE, new Workload(Shape.RING, RING_PAYLOAD));
        for (String length : TERM_LENGTHS) {
            add(
                    cells,
                    cell,
                    Stream.of(
                            Candidate.of(Product.TAILRACE, Candidate.EXCLUSIVE, length, Api.OFFER),
                            Candidate.of(Product.AERON, Candidate.EXCLUSIVE, length, Api.OFFER),
                            Candidate.of(Product.AERON, Candidate.EXCLUSIVE, length + "-subscriber", Api.OFFER)));
        }
        return cells;
    }

    /** Nobody but who offers: what differs from throughput is the receiver. */
    private void addSums(Map<Cell, List<Candidate>> cells, String kind, Map<Cell, Candidate> best) {
        for (Workload workload : plan.workloads()) {
            if (workload.shape() == Shape.THROUGHPUT && workload.payload() >= LEAST_SUMMED_PAYLOAD) {
                add(
                        cells,
                        new Cell(kind, new Workload(Shape.SUM, workload.payload())),
                        Stream.concat(
                                tailraces(kind, List.of(Api.OFFER)),
                                opponents(kind, best.get(new Cell(kind, workload)))));
            }
        }
    }

    private void addLimits(Map<Cell, List<Candidate>> cells) {
        add(
                cells,
                new Cell(Candidate.EXCLUSIVE, new Workload(Shape.THROUGHPUT, RawRing.MAX_PAYLOAD)),
                Stream.concat(RAW_STREAMS.stream(), tailraces(Candidate.EXCLUSIVE, List.of(Api.OFFER, Api.CLAIM))));
        for (Workload workload : plan.workloads()) {
            Candidate limit = workload.isRoundTrip() ? RAW_STREAMS.get(0) : MEMCPY;
            add(cells, new Cell(Candidate.EXCLUSIVE, workload), Stream.of(limit));
        }
    }

    private Stream<Candidate> tailraces(String kind, List<Api> apis) {
        TailraceVariant first = plan.tailraceVariants().get(0);
        return Stream.concat(
                        apis.stream().map(api -> Candidate.of(Product.TAILRACE, kind, first.name(), api)),
                        plan.tailraceVariants().stream()
                                .skip(1)
                                .map(other -> Candidate.of(Product.TAILRACE, kind, other.name(), apis.get(0))))
                .flatMap(candidate -> candidate.withBuilds(plan.run().builds().keySet()));
    }

    private static Stream<Candidate> opponents(String kind, @Nullable Candidate best) {
        return Stream.concat(
                Stream.ofNullable(best),
                Stream.of(Api.OFFER, Api.FRAGMENTS)
                        .map(api -> Candidate.of(Product.AERON, kind, AeronVariant.SHIPPED.name(), api)));
    }

    private static Stream<Candidate> aerons(String kind, AeronVariant variant) {
        return Stream.of(Api.OFFER, Api.CLAIM, Api.FRAGMENTS)
                .map(api -> Candidate.of(Product.AERON, kind, variant.name(), api));
    }

    /** {@return whether it can do that} */
    static boolean carries(Candidate candidate, Workload workload) {
        boolean isCopied = candidate.product() == Product.MEMCPY && workload.shape() != Shape.THROUGHPUT;
        boolean isShorterThanBatch =
                candidate.api() == Api.BATCH && workload.isRoundTrip() && workload.number() < Sender.GROUP;
        return candidate.carries(workload.payload()) && !isCopied && !isShorterThanBatch;
    }

    private static void add(Map<Cell, List<Candidate>> cells, Cell cell, Stream<Candidate> candidates) {
        List<Candidate> able = candidates
                .filter(candidate -> carries(candidate, cell.workload()))
                .distinct()
                .toList();
        if (!able.isEmpty()) {
            cells.computeIfAbsent(cell, empty -> new ArrayList<>()).addAll(able);
        }
    }

    /**
     * What a duel runs.
     *
     * @param tailraceVariants of which the first publishes in every way, the others by the first one only
     * @param matrix the variants of Aeron to choose from
     * @param extras whether to measure limits, receivers that read every byte, and all term lengths, too
     */
    record Plan(
            Run run,
            Timing timing,
            List<String> kinds,
            List<Api> apis,
            List<Workload> workloads,
            List<AeronVariant> matrix,
            List<TailraceVariant> tailraceVariants,
            boolean extras) {

        static final String USAGE = """
                  --rounds N         rounds in all (9; quick 6)
                  --blocks N         sets of fresh JVMs that they are spread over (3; quick 1)
                  --seconds-per-slice S   (0.25)
                  --payload 8,32     bytes a message, for throughput, or none (8 to 65536; quick 8,128,4096)
                  --burst 1,100      messages before an answer, for round trips, or none
                  --api LIST         offer,claim,batch: how Tailrace publishes (quick offer,claim, the latter if short)
                  --kinds LIST       concurrent,exclusive
                  --aeron LIST       variants of Aeron to choose from (8; quick 4)
                  --tailrace LIST    default,subscriber (who runs the driver), or term lengths such as 1m, 1m-subscriber
                limits, receivers that read every byte and a sweep of term lengths are measured only by a full run
                without --payload, --burst, --api, --kinds
                """ + Run.TUNING;
        private static final String PAYLOADS = "8,16,32,64,128,256,1024,4096,16384,65536";
        private static final String QUICK_PAYLOADS = "8,128,4096";
        private static final String BURSTS = "1,100";
        private static final String NONE = "none";
        private static final int LONGEST_SHORT_PAYLOAD = 256;

        /**
         * How long.
         *
         * @param blocks sets of fresh JVMs, one after the other
         * @param roundsPerBlock in a round every candidate has one slice of every workload
         * @param pilotRounds rounds of the pilot
         */
        record Timing(int blocks, int roundsPerBlock, int pilotRounds, long sliceMs) {
            /** A pilot has many more candidates, and only chooses. */
            long sliceMs(int block) {
                return block == Measurement.PILOT ? sliceMs / 2 : sliceMs;
            }
        }

        static Plan of(Run run) {
            Options options = run.own();
            boolean quick = run.quick();
            int blocks = options.number("--blocks", quick ? 1 : 3);
            int rounds = options.number("--rounds", quick ? 6 : 9);
            Timing timing = new Timing(blocks, Math.max(1, (rounds + blocks - 1) / blocks), quick ? 1 : 2, (long)
                    (1000 * options.decimal("--seconds-per-slice", 0.25)));
            return new Plan(
                    run,
                    timing,
                    Candidate.kinds(options),
                    options.list("--api", quick ? "offer,claim" : "offer,claim,batch").stream()
                            .map(name -> Api.valueOf(name.toUpperCase(Locale.ROOT)))
                            .toList(),
                    workloads(options, quick),
                    options.has("--aeron")
                            ? options.list("--aeron", "").stream()
                                    .map(AeronVariant::named)
                                    .toList()
                            : quick ? AeronVariant.SHORT_MATRIX : AeronVariant.MATRIX,
                    options.list("--tailrace", "default,subscriber").stream()
                            .map(TailraceVariant::named)
                            .toList(),
                    !quick
                            && Stream.of("--payload", "--burst", "--api", "--kinds")
                                    .noneMatch(options::has));
        }

        private static List<Workload> workloads(Options options, boolean quick) {
            return Stream.concat(
                            numbers(options.text("--payload", quick ? QUICK_PAYLOADS : PAYLOADS))
                                    .map(payload -> new Workload(Shape.THROUGHPUT, payload)),
                            numbers(options.text("--burst", BURSTS)).map(burst -> new Workload(Shape.ROUNDTRIP, burst)))
                    .toList();
        }

        private static Stream<Integer> numbers(String list) {
            return list.equals(NONE)
                    ? Stream.of()
                    : Stream.of(list.split(",", -1)).map(Integer::valueOf);
        }

        /** {@return how Tailrace publishes it} A quick run does not write long messages in place. */
        List<Api> apis(Workload workload) {
            boolean all = !run.quick() || workload.payload() <= LONGEST_SHORT_PAYLOAD;
            return all ? apis : apis.subList(0, 1);
        }

        /** {@return for whoever reads it} */
        String describe() {
            return String.format(
                    "%d rounds in %d blocks of fresh JVMs, slices of %d ms, seed %d, flags %s",
                    timing.blocks() * timing.roundsPerBlock(),
                    timing.blocks(),
                    timing.sliceMs(),
                    run.seed(),
                    run.flags());
        }
    }
}
