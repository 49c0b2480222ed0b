/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

/**
 * A stage that handles one item after the other. What the handler writes has one writer, and needs no lock.
 *
 * @param <T> what is handled
 */
interface SerialStage<T> extends Stage<T> {
    /**
     * Has work done between two items by whoever handles them, so that it may read what the handler writes. It comes
     * behind all items that were put before. Waits while there is no room, not for the work. Any thread, until the
     * stage is finished.
     *
     * @param work throws nothing
     */
    void runBetween(Runnable work) throws InterruptedException;
}
