/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Told what a subscription of policy {@link SubscriptionConfig.Policy#DROP} has lost, by the thread that polls it. */
@FunctionalInterface
public interface OverrunHandler {
    /**
     * Publishers have written over messages that were not read yet. The image goes on at the oldest one that is still
     * there.
     *
     * @param fromPosition where the lost range begins, in bytes
     * @param toPosition where it ends and the next message begins
     */
    void onOverrun(Image image, long fromPosition, long toPosition);
}
