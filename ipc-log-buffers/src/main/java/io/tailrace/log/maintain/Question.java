/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.MAX_PUBLISHERS;

import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;

/**
 * The keeper's question to all living publishers of a log: is every claim before {@link #tail} visible by its header or
 * listed as a debt? Once all have answered yes, a claim without a header must belong to a dead publisher. The question
 * is state in the meta file, not an event: a stopped process answers when it resumes, and a new driver can ask again.
 * Used by the driver's thread.
 */
final class Question {
    private final LogMeta meta;
    private final long[] asked = new long[MAX_PUBLISHERS];
    private long number;
    private long tail;
    private boolean open;

    Question(LogMeta meta) {
        this.meta = meta;
        this.number = meta.questionAcquire();
    }

    boolean isOpen() {
        return open;
    }

    /** {@return the tail read before the question was asked} */
    long tail() {
        return tail;
    }

    /**
     * Asks: first reads the tail, then the publishers, then stores the number; a later publisher claims past the tail.
     */
    void ask() {
        tail = meta.tailAcquire();
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            asked[slot] = meta.publishers().acquire(slot);
        }
        number++;
        // Release: pairs with the acquire in QuestionAnswerer.answer.
        meta.questionRelease(number);
        open = true;
    }

    void withdraw() {
        open = false;
    }

    /**
     * {@return the slot of a living publisher that has not answered yet, or -1 if all have} A publisher that is proven
     * dead, or has ended without an open claim, owes no answer.
     */
    int missing(PublisherSlots publishers) {
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            boolean stillThere = asked[slot] != 0 && meta.publishers().acquire(slot) == asked[slot];
            if (stillThere && publishers.isLiving(slot) && meta.answerAcquire(slot) < number) {
                return slot;
            }
        }
        return -1;
    }

    /** {@return the lowest debt in the answers of living publishers} */
    long lowestDebt(PublisherSlots publishers) {
        long lowest = LogLayout.NONE;
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            if (asked[slot] != 0 && meta.publishers().acquire(slot) == asked[slot] && publishers.isLiving(slot)) {
                lowest = Math.min(lowest, meta.lowestDebt(slot));
            }
        }
        return lowest;
    }
}
