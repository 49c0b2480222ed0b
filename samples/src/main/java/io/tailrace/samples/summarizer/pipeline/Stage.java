/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

/**
 * Hands items to whoever handles them, through a joint or by other means.
 *
 * @param <T> what is handled
 */
interface Stage<T> extends FillSource {
    /** Handles one item. Where the stage has several threads, all of them call it. */
    interface Handler<T> {
        /** May wait, and ends its wait when the thread is interrupted. */
        void handle(T item) throws InterruptedException;
    }

    /** Hands on an item, which will be handled; waits while there is no room. Any thread. */
    void put(T item) throws InterruptedException;

    /**
     * Waits until all that was put is handled; what the handler wrote is visible then. One thread calls this once, when
     * all who put have ended.
     */
    void finish() throws InterruptedException;
}
