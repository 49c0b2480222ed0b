/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.benchmarks.report.Ratios.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void ofAnOddNumberOfFigures() {
        assertEquals(new Spread(5, 2, 3, 4), Spread.of(List.of(5.0, 1.0, 3.0, 2.0, 4.0)));
    }

    @Test
    void liesBetweenTwoFigures() {
        assertEquals(new Spread(2, 1.25, 1.5, 1.75), Spread.of(List.of(2.0, 1.0)));
    }

    @Test
    void ofOneFigure() {
        assertEquals(new Spread(1, 7, 7, 7), Spread.of(List.of(7.0)));
    }

    @Test
    void ofNoFigures() {
        assertThrows(IllegalArgumentException.class, () -> Spread.of(List.of()));
    }
}
