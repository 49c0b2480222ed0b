/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A bounded queue that nobody can wait in: so who finds it full or empty looks again and again. */
final class PolledJoint<T> implements Joint<T> {
    private final Queue<T> queue;
    private final int capacity;
    private volatile boolean isClosed;

    PolledJoint(Queue<T> queue, int capacity) {
        this.queue = queue;
        this.capacity = capacity;
    }

    @Override
    public void put(T item) throws InterruptedException {
        for (int attempts = 0; !queue.offer(item); attempts++) {
            Pause.after(attempts);
        }
    }

    @Override
    public @Nullable T take() throws InterruptedException {
        for (int attempts = 0; true; attempts++) {
            // Volatile: pairs with the store in close. Read before the queue, so that what was put before the end is
            // seen, and not taken for nothing.
            boolean wasClosed = isClosed;
            T item = queue.poll();
            if (item != null || wasClosed) {
                return item;
            }
            Pause.after(attempts);
        }
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
    public void close() {
        isClosed = true; // Volatile: pairs with the load in take. All that was put is in the queue.
    }
}
