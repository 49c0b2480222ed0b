/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.benchmarks.report.Ratios.Spread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatiosTest {
    private static final long NEAR = 100;
    private static final long FAR = 300;

    @Test
    void dividesWithinARoundOnlyAndPassesOverThePilot() {
        Ratios ratios = Ratios.of(
                List.of(of(0, 1, NEAR, 0, 9), of(1, 1, NEAR, 0, 10), of(1, 2, NEAR, 0, 30), of(2, 1, FAR, 0, 90)),
                List.of(of(0, 1, NEAR, 0, 1), of(1, 1, NEAR, 0, 5), of(1, 2, FAR, 0, 10), of(3, 1, NEAR, 0, 1)));
        assertEquals(
                List.of(new Ratios.Round(2, Ratios.Place.NEAR), new Ratios.Round(3, Ratios.Place.MIXED)),
                ratios.rounds());
        assertEquals("2.50x [2.25–2.75] n=2", ratios.text());
        assertEquals("2.00x", ratios.text(Ratios.Place.NEAR));
        assertEquals("–", ratios.text(Ratios.Place.FAR));
        assertEquals("1/0/1 (0)", ratios.places());
        assertEquals("–", Ratios.of(List.of(), List.of()).text());
    }

    @Test
    void disturbedRoundsCountOnlyWhereThereAreNoOthers() {
        List<Measurement> theirs = List.of(of(1, 1, NEAR, 0, 1), of(1, 2, NEAR, 0, 1));
        Ratios mixed = Ratios.of(List.of(of(1, 1, NEAR, 0, 2), of(1, 2, NEAR, 50, 8)), theirs);
        assertEquals(List.of(new Ratios.Round(2, Ratios.Place.NEAR)), mixed.rounds());
        assertEquals(1, mixed.disturbed());
        Ratios all = Ratios.of(List.of(of(1, 1, NEAR, 20, 2)), theirs);
        assertEquals(1, all.rounds().size());
        assertEquals(1, all.disturbed());
    }

    @Test
    void quartilesLieBetweenTwoFigures() {
        assertEquals(new Spread(5, 2, 3, 4), Spread.of(List.of(5.0, 1.0, 3.0, 2.0, 4.0)));
        assertEquals(new Spread(2, 1.25, 1.5, 1.75), Spread.of(List.of(2.0, 1.0)));
        assertEquals(new Spread(1, 7, 7, 7), Spread.of(List.of(7.0)));
        assertThrows(IllegalArgumentException.class, () -> Spread.of(List.of()));
    }

    private static Measurement of(int block, int round, long rawNs, double others, double value) {
        return new Measurement("duel", 17, block, round, "any", "roundtrip-1", rawNs, others, value, "ns", Map.of());
    }
}
