/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.TailraceVariant;
import io.tailrace.benchmarks.process.Cell.Kind;
import io.tailrace.benchmarks.raw.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is measured, and how often.
 *
 * @param blocks sets of fresh JVMs
 */
record ProcessPlan(Run run, int blocks, List<String> kinds, List<Cell> cells) {
    static final String USAGE = """
          --cells LIST       such as roundtrip-32,burst-32,throughput-32,poll-8,oneway-32-at-1000000
          --rounds N         rounds in all (8; quick 6)
          --blocks N         sets of fresh JVMs that they are spread over (2; quick 1)
          --kinds LIST       concurrent,exclusive
          --aeron LIST       variants of Aeron to choose from, such as shipped, 4m-claim, 1m-subscriber/claim
          --tailrace LIST    default, or term lengths such as 1m, or 1m-subscriber (who runs the driver)
        """ + Run.TUNING;

    private static final Cell ROUND_TRIP = Cell.roundTrip(32);
    /** Beside the same bytes by offer and poll, by hand. */
    private static final Candidate ASK =
            Candidate.of(Product.TAILRACE, Candidate.EXCLUSIVE, TailraceVariant.DEFAULT.name(), Api.ASK);

    private static final Cell BURST = new Cell(Kind.BURST, 32, 0);

    /** The rate for which the tail is compared, and code is compiled. */
    private static final Cell MILLION = Cell.oneWay(32, 1_000_000);

    private static final Cell STREAM = Cell.throughput(32);
    private static final Cell POLL = new Cell(Kind.POLL, 8, 0);
    private static final List<Cell> HEADLINES = List.of(ROUND_TRIP, BURST, MILLION, POLL);

    /** Whoever runs the driver between polls does not only poll. */
    private static final String POLL_MATRIX = "shipped,4m";

    private static final String QUICK_MATRIX = "shipped,4m,4m-claim,1m-subscriber";
    private static final String MATRIX = "shipped,16m,4m,4m-claim,4m-sleep,1m-subscriber,1m-subscriber-claim";

    /** For bursts and throughput: whoever claims writes all of a message, as in a duel. */
    private static final String STREAM_MATRIX =
            "shipped,16m,4m,4m/claim,1m-subscriber,1m-subscriber/claim,64k-subscriber";

    private static final String SHORT_STREAM_MATRIX = "shipped,4m,1m-subscriber,64k-subscriber";

    private static final int LONGEST_SHORT_PAYLOAD = 128;
    private static final int OTHER_PAYLOADS_RATE = 500_000;
    private static final int PILOT_ROUNDS = 2;

    /** Chronicle Queue keeps everything until its block ends: some gigabytes. */
    private static final long SPACE_FOR_CHRONICLE = 8L << 30;

    static ProcessPlan of(Run run) {
        Options own = run.own();
        return new ProcessPlan(
                run, own.number("--blocks", run.quick() ? 1 : 2), Candidate.kinds(own), cells(own, run.quick()));
    }

    private static List<Cell> cells(Options own, boolean quick) {
        if (own.has("--cells")) {
            return own.list("--cells", "").stream().map(Cell::parse).toList();
        }
        if (quick) {
            return List.of(ROUND_TRIP, BURST, STREAM);
        }
        List<Cell> cells = new ArrayList<>();
        // Whether a frame lies in one cache line or in two decides: of 8, 32 and 56 bytes, Tailrace's 16, 40, 64,
        // Aeron's 64, 64, 96.
        Stream.of(8, 32, 56, 120, 256).map(Cell::roundTrip).forEach(cells::add);
        cells.add(BURST);
        Stream.of(8, 32, 64, 128, 1024, 4096, 65_536).map(Cell::throughput).forEach(cells::add);
        cells.add(POLL);
        Stream.of(100_000, 1_000_000, 5_000_000)
                .map(rate -> Cell.oneWay(32, rate))
                .forEach(cells::add);
        Stream.of(288, 1344)
                .map(payload -> Cell.oneWay(payload, OTHER_PAYLOADS_RATE))
                .forEach(cells::add);
        return cells;
    }

    private boolean isChosen() {
        return run.own().has("--cells");
    }

    private static boolean isLongStream(Cell cell) {
        return cell.kind() == Kind.THROUGHPUT && cell.payload() > LONGEST_SHORT_PAYLOAD;
    }

