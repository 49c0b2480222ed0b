/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.RawRing;
import java.util.ArrayList;
import java.util.List;

/**
 * What is measured, and how often.
 *
 * @param blocks sets of fresh JVMs
 * @param matrix Aeron's variants, of which a pilot chooses the best for each kind and cell
 */
record ProcessPlan(
        boolean quick,
        int blocks,
        Schedule slice,
        long warmUpMs,
        int pilotRounds,
        List<String> matrix,
        List<Cell> cells) {
    private static final List<String> QUICK_MATRIX = List.of("shipped", "4m", "4m-claim", "1m-subscriber");
    private static final List<String> FULL_MATRIX =
            List.of("shipped,16m,4m,4m-claim,4m-sleep,1m-claim,1m-subscriber,1m-subscriber-claim".split(",", -1));

    private static final Cell ROUND_TRIP = Cell.roundTrip(32);

    /** The rate for which the tail is compared, and code is compiled. */
    private static final Cell MILLION = Cell.oneWay(32, 1_000_000);

    private static final int HEADLINE_ROUNDS = 5;
    private static final int OTHER_ROUNDS = 2;
    private static final int QUICK_ROUNDS = 12;

    private static final int OTHER_PAYLOADS_RATE = 500_000;

    /** Chronicle Queue keeps everything until its block ends: some gigabytes. */
    private static final long SPACE_FOR_CHRONICLE = 8L << 30;

    static ProcessPlan quickly() {
        return new ProcessPlan(true, 1, Schedule.ofMs(50, 300), 1_200, 2, QUICK_MATRIX, List.of(ROUND_TRIP));
    }

    static ProcessPlan fully() {
        // Whether a frame lies in one cache line or in two decides: of 8, 32 and 56 bytes, Tailrace's 16, 40, 64,
        // Aeron's 64, 64, 96.
        List<Cell> cells = new ArrayList<>(List.of(Cell.roundTrip(8), ROUND_TRIP, Cell.roundTrip(56)));
        for (int rate : new int[] {10_000, 100_000, 500_000, 1_000_000, 2_000_000, 5_000_000}) {
            cells.add(Cell.oneWay(32, rate));
        }
        for (int payload : new int[] {8, 288, 1344}) {
            cells.add(Cell.oneWay(payload, OTHER_PAYLOADS_RATE));
        }
        return new ProcessPlan(false, 2, Schedule.ofMs(200, 800), 2_000, 2, FULL_MATRIX, cells);
    }

    /** {@return the cells by which the pilot chooses} */
    List<Cell> pilotCells() {
        return quick ? List.of(ROUND_TRIP) : List.of(ROUND_TRIP, MILLION);
    }

    /** {@return the pilot's cell that decides which of Aeron's variants is measured in a cell} */
    Cell decidedBy(Cell cell) {
        return cell.isOneWay() ? MILLION : ROUND_TRIP;
    }

    int roundsPerBlock(Cell cell) {
        if (quick) {
            return QUICK_ROUNDS;
        }
        return cell.equals(ROUND_TRIP) || cell.equals(MILLION) ? HEADLINE_ROUNDS : OTHER_ROUNDS;
    }

    /** {@return who is measured in a cell, beside Aeron's best} */
    List<Candidate> candidates(Cell cell, long usableSpace) {
        List<Candidate> candidates = new ArrayList<>();
        Candidate.KINDS.forEach(kind -> candidates.add(Candidate.of(Product.TAILRACE, kind, Candidate.DEFAULT)));
        if (!cell.isOneWay()) {
            candidates.add(Candidate.of(Product.RAW_LINES));
        } else if (cell.payload() <= RawRing.MAX_PAYLOAD) {
            candidates.add(Candidate.of(Product.RAW_RING));
        }
        if (quick) {
            return candidates;
        }
        if (decidedBy(cell).equals(cell)) {
            Candidate.KINDS.forEach(
                    kind -> candidates.add(Candidate.of(Product.AERON, kind, AeronVariant.SHIPPED.name())));
        }
        if (usableSpace >= SPACE_FOR_CHRONICLE) {
            candidates.add(Candidate.of(Product.CHRONICLE));
        }
        candidates.add(Candidate.of(Product.UNIX_SOCKET));
        if (cell.isOneWay() && cell.payload() == MILLION.payload()) {
            candidates.add(Pair.JITTER);
        }
        return candidates;
    }
}
