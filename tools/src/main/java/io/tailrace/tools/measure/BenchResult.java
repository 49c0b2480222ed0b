/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * What came of a run.
 *
 * @param sent by all publishers, while warming up, too
 * @param due what they should have sent
 * @param intervals of equal length, without the warming up
 */
record BenchResult(
        BenchPlan plan, long sent, long due, List<BenchInterval> intervals, List<SubscriberReport> subscribers) {
    /** {@return whether every subscriber got every message once and in order} */
    boolean isClean() {
        return subscribers.stream().allMatch(subscriber -> subscriber.isClean(sent));
    }

    /** {@return whether everything was sent that was due} Else publishers could not keep the rate. */
    boolean isOnTime() {
        return sent == due;
    }

    /** {@return the latencies of all subscribers} */
    Histogram latency() {
        Histogram latency = Latencies.newHistogram();
        subscribers.forEach(subscriber -> latency.add(subscriber.latency()));
        return latency;
    }

    /** {@return the sum of something over all subscribers} */
    long sum(ToLongFunction<SubscriberReport> something) {
        return subscribers.stream().mapToLong(something).sum();
    }

    /** {@return what each subscriber got, where something is wrong} */
    String describeSubscribers() {
        return subscribers.stream()
                .map(one -> "received=" + one.received() + " lost=" + one.lost() + " duplicated=" + one.duplicated()
                        + " reordered=" + one.reordered())
                .collect(Collectors.joining(", "));
    }
}