    /** {@return the cell whose pilot chooses the Aeron that is measured in this one, and that warms all up for it} */
    Cell decidedBy(Cell cell) {
        return switch (cell.kind()) {
            case ROUNDTRIP -> ROUND_TRIP;
            case ONEWAY -> MILLION;
            case THROUGHPUT -> isLongStream(cell) ? cell : STREAM;
            case BURST, POLL, CLOCK -> cell;
        };
    }

    /** {@return the kinds that are measured in a cell} Long messages fill a log, of whichever kind it is. */
    List<String> kinds(Cell cell) {
        return isLongStream(cell) && !isChosen()
                ? kinds.stream().filter(Candidate.CONCURRENT::equals).toList()
                : kinds;
    }

    /** {@return how many rounds a block has} */
    int rounds(int block) {
        if (block == Measurement.PILOT) {
            return PILOT_ROUNDS;
        }
        return (run.own().number("--rounds", run.quick() ? 6 : 8) + blocks - 1) / blocks;
    }

    /** The tail needs longer ones; the pilot only chooses. */
    Schedule slice(int block, Cell cell) {
        if (cell.isOneWay()) {
            return cell.equals(MILLION) && block != Measurement.PILOT
                    ? Schedule.ofMs(200, 800)
                    : Schedule.ofMs(100, 400);
        }
        return Schedule.ofMs(40, block == Measurement.PILOT ? 120 : 250);
    }

    long warmUpMs() {
        return run.quick() ? 1_200 : 2_000;
    }

    /** {@return the Aerons of a kind from which the pilot chooses in a cell} */
    List<Candidate> aerons(Cell cell, String kind) {
        String matrix =
                switch (cell.kind()) {
                    case POLL -> POLL_MATRIX;
                    case BURST, THROUGHPUT -> run.quick() || isLongStream(cell) ? SHORT_STREAM_MATRIX : STREAM_MATRIX;
                    default -> run.quick() ? QUICK_MATRIX : MATRIX;
                };
        String chosen = cell.kind() == Kind.POLL ? matrix : run.own().text("--aeron", matrix);
        return Stream.of(chosen.split(",", -1))
                .flatMap(variant -> aeron(cell, kind, variant))
                .distinct()
                .toList();
    }

    /** {@return Aeron in a variant; what is longer than its frames goes in fragments, if it can carry that at all} */
    private static Stream<Candidate> aeron(Cell cell, String kind, String variant) {
        Candidate whole = Candidate.of(Product.AERON, kind, variant);
        return Stream.of(whole, Candidate.of(Product.AERON, kind, whole.variant(), Api.FRAGMENTS))
                .filter(candidate -> candidate.carries(cell.payload()))
                .limit(1);
    }

    /** {@return who is measured in a cell, beside Aeron's best} */
    List<Candidate> candidates(Cell cell, long usableSpace) {
        List<Candidate> candidates = new ArrayList<>();
        for (String kind : kinds(cell)) {
            tailraces(cell).forEach(variant -> Candidate.of(Product.TAILRACE, kind, variant)
                    .withBuilds(run.builds().keySet())
                    .forEach(candidates::add));
            if (isLongStream(cell) || (!run.quick() && !isChosen() && HEADLINES.contains(cell))) {
                aeron(cell, kind, AeronVariant.SHIPPED.name()).forEach(candidates::add);
            }
        }
        if (cell.equals(ROUND_TRIP) && kinds.contains(Candidate.EXCLUSIVE)) {
            candidates.add(ASK);
        }
        if (cell.kind() != Kind.POLL) {
            candidates.add(raw(cell));
        }
        if (cell.isOneWay() && cell.payload() == MILLION.payload()) {
            candidates.add(Pair.JITTER);
        }
        if (!run.quick() && !isChosen() && (cell.equals(ROUND_TRIP) || cell.equals(MILLION))) {
            candidates.add(Candidate.of(Product.UNIX_SOCKET));
            if (usableSpace >= SPACE_FOR_CHRONICLE) {
                candidates.add(Candidate.of(Product.CHRONICLE));
            }
        }
        candidates.removeIf(candidate -> !candidate.carries(cell.payload()));
        return candidates;
    }

    private List<String> tailraces(Cell cell) {
        boolean hasShortTerms = cell.equals(MILLION);
        return run.own().list("--tailrace", TailraceVariant.DEFAULT.name() + (hasShortTerms ? ",64k" : ""));
    }

    /** {@return the least that a cell can take} */
    static Candidate raw(Cell cell) {
        return Candidate.of(cell.kind() == Kind.ROUNDTRIP ? Product.RAW_LINES : Product.RAW_RING);
    }
}
