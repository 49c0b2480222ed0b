/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

/**
 * When each message of one of several publishers is due, in nanoseconds since the start. They take turns, so that all
 * together keep the rate. It never moves: what comes late was due when it was due, and the delay counts (no coordinated
 * omission).
 */
record Timetable(double perSecond, int publishers, int publisher) {
    private static final double NS_PER_SECOND = 1e9;

    /** {@return when message {@code number}, 0 and up, of this publisher is due} */
    long dueNs(long number) {
        return (long) ((number * (double) publishers + publisher) * (NS_PER_SECOND / perSecond));
    }

    /** {@return how many messages of this publisher are due before that} */
    long countBefore(long endNs) {
        long count = Math.max(0, (long) ((endNs * (perSecond / NS_PER_SECOND) - publisher) / publishers));
        while (dueNs(count) < endNs) {
            count++;
        }
        while (count > 0 && dueNs(count - 1) >= endNs) {
            count--;
        }
        return count;
    }
}
