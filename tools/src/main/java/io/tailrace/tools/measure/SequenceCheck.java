/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * Tells whether numbered messages, 0 and up, come once each and in order. Costs a comparison a message while they do;
 * for one thread.
 */
final class SequenceCheck {
    /** What is missing: ranges by their first number, with the one behind their last. */
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

    /** {@return how many of the first so many never came} */
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
