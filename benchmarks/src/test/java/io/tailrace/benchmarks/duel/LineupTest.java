/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.duel.Cell.Workload;
import io.tailrace.benchmarks.duel.Cell.Workload.Shape;
import io.tailrace.benchmarks.duel.Lineup.Plan;
import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LineupTest {
    private static final Cell SHORT = new Cell(Candidate.EXCLUSIVE, new Workload(Shape.THROUGHPUT, 8));
    private static final Cell LONGEST = new Cell(Candidate.EXCLUSIVE, new Workload(Shape.THROUGHPUT, 65_536));

    @Test
    void whatIsLongerThanTheMtuGoesInFragmentsAndOnlyThat() {
        Map<Cell, List<Candidate>> pilot = lineup(false).pilot(Candidate.EXCLUSIVE);

        assertTrue(pilot.get(LONGEST).stream().allMatch(setup -> setup.api() == Api.FRAGMENTS));
        assertTrue(pilot.get(SHORT).stream().noneMatch(setup -> setup.api() == Api.FRAGMENTS));
    }

    @Test
    void nobodyIsAskedForWhatItCanNotCarry() {
        assertFalse(carries("aeron/exclusive/64k-subscriber/offer", "throughput-16384"));
        assertFalse(carries("tailrace/exclusive/default/batch", "throughput-65536"));
        assertFalse(carries("tailrace/exclusive/default/batch", "roundtrip-1"));
        assertTrue(carries("tailrace/exclusive/default/offer", "throughput-65536"));
        assertTrue(carries("aeron/concurrent/shipped/fragments", "throughput-4096"));
    }

    private static boolean carries(String setup, String workload) {
        return Lineup.carries(new Candidate(setup), Workload.parse(workload));
    }

    @Test
    void textsAreReadAsTheyAreWritten() {
        for (Cell cell : lineup(false).pilot(Candidate.CONCURRENT).keySet()) {
            assertEquals(cell.workload(), Workload.parse(cell.workload().toString()));
        }
        for (Candidate setup :
                lineup(true).pilot(Candidate.CONCURRENT).get(new Cell(Candidate.CONCURRENT, SHORT.workload()))) {
            assertEquals(setup, new Candidate(setup.toString()));
        }
    }

    @Test
    void everyCellHasTailraceTheBestAndTheShippedAeron() {
        Candidate best = new Candidate("aeron/exclusive/1m-subscriber/claim");
        List<Candidate> setups = lineup(true).duel(Map.of(SHORT, best)).get(SHORT);

        assertEquals(
                List.of(
                        "tailrace/exclusive/default/offer",
                        "tailrace/exclusive/default/claim",
                        "tailrace/exclusive/subscriber/offer",
                        best.toString(),
                        "aeron/exclusive/shipped/offer"),
                setups.stream().map(Candidate::toString).toList());
    }

    private static Lineup lineup(boolean quick) {
        return new Lineup(Plan.of(new Run(Path.of("."), "java", 17, quick, false, 1, Options.NONE, text -> {})));
    }
}
