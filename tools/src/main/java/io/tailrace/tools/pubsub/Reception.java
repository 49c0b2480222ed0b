/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import java.util.Locale;

/** What was received, and how fast. For one thread. */
final class Reception {
    private static final double NS_PER_SECOND = 1e9;
    private static final long SHORTEST_NS = 1_000_000;

    private final long startNs = System.nanoTime();
    private long messages;
    private long bytes;
    private long firstNs;
    private long lastNs;

    void add(int moreMessages, long moreBytes) {
        lastNs = System.nanoTime();
        if (messages == 0) {
            firstNs = lastNs;
        }
        messages += moreMessages;
        bytes += moreBytes;
    }

    long messages() {
        return messages;
    }

    long ageNs() {
        return System.nanoTime() - startNs;
    }

    /** {@return how long nothing has come} */
    long idleNs() {
        return messages == 0 ? ageNs() : System.nanoTime() - lastNs;
    }

    String summary() {
        return summary(messages, bytes, lastNs - firstNs, ageNs());
    }

    /** The rate is that between the first and the last message; where all came at once, that of the whole time. */
    static String summary(long messages, long bytes, long flowNs, long wholeNs) {
        double seconds = Math.max(flowNs >= SHORTEST_NS ? flowNs : wholeNs, 1) / NS_PER_SECOND;
        return messages + " received, "
                + String.format(Locale.ROOT, "%,.0f messages/s, %.1f MB/s", messages / seconds, bytes / seconds / 1e6);
    }
}
