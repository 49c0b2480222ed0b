/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.LogMeta;
import io.tailrace.log.Waker;
import io.tailrace.log.read.MessageReader;

/** The sleeper that the slot of an image names. Used by the thread inside the image. */
public final class SlotSleeper {
    private final LogMeta meta;
    private final int slot;
    private final Waker keeper;
    private int number;

    SlotSleeper(LogMeta meta, int slot, Waker keeper) {
        this.meta = meta;
        this.slot = slot;
        this.keeper = keeper;
    }

    /** Names the sleeper of the waiting thread. Returns whether the name is new. */
    boolean name(int newNumber) {
        boolean isNew = newNumber != number;
        if (isNew) {
            number = newNumber;
            meta.subscribers().nameSleeper(slot, newNumber);
        }
        return isNew;
    }

    /**
     * Wakes the keeper if the thread is about to wait at a claim, whose publisher may be dead, or at the end of the
     * log, which the keeper then removes.
     */
    public void wakeKeeperIfStanding(long position, MessageReader reader) {
        if ((meta.tailAcquire() > position || position >= meta.endPositionAcquire())
                && !LogDamage.isNextOrDamage(reader)) {
            keeper.wakeBehindStore();
        }
    }
}
