/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.WaitPolicy;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchPlanTest {
    @Test
    void planSurvivesACommandLine() {
        BenchPlan plan = new BenchPlan(
                BenchPlan.What.DEMO,
                1024,
                12_345.678,
                3,
                4,
                BenchPlan.Api.CLAIM,
                true,
                WaitPolicy.ECONOMY,
                new BenchPlan.Times(5, 6));
        String[] arguments = Stream.concat(Stream.of("bench-pub", "/dir"), plan.toWords().stream())
                .toArray(String[]::new);
        assertEquals(plan, BenchPlan.parse(arguments, 2));
    }

    @ParameterizedTest
    @CsvSource({"10000000,1,10000000", "999999999,1,999999999", "3000000000,3,1000000000", "2500000000,2,1250000000"})
    void intervalsAreEqualAndHaveAllOfTheTime(long durationNs, int intervals, long intervalNs) {
        BenchPlan.Times times = new BenchPlan.Times(7, durationNs);
        assertEquals(intervals, times.intervals());
        assertEquals(intervalNs, times.intervalNs());
        assertEquals(durationNs + 7, times.endNs());
    }
}
