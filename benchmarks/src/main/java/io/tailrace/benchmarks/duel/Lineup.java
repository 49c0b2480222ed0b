/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Workload.Shape;
import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.TailraceVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who measures what. Nobody has a place in a cell whose messages it can not carry. */
final class Lineup {
    private static final int LEAST_SUMMED_PAYLOAD = 64;
    private static final int RING_PAYLOAD = 64;
    private static final List<String> TERM_LENGTHS = List.of("64k", "256k", "1m", "4m", "16m", "64m");

    private final Plan plan;

    Lineup(Plan plan) {
        this.plan = plan;
    }

    /** {@return every Aeron of the matrix, in every way to publish} */
    Map<Cell, List<Setup>> pilot(Kind kind) {
        Map<Cell, List<Setup>> cells = new LinkedHashMap<>();
        for (Workload workload : plan.workloads()) {
            add(cells, new Cell(kind, workload), plan.matrix().stream().flatMap(variant -> aerons(kind, variant)));
        }
        return cells;
    }

    /**
     * {@return Tailrace in its ways, the Aeron that the pilot chose, and Aeron as shipped; with extras the limits, too}
     */
    Map<Cell, List<Setup>> duel(Map<Cell, Setup> best) {
        Map<Cell, List<Setup>> cells = new LinkedHashMap<>();
        for (Kind kind : plan.kinds()) {
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
    Map<Cell, List<Setup>> rings() {
        Map<Cell, List<Setup>> cells = new LinkedHashMap<>();
        for (String length : TERM_LENGTHS) {
            add(
                    cells,
                    new Cell(Kind.EXCLUSIVE, new Workload(Shape.RING, RING_PAYLOAD)),
                    Stream.of(
                            Setup.tailrace(Kind.EXCLUSIVE, TailraceVariant.named(length), Api.OFFER),
                            Setup.aeron(Kind.EXCLUSIVE, AeronVariant.named(length), Api.OFFER),
                            Setup.aeron(Kind.EXCLUSIVE, AeronVariant.named(length + "-subscriber"), Api.OFFER)));
        }
        return cells;
    }

    /** Nobody but who offers: what differs from throughput is the receiver. */
    private void addSums(Map<Cell, List<Setup>> cells, Kind kind, Map<Cell, Setup> best) {
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

    private void addLimits(Map<Cell, List<Setup>> cells) {
        add(
                cells,
                new Cell(Kind.EXCLUSIVE, new Workload(Shape.THROUGHPUT, RawStream.PAYLOAD)),
                Stream.concat(Setup.RAW_STREAMS.stream(), tailraces(Kind.EXCLUSIVE, List.of(Api.OFFER, Api.CLAIM))));
        for (Workload workload : plan.workloads()) {
            if (workload.isRoundTrip()) {
                add(cells, new Cell(Kind.EXCLUSIVE, workload), Stream.of(Setup.RAW_STREAMS.get(0)));
            } else {
                add(cells, new Cell(Kind.EXCLUSIVE, workload), Stream.of(Setup.MEMCPY));
            }
        }
    }

    private Stream<Setup> tailraces(Kind kind, List<Api> apis) {
        TailraceVariant first = plan.tailraceVariants().get(0);
        return Stream.concat(
                apis.stream().map(api -> Setup.tailrace(kind, first, api)),
                plan.tailraceVariants().stream().skip(1).map(other -> Setup.tailrace(kind, other, apis.get(0))));
    }

    private static Stream<Setup> opponents(Kind kind, @Nullable Setup best) {
        return Stream.concat(
                Stream.ofNullable(best),
                Stream.of(Api.OFFER, Api.FRAGMENTS).map(api -> Setup.aeron(kind, AeronVariant.SHIPPED, api)));
    }

    private static Stream<Setup> aerons(Kind kind, AeronVariant variant) {
        return Stream.of(Api.OFFER, Api.CLAIM, Api.FRAGMENTS).map(api -> Setup.aeron(kind, variant, api));
    }

    private static void add(Map<Cell, List<Setup>> cells, Cell cell, Stream<Setup> setups) {
        List<Setup> able = setups.filter(setup -> setup.carries(cell.workload()))
                .distinct()
                .toList();
        if (!able.isEmpty()) {
            cells.computeIfAbsent(cell, empty -> new ArrayList<>()).addAll(able);
        }
    }
}
