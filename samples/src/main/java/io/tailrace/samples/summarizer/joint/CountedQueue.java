/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import java.util.AbstractQueue;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A {@link ConcurrentLinkedQueue} that is full at some size. Any thread. */
class CountedQueue<T> extends AbstractQueue<T> {
    private final ConcurrentLinkedQueue<T> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final int capacity;

    CountedQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Takes the room first, so that there are never more items than counted. */
    @Override
    public boolean offer(T item) {
        int before = count.get();
        while (before < capacity) {
            if (count.compareAndSet(before, before + 1)) {
                return queue.offer(item);
            }
            before = count.get();
        }
        return false;
    }

    @Override
    public @Nullable T poll() {
        T item = queue.poll();
        if (item != null) {
            count.decrementAndGet();
        }
        return item;
    }

    @Override
    public @Nullable T peek() {
        return queue.peek();
    }

    @Override
    public Iterator<T> iterator() {
        return queue.iterator();
    }

    @Override
    public int size() {
        return count.get();
    }
}
