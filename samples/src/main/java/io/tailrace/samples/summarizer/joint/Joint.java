/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import org.jspecify.annotations.Nullable;

/**
 * A bounded queue between threads. Each kind says how many may put and take. A thread that waits in it ends its wait
 * when it is interrupted.
 *
 * @param <T> what goes through
 */
public interface Joint<T> {
    /** Waits while it is full: so whoever puts goes no faster than who takes. */
    void put(T item) throws InterruptedException;

    /** {@return the oldest item, for which it waits; null if the joint is closed and empty} */
    @Nullable
    T take() throws InterruptedException;

    /** {@return how many items are in it} Any thread; while others put and take, it is what it was a moment ago. */
    int size();

    /** {@return how many items it has room for} */
    int capacity();

    /** Says that nothing will be put any more. One thread calls this once, when all who put have ended. */
    void close() throws InterruptedException;
}
