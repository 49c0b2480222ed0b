/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import io.tailrace.samples.summarizer.event.Reject;
import java.util.EnumMap;
import java.util.Map;

/** Counts lines that are no events, by reason. Any thread. */
public final class RejectCounts {
    private final Map<Reject, Long> counts = new EnumMap<>(Reject.class);

    /** Counts one. */
    public synchronized void count(Reject reason) {
        counts.merge(reason, 1L, Long::sum);
    }

    /** {@return how many there were of each reason} */
    public synchronized Map<Reject, Long> counts() {
        return new EnumMap<>(counts);
    }
}
