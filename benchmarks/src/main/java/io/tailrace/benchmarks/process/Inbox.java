/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Latencies;
import io.tailrace.benchmarks.peer.Library;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of one receiver. The same class takes them in every cell, so that each process's poll knows one
 * handler only. A value is a time where latencies are recorded, else the number of the message, from 1; a negative one
 * says that these were all: see {@link #end}.
 */
final class Inbox implements Library.Inbox {
    private @Nullable Latencies latencies;
    private long count;
    private long misplaced;
    private long last;

    /** {@return the value of the message behind the last one} */
    static long end(long count) {
        return ~count;
    }

    /** Forgets what was, and records from now on, if there is something to record in. */
    void begin(@Nullable Latencies newLatencies) {
        latencies = newLatencies;
        count = 0;
        misplaced = 0;
        last = 0;
    }

    @Override
    public void take(long value) {
        last = value;
        if (value >= 0) {
            count++;
            if (latencies != null) {
                latencies.record(value);
            } else if (value != count) {
                misplaced++;
            }
        }
    }

    /** {@return how many have come} */
    long count() {
        return count;
    }

    /** {@return the last value} */
    long last() {
        return last;
    }

    /**
     * {@return whether the last one has come}
     *
     * @throws IllegalStateException if a message was lost, repeated or out of order
     */
    boolean isEnded() {
        if (last < 0) {
            Library.Inbox.check(~last, count, misplaced);
        }
        return last < 0;
    }
}
