/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Workload.Shape;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.peer.RawRing;
import io.tailrace.benchmarks.peer.TailraceVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
}
