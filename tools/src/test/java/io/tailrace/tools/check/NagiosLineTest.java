/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.tools.check.CheckResult.Measure;
import io.tailrace.tools.command.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class NagiosLineTest {
    private static final Threshold LAG = Threshold.atLeast(50, 90);

    private static Measure lag(String stream, double percent, String text) {
        return new Measure("lag", stream, "%", percent, LAG, text);
    }

    @Test
    void whereAllIsWellItSaysSo() {
        CheckResult result = CheckResult.of(
                "the driver is alive",
                List.of(
                        lag("", 12, "unused"),
                        new Measure("heartbeat", "", "s", 0.2, Threshold.atLeast(2, 5), ""),
                        new Measure("room", "", "", 100, Threshold.below(4, 1), "")));

        assertEquals(
                "TAILRACE OK - the driver is alive | lag=12%;50;90;0 heartbeat=0.200s;2;5;0 room=100;4:;1:;0",
                result.nagios());
    }

    @Test
    void theWorstIsFirstAndEachIsSaidOnce() {
        CheckResult result = CheckResult.of(
                "well",
                List.of(
                        new Measure("held", "", "", 1, Threshold.atLeast(1, Double.NaN), "held back"),
                        lag("quotes", 95, "quotes lags"),
                        lag("", 95, "quotes lags")));

        assertEquals(Verdict.CRITICAL, result.verdict());
        assertEquals(
                "TAILRACE CRITICAL - quotes lags; held back | held=1;1;;0 'lag quotes'=95%;50;90;0 lag=95%;50;90;0",
                result.nagios());
    }

    @Test
    void aHostileNameEndsNeitherTheTextNorItsLabel() {
        String name = "a'b=c|d\u001b[2J\n\u202e;e";
        CheckResult result = CheckResult.of("well", List.of(lag(name, 95, "bad|text")));

        assertEquals(
                "TAILRACE CRITICAL - bad/text | 'lag a''b_c/d\\x1b[2J\\n\\u{202e};e'=95%;50;90;0", result.nagios());
    }

    @Test
    void whatIsNotKnownHasNoValue() {
        CheckResult result = CheckResult.of(
                "well", List.of(new Measure("unreadable", "", "", Double.NaN, Threshold.NONE, "a file")));

        assertEquals("TAILRACE UNKNOWN - a file", result.nagios());
        assertEquals(
                "TAILRACE CRITICAL - gone",
                CheckResult.failed(Verdict.CRITICAL, "gone").nagios());
    }
}
