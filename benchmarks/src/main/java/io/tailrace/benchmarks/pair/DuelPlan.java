/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Run.Options;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.pair.Contest.Plan;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.peer.RawRing;
import io.tailrace.benchmarks.peer.TailraceLibrary.TailraceVariant;
import io.tailrace.benchmarks.report.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The plan of the section {@code duel}: pairs of two threads in one process. No candidate is in a cell whose messages
 * it cannot carry.
 */
public final class DuelPlan extends Plan {
    static final String NAME = "duel";
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

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(3),
            Duration.ofMinutes(20),
            USAGE,
            lab -> Contest.measure(lab, new DuelPlan(lab.run())),
            DuelChapter.CHAPTER);

    private static final String PAYLOADS = "8,16,32,64,128,256,1024,4096,16384,65536";
    private static final int LONGEST_SHORT_PAYLOAD = 256;
    private static final int LEAST_SUMMED_PAYLOAD = 64;
    private static final List<Candidate> RAW_STREAMS =
            List.of(new Candidate("raw/exclusive/256k/claim"), new Candidate("raw/exclusive/16m/claim"));
    private static final Candidate MEMCPY = new Candidate("memcpy/exclusive/12m/offer");
    private static final Cell RAW = Cell.inOneProcess("throughput-" + RawRing.MAX_PAYLOAD);
    private static final Cell RING = Cell.inOneProcess("ring-64");
    private static final List<String> TERM_LENGTHS = List.of("64k", "256k", "1m", "4m", "16m", "64m");

    private final List<Api> apis;
    private final List<AeronVariant> matrix;

    /** The variants of Tailrace: the first publishes in every way, the others only by the first way. */
    private final List<String> variants;

    /** Whether to measure limits, receivers that read every byte, and all term lengths, too. */
    private final boolean extras;

    private final long sliceMs;

    DuelPlan(Run run) {
        super(run, 3, 9);
        Options own = run.own();
        apis = own.list("--api", run.quick() ? "offer,claim" : "offer,claim,batch").stream()
                .map(name -> Api.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
        matrix = own.has("--aeron")
                ? own.list("--aeron", "").stream().map(AeronVariant::named).toList()
                : run.quick() ? AeronVariant.SHORT_MATRIX : AeronVariant.MATRIX;
        variants = own.list("--tailrace", "default,subscriber");
        variants.forEach(TailraceVariant::named);
        extras = !run.quick()
                && Stream.of("--payload", "--burst", "--api", "--kinds").noneMatch(own::has);
        sliceMs = (long) (1000 * own.decimal("--seconds-per-slice", 0.25));
    }

    @Override
    List<Cell> cells() {
        List<Cell> cells = new ArrayList<>(named("throughput-", "--payload", run.quick() ? "8,128,4096" : PAYLOADS));
        cells.addAll(named("roundtrip-", "--burst", "1,100"));
        if (extras) {
            cells.stream()
                    .filter(cell -> !cell.isRoundTrip() && cell.payload() >= LEAST_SUMMED_PAYLOAD)
                    .map(cell -> Cell.inOneProcess("sum-" + cell.payload()))
                    .toList()
                    .forEach(cells::add);
            cells.add(RAW);
        }
        return cells;
    }

    private List<Cell> named(String prefix, String option, String defaultNumbers) {
        String numbers = run.own().text(option, defaultNumbers);
        return numbers.equals("none")
                ? List.of()
                : Stream.of(numbers.split(",", -1))
                        .map(number -> Cell.inOneProcess(prefix + number))
                        .toList();
    }

    @Override
    List<String> kinds(Cell cell) {
        return cell.equals(RAW) ? List.of() : kinds;
    }

    /** Only the receiver differs from throughput. */
    @Override
    Cell decidedBy(Cell cell) {
        return cell.kind() == Kind.SUM ? Cell.inOneProcess("throughput-" + cell.payload()) : cell;
    }

    @Override
    Cell warmedBy(Cell cell) {
        return cell;
    }

    @Override
    int pilotRounds() {
        return run.quick() ? 1 : 2;
    }

    /** A pilot has many more candidates and only chooses. */
    @Override
    Schedule slice(int block, Cell cell) {
        return Schedule.ofMs(40, block == Measurement.PILOT ? sliceMs / 2 : sliceMs);
    }

    @Override
    long warmUpMs(int cells) {
        return 2_500 + 200L * cells;
    }

    @Override
    Shape shape() {
        return Shape.IN_ONE_PROCESS;
    }

    @Override
    List<Candidate> aerons(Cell cell, String kind) {
        return matrix.stream()
                .flatMap(variant -> Stream.of(Api.OFFER, Api.CLAIM, Api.FRAGMENTS)
                        .map(api -> Candidate.of(Product.AERON, kind, variant.name(), api)))
                .filter(candidate -> carries(candidate, cell))
                .toList();
    }

    @Override
    List<Candidate> candidates(Cell cell, long usableSpace) {
        Stream<Candidate> limits = Stream.of();
        List<String> ofKinds = kinds;
        List<Api> by = apis;
        if (cell.equals(RAW)) {
            limits = RAW_STREAMS.stream();
            ofKinds = List.of(Candidate.EXCLUSIVE);
            by = List.of(Api.OFFER, Api.CLAIM);
        } else if (cell.kind() == Kind.SUM) {
            by = List.of(Api.OFFER);
        } else {
            limits = Stream.of(cell.isRoundTrip() ? RAW_STREAMS.get(0) : MEMCPY).filter(limit -> extras);
            // A quick run has no claims of long messages.
            by = !run.quick() || cell.payload() <= LONGEST_SHORT_PAYLOAD ? apis : apis.subList(0, 1);
        }
        List<Candidate> candidates = new ArrayList<>();
        for (String kind : ofKinds) {
            tailraces(kind, by).forEach(candidates::add);
            if (!cell.equals(RAW)) {
                candidates.add(Candidate.of(Product.AERON, kind, AeronVariant.SHIPPED.name(), Api.OFFER));
                candidates.add(Candidate.of(Product.AERON, kind, AeronVariant.SHIPPED.name(), Api.FRAGMENTS));
            }
        }
        limits.forEach(candidates::add);
        candidates.removeIf(candidate -> !carries(candidate, cell));
        return candidates;
    }

    private Stream<Candidate> tailraces(String kind, List<Api> by) {
        return Stream.concat(
                        by.stream().map(api -> Candidate.of(Product.TAILRACE, kind, variants.get(0), api)),
                        variants.stream().skip(1).map(other -> Candidate.of(Product.TAILRACE, kind, other, by.get(0))))
                .flatMap(candidate -> candidate.withBuilds(run.builds().keySet()));
    }

    /** Both products with all term lengths. */
    @Override
    Map<Cell, List<Candidate>> extras() {
        return extras
                ? Map.of(
                        RING,
                        TERM_LENGTHS.stream()
                                .flatMap(length -> Stream.of(
                                                "tailrace/exclusive/" + length,
                                                "aeron/exclusive/" + length,
                                                "aeron/exclusive/" + length + "-subscriber")
                                        .map(name -> new Candidate(name + "/offer")))
                                .toList())
                : Map.of();
    }

    /** {@return whether it can do that} */
    static boolean carries(Candidate candidate, Cell cell) {
        boolean isShorterThanBatch = candidate.api() == Api.BATCH && cell.isRoundTrip() && cell.burst() < Sender.GROUP;
        return candidate.carries(cell.payload()) && !isShorterThanBatch;
    }
}
