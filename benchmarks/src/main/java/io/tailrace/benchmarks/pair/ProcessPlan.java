/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.pair.Contest.Plan;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.TailraceLibrary.TailraceVariant;
import io.tailrace.benchmarks.report.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The plan of the section {@code process}: pairs of two processes, and their drivers' processes. */
public final class ProcessPlan extends Plan {
    static final String NAME = "process";
    static final String USAGE = """
          --cells LIST       such as roundtrip-32,burst-32,throughput-32,poll-8,oneway-32-at-1000000
          --rounds N         rounds in all (8; quick 6)
          --blocks N         sets of fresh JVMs that they are spread over (2; quick 1)
          --kinds LIST       concurrent,exclusive
          --aeron LIST       variants of Aeron to choose from, such as shipped, 4m-claim, 1m-subscriber/claim
          --tailrace LIST    default, or term lengths such as 1m, or 1m-subscriber (who runs the driver)
        """ + Run.TUNING;

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(2),
            Duration.ofMinutes(11),
            USAGE,
            lab -> Contest.measure(lab, new ProcessPlan(lab.run())),
            ProcessChapter.CHAPTER);

    /** Compared with the same bytes by offer and poll. */
    private static final Candidate ASK =
            Candidate.of(Product.TAILRACE, Candidate.EXCLUSIVE, TailraceVariant.DEFAULT.name(), Api.ASK);

    private static final Cell ROUND_TRIP = Cell.named("roundtrip-32");
    private static final Cell BURST = Cell.named("burst-32");
    private static final Cell STREAM = Cell.named("throughput-32");
    private static final Cell POLL = Cell.named("poll-8");

    /** The rate at which the tail is compared and code is compiled. */
    private static final Cell MILLION = Cell.named("oneway-32-at-1000000");

    private static final List<Cell> HEADLINES = List.of(ROUND_TRIP, BURST, MILLION, POLL);

    /**
     * It matters whether a frame lies in one cache line or in two: for 8, 32 and 56 bytes, Tailrace's frames have 16,
     * 40, 64 bytes, Aeron's 64, 64, 96.
     */
    private static final List<Cell> CELLS = Stream.of(
                    "roundtrip-8",
                    "roundtrip-32",
                    "roundtrip-56",
                    "roundtrip-120",
                    "roundtrip-256",
                    "burst-32",
                    "throughput-8",
                    "throughput-32",
                    "throughput-64",
                    "throughput-128",
                    "throughput-1024",
                    "throughput-4096",
                    "throughput-65536",
                    "poll-8",
                    "oneway-32-at-100000",
                    "oneway-32-at-1000000",
                    "oneway-32-at-5000000",
                    "oneway-288-at-500000",
                    "oneway-1344-at-500000")
            .map(Cell::named)
            .toList();

    /** Excludes candidates that run the driver between polls: they do more than poll. */
    private static final String POLL_MATRIX = "shipped,4m";

    private static final String QUICK_MATRIX = "shipped,4m,4m-claim,1m-subscriber";
    private static final String MATRIX = "shipped,16m,4m,4m-claim,4m-sleep,1m-subscriber,1m-subscriber-claim";

    /** For bursts and throughput: a claim writes the whole message, as in a duel. */
    private static final String STREAM_MATRIX =
            "shipped,16m,4m,4m/claim,1m-subscriber,1m-subscriber/claim,64k-subscriber";

    private static final String SHORT_STREAM_MATRIX = "shipped,4m,1m-subscriber,64k-subscriber";
    private static final int LONGEST_SHORT_PAYLOAD = 128;

    /** Chronicle Queue keeps everything until its block ends: some gigabytes. */
    private static final long SPACE_FOR_CHRONICLE = 8L << 30;

    ProcessPlan(Run run) {
        super(run, 2, 8);
    }

    @Override
    List<Cell> cells() {
        return isChosen()
                ? run.own().list("--cells", "").stream().map(Cell::named).toList()
                : run.quick() ? List.of(ROUND_TRIP, BURST, STREAM) : CELLS;
    }

    private boolean isChosen() {
        return run.own().has("--cells");
    }

    private static boolean isLongStream(Cell cell) {
        return cell.kind() == Kind.THROUGHPUT && cell.payload() > LONGEST_SHORT_PAYLOAD;
    }

    @Override
    Cell decidedBy(Cell cell) {
        return switch (cell.kind()) {
            case ROUNDTRIP -> ROUND_TRIP;
            case ONEWAY -> MILLION;
            case THROUGHPUT -> isLongStream(cell) ? cell : STREAM;
            default -> cell;
        };
    }

    @Override
    Cell warmedBy(Cell cell) {
        return decidedBy(cell);
    }

    /** Long messages fill a log of either kind. */
    @Override
    List<String> kinds(Cell cell) {
        return isLongStream(cell) && !isChosen()
                ? kinds.stream().filter(Candidate.CONCURRENT::equals).toList()
                : kinds;
    }

    @Override
    int pilotRounds() {
        return 2;
    }

    /** The tail needs longer slices; the pilot only chooses. */
    @Override
    Schedule slice(int block, Cell cell) {
        boolean isPilot = block == Measurement.PILOT;
        if (cell.isOneWay()) {
            return cell.equals(MILLION) && !isPilot ? Schedule.ofMs(200, 800) : Schedule.ofMs(100, 400);
        }
        return Schedule.ofMs(40, isPilot ? 120 : 250);
    }

    @Override
    long warmUpMs(int cells) {
        return cells * (run.quick() ? 1_200L : 2_000L);
    }

    @Override
    Shape shape() {
        return Shape.THERE_AND_BACK;
    }

    @Override
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

    /** {@return Aeron in a variant; longer messages than its frames go in fragments, if it can carry them at all} */
    private static Stream<Candidate> aeron(Cell cell, String kind, String variant) {
        Candidate whole = Candidate.of(Product.AERON, kind, variant);
        return Stream.of(whole, Candidate.of(Product.AERON, kind, whole.variant(), Api.FRAGMENTS))
                .filter(candidate -> candidate.carries(cell.payload()))
                .limit(1);
    }

    @Override
    List<Candidate> candidates(Cell cell, long usableSpace) {
        List<Candidate> candidates = new ArrayList<>();
        for (String kind : kinds(cell)) {
            String variants = TailraceVariant.DEFAULT.name() + (cell.equals(MILLION) ? ",64k" : "");
            run.own().list("--tailrace", variants).forEach(variant -> Candidate.of(Product.TAILRACE, kind, variant)
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

    /** {@return the limits for a cell} */
    static Candidate raw(Cell cell) {
        return Candidate.of(cell.kind() == Kind.ROUNDTRIP ? Product.RAW_LINES : Product.RAW_RING);
    }
}
