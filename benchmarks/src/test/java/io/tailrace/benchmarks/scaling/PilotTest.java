/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.scaling.ScalingSection.Pilot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PilotTest {
    private final Pilot pilot = new Pilot(List.of(
            measured("aeron/concurrent/64k", "grid-1x1-spin", 9),
            measured("aeron/concurrent/4m", "grid-1x1-spin", 8),
            measured("aeron/concurrent/64k", "grid-3x1-park", 1),
            measured("aeron/concurrent/4m", "grid-3x1-park", 2),
            measured("aeron/exclusive/1m", "grid-3x1-park", 3),
            measured("aeron/concurrent/64k", "grid-3x1-yield", 6),
            measured("aeron/concurrent/4m", "grid-3x1-yield", 5)));

    private static Measurement measured(String candidate, String cell, double value) {
        return new Measurement("scaling", 17, 0, 1, candidate, cell, 100, 0, value, "messages/s", Map.of());
    }

    private String best(String cell) {
        return pilot.best(Candidate.CONCURRENT, Cell.parse(cell)).variant();
    }

    @Test
    void theBestOfTheCellIsChosen() {
        assertEquals("4m", best("grid-3x1-park"));
        assertEquals("64k", best("grid-1x1-spin"));
        assertEquals(
                "1m",
                pilot.best(Candidate.EXCLUSIVE, Cell.parse("grid-3x1-park")).variant());
    }

    @Test
    void aCellThatThePilotDoesNotHaveGetsTheBestOfTheOneMostLikeIt() {
        assertEquals("4m", best("grid-4x1-park"));
        assertEquals("64k", best("grid-2x1-yield"));
    }
}
