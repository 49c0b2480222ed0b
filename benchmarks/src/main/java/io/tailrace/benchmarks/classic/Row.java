/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.peer.Candidate;
import java.util.List;

/** The rows of the table, in the talk's order, then those that it did not have. */
enum Row {
    WAIT_FREE("Baseline (wait-free)", "wait-free", 1),
    ARRAY_BLOCKING("ArrayBlockingQueue", "array-blocking", 3),
    LINKED_BLOCKING("LinkedBlockingQueue", "linked-blocking", 3),
    CONCURRENT_LINKED("ConcurrentLinkedQueue", "concurrent-linked", 3),
    DISRUPTOR_SINGLE("Disruptor 4.0, single producer", "disruptor-single", 1),
    DISRUPTOR_MULTI("Disruptor 4.0, multi producer", "disruptor-multi", 3),
    AGRONA_QUEUE("Agrona ManyToOneConcurrentArrayQueue", "agrona-many-to-one-queue", 3),
    JCTOOLS_QUEUE("JCTools MpscArrayQueue", "jctools-mpsc", 3),
    AGRONA_RING("Agrona ManyToOneRingBuffer, mapped file", "agrona-many-to-one-ring", 3),
    AERON_SHIPPED("Aeron IPC, as shipped", "aeron/concurrent/shipped", 3),
    AERON_BEST("Aeron IPC, best", "", 3),
    AERON_EXCLUSIVE_SHIPPED("Aeron IPC exclusive, as shipped", "aeron/exclusive/shipped", 1),
    AERON_EXCLUSIVE_BEST("Aeron IPC exclusive, best", "", 1),
    TAILRACE_CONCURRENT("Tailrace concurrent", "tailrace/concurrent/default", 3),
    TAILRACE_EXCLUSIVE("Tailrace exclusive", "tailrace/exclusive/default", 1),
    TAILRACE_BATCH("Tailrace concurrent, batches of 16", "tailrace/concurrent/default/batch", 3);

    /** A quick run measures these. */
    static final List<Row> LEADING =
            List.of(WAIT_FREE, AERON_BEST, AERON_EXCLUSIVE_BEST, TAILRACE_CONCURRENT, TAILRACE_EXCLUSIVE);

    private final String label;
    private final String candidate;
    private final int maxProducers;

    Row(String label, String candidate, int maxProducers) {
        this.label = label;
        this.candidate = candidate;
        this.maxProducers = maxProducers;
    }

    String label() {
        return label;
    }

    boolean takes(int producers) {
        return producers <= maxProducers;
    }

    boolean isExclusive() {
        return this == AERON_EXCLUSIVE_SHIPPED || this == AERON_EXCLUSIVE_BEST || this == TAILRACE_EXCLUSIVE;
    }

    String kind() {
        return isExclusive() ? Candidate.EXCLUSIVE : Candidate.CONCURRENT;
    }

    /** {@return the row of Aeron's best that it is compared with} */
    Row rival() {
        return isExclusive() ? AERON_EXCLUSIVE_BEST : AERON_BEST;
    }

    /** {@return whether a pilot has to choose its candidate} */
    boolean isChosen() {
        return candidate.isEmpty();
    }

    /** {@return the name of what it measures, if that is fixed} */
    String candidate() {
        return candidate;
    }
}
