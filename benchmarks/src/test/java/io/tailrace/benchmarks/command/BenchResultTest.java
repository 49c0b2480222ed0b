/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.WaitPolicy;
import io.tailrace.tools.measure.BenchPlan;
import io.tailrace.tools.measure.BenchResult;
import io.tailrace.tools.measure.BenchResult.Subscriber;
import io.tailrace.tools.measure.Latencies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link BenchIT} has results that are clean, and a rate that is not reached. */
class BenchResultTest {
    private static final BenchPlan PLAN = new BenchPlan(
            BenchPlan.What.THROUGHPUT,
            1 << 20,
            0,
            1,
            2,
            BenchPlan.Api.OFFER,
            false,
            WaitPolicy.BALANCED,
            new BenchPlan.Times(1_000_000_000, 2_000_000_000));

    private static BenchResult result(long sent, long received) {
        Subscriber good = new Subscriber(sent, 0, 0, 0, Latencies.newHistogram());
        Subscriber other = new Subscriber(received, sent - received, 0, 0, Latencies.newHistogram());
        return new BenchResult(PLAN, sent, sent, List.of(), List.of(good, other));
    }

    @Test
    void aMessageThatOneSubscriberMissesIsNotClean() {
        assertTrue(result(8, 8).isClean());
        assertFalse(result(8, 7).isClean());
        assertTrue(result(8, 7).describeSubscribers().contains("received=7 lost=1"));
    }
}
