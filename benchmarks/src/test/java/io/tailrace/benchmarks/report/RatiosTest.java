/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.benchmarks.report.Measurement.Place;
import io.tailrace.benchmarks.report.Ratios.Spread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatiosTest {
    private static final long NEAR = 100;
    private static final long FAR = 300;

    @Test
    void dividesWithinARoundOnly() {
        Ratios ratios = Ratios.of(
                List.of(of(1, 1, NEAR, 0, 10), of(1, 2, NEAR, 0, 30), of(2, 1, FAR, 0, 90)),
                List.of(of(1, 1, NEAR, 0, 5), of(1, 2, FAR, 0, 10), of(3, 1, NEAR, 0, 1)),
                "value");
        assertEquals(List.of(new Ratios.Round(2, Place.NEAR), new Ratios.Round(3, Place.MIXED)), ratios.rounds());
        assertEquals("2.50 [2.25–2.75]", ratios.text());
        assertEquals("2.00", ratios.text(Place.NEAR));
        assertEquals("–", ratios.text(Place.FAR));
        assertEquals("1/0/1 (0)", ratios.places());
        assertEquals("–", Ratios.of(List.of(), List.of(), "value").text());
    }

    @Test
    void disturbedRoundsCountOnlyWhereThereAreNoOthers() {
        List<Measurement> theirs = List.of(of(1, 1, NEAR, 0, 1), of(1, 2, NEAR, 0, 1));
        Ratios mixed = Ratios.of(List.of(of(1, 1, NEAR, 0, 2), of(1, 2, NEAR, 50, 8)), theirs, "value");
        assertEquals(List.of(new Ratios.Round(2, Place.NEAR)), mixed.rounds());
        assertEquals(1, mixed.disturbed());
        Ratios all = Ratios.of(List.of(of(1, 1, NEAR, 20, 2)), theirs, "value");
        assertEquals(1, all.rounds().size());
        assertEquals(1, all.disturbed());
    }

    @Test
    void quartilesLieBetweenTwoFigures() {
        assertEquals(new Spread(2, 3, 4), Spread.of(List.of(5.0, 1.0, 3.0, 2.0, 4.0)));
        assertEquals(new Spread(1.25, 1.5, 1.75), Spread.of(List.of(2.0, 1.0)));
        assertEquals(new Spread(7, 7, 7), Spread.of(List.of(7.0)));
        assertThrows(IllegalArgumentException.class, () -> Spread.of(List.of()));
    }

    @Test
    void aRoundInWhichTheHostMovedTheCoresIsMixed() {
        assertEquals(Place.NEAR, at(NEAR, NEAR).place());
        assertEquals(Place.FAR, at(FAR, FAR).place());
        assertEquals(Place.MIXED, at(NEAR, FAR).place());
        assertEquals(Place.MIXED, at(FAR, NEAR).place());
        assertEquals(Place.FAR, at(FAR, 0).place());
    }

    private static Measurement at(long rawNs, long rawAfterNs) {
        return new Measurement("process", 17, 1, 1, "any", "burst-32", rawNs, rawAfterNs, 0, 1, "ns", Map.of());
    }

    private static Measurement of(int block, int round, long rawNs, double others, double value) {
        return new Measurement(
                "process", 17, block, round, "any", "roundtrip-32", rawNs, rawNs, others, value, "ns", Map.of());
    }
}
