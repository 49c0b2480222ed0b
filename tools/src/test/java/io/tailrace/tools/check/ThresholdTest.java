/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.tools.command.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThresholdTest {
    @ParameterizedTest
    @CsvSource({"49.9, OK", "50, WARNING", "89.9, WARNING", "90, CRITICAL", "1e300, CRITICAL", "NaN, UNKNOWN"})
    void fromTheBoundOn(double value, Verdict verdict) {
        assertEquals(verdict, Threshold.atLeast(50, 90).judge(value));
    }

    @ParameterizedTest
    @CsvSource({"4, OK", "3, WARNING", "1, WARNING", "0, CRITICAL", "NaN, UNKNOWN"})
    void belowTheBound(double value, Verdict verdict) {
        assertEquals(verdict, Threshold.below(4, 1).judge(value));
    }

    @Test
    void aBoundThatIsNoneIsNeverReached() {
        assertEquals(Verdict.WARNING, Threshold.atLeast(1, Double.NaN).judge(1e9));
        assertEquals(Verdict.CRITICAL, Threshold.below(Double.NaN, 1).judge(0));
        assertEquals(Verdict.OK, Threshold.NONE.judge(1e9));
    }

    @Test
    void aCriticalBoundCountsAlsoWhereTheWarningIsBehindIt() {
        assertEquals(Verdict.CRITICAL, Threshold.atLeast(90, 50).judge(60));
    }
}
