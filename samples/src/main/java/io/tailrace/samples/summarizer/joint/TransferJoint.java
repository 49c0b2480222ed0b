/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A {@link LinkedTransferQueue}, which has no bound of its own. Any number of threads put, and take. */
final class TransferJoint<T> implements Joint<T> {
    /** Who takes it has seen the end, and puts it back for the others. */
    private static final Object END = new Object();

    private final LinkedTransferQueue<Object> queue = new LinkedTransferQueue<>();
    private final Semaphore room;
    private final int capacity;

    TransferJoint(int capacity) {
        this.capacity = capacity;
        this.room = new Semaphore(capacity);
    }

    @Override
    public void put(T item) throws InterruptedException {
        room.acquire();
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
        room.release();
        return (T) item;
    }

    @Override
    public int size() {
        return capacity - room.availablePermits();
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public void close() {
        queue.put(END);
    }
}
