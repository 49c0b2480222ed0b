/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** What a thread waits for that polls a subscription: messages of all its images. */
record ImageMessages(Subscription subscription) implements ThreadWait.Source {
    @Override
    public boolean isThere() {
        for (Image image : subscription.currentImages()) {
            if (image.hasMessage()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean nameSleeper(int number) {
        boolean isNew = false;
        for (Image image : subscription.currentImages()) {
            isNew |= image.nameSleeper(number);
        }
        return isNew;
    }

    @Override
    public String toString() {
        return "a message of stream " + subscription.stream();
    }
}
