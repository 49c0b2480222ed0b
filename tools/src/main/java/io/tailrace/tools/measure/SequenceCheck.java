/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * Checks whether numbered messages, from 0, arrive once each and in order. While they do, it costs a comparison for
 * each message; one thread.
 */
final class SequenceCheck {
    /** The missing numbers: ranges by their first number, each with the number after its last. */
    private final TreeMap<Long, Long> gaps = new TreeMap<>();

    private long next;
    private long received;
    private long missing;
    private long duplicated;
    private long reordered;

    void accept(long number) {
        received++;
        if (number == next) {
            next++;
        } else if (number > next) {
            gaps.put(next, number);
            missing += number - next;
            next = number + 1;
        } else {
            acceptLate(number);
        }
    }

    private void acceptLate(long number) {
        Map.Entry<Long, Long> gap = gaps.floorEntry(number);
        if (gap == null || number >= gap.getValue()) {
            duplicated++;
            return;
        }
        reordered++;
        missing--;
        gaps.remove(gap.getKey());
        if (gap.getKey() < number) {
            gaps.put(gap.getKey(), number);
        }
        if (number + 1 < gap.getValue()) {
            gaps.put(number + 1, gap.getValue());
        }
    }

    long received() {
        return received;
    }

    /** {@return how many of the first {@code sent} messages never arrived} */
    long lost(long sent) {
        return missing + Math.max(0, sent - next);
    }

    long duplicated() {
        return duplicated;
    }

    long reordered() {
        return reordered;
    }
}
