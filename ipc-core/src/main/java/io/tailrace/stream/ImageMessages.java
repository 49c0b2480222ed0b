/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.wait.ThreadWait;

/** The events that a thread polling a subscription waits for: messages of all its images, or a wake-up. */
final class ImageMessages implements ThreadWait.Source {
    private final StreamSubscription subscription;
    /** Stays until a wait has ended. */
    private volatile boolean woken;

    private volatile boolean inBlocks;

    ImageMessages(StreamSubscription subscription) {
        this.subscription = subscription;
    }

    @Override
    public boolean isThere() {
        if (woken) {
            return true;
        }
        for (LogImage image : subscription.currentImages()) {
            if (image.hasMessage()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean nameSleeper(int number) {
        boolean isNew = false;
        for (LogImage image : subscription.currentImages()) {
            isNew |= image.nameSleeper(number);
        }
        return isNew;
    }

    /** As {@link StreamSubscription#readInBlocks}. */
    void readInBlocks() {
        if (!inBlocks) {
            inBlocks = true;
        }
    }

    boolean areInBlocks() {
        return inBlocks;
    }

    /** From now on the event is there. Any thread. */
    void wake() {
        woken = true;
    }

    /** Called when a wait has ended, and its thread checks everything. Returns true. */
    boolean endWake() {
        if (woken) {
            woken = false;
        }
        return true;
    }

    @Override
    public String toString() {
        return "a message of stream " + subscription.stream();
    }
}
