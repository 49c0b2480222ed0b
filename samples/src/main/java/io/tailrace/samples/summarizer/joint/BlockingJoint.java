/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** A bounded {@link BlockingQueue}. Any number of threads put, and take. */
final class BlockingJoint<T> implements Joint<T> {
    /** Who takes it has seen the end, and puts it back for the others. */
    private static final Object END = new Object();

    private final BlockingQueue<Object> queue;
    private final int capacity;

    BlockingJoint(BlockingQueue<Object> queue, int capacity) {
        this.queue = queue;
        this.capacity = capacity;
    }

    @Override
    public void put(T item) throws InterruptedException {
        queue.put(item);
    }

    @Override
    @SuppressWarnings("unchecked") // All but the end is what put has put.
    public @Nullable T take() throws InterruptedException {
        Object item = queue.take();
        if (item == END) {
            queue.put(END);
            return null;
        }
        return (T) item;
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public void close() throws InterruptedException {
        queue.put(END);
    }
}
