/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventTranslatorOneArg;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A ring of the Disruptor with references in its entries. Any number of threads put, and one takes. */
final class DisruptorJoint<T> implements Joint<T> {
    private static final Object END = new Object();
    private static final EventTranslatorOneArg<Entry, Object> FILL = (entry, sequence, item) -> entry.item = item;

    private final RingBuffer<Entry> ring;
    private final SequenceBarrier barrier;
    /** The last entry that was taken. */
    private final Sequence taken = new Sequence();
    /** Entries up to here may be taken without a look at the barrier. Of the thread that takes. */
    private long available = taken.get();

    private boolean isEnded;

    private static final class Entry {
        private @Nullable Object item;
    }

    /** @param capacity is rounded up to a power of two */
    DisruptorJoint(int capacity) {
        int length = Math.max(2, Integer.highestOneBit(capacity - 1) << 1);
        ring = RingBuffer.createMultiProducer(Entry::new, length, new BlockingWaitStrategy());
        barrier = ring.newBarrier();
        ring.addGatingSequences(taken);
    }

    /** Does not wait in the ring: that would not end by an interrupt. */
    @Override
    public void put(T item) throws InterruptedException {
        putAny(item);
    }

    private void putAny(Object item) throws InterruptedException {
        for (int attempts = 0; !ring.tryPublishEvent(FILL, item); attempts++) {
            Pause.after(attempts);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // All but the end is what put has put.
    public @Nullable T take() throws InterruptedException {
        if (isEnded) {
            return null;
        }
        long next = taken.get() + 1;
        if (next > available) {
            available = await(next);
        }
        Entry entry = ring.get(next);
        Object item = entry.item;
        entry.item = null; // Else it would live as long as its entry.
        taken.set(next);
        isEnded = item == END;
        return isEnded ? null : (T) item;
    }

    /** Returns the last entry that is there. The barrier also returns for one that is claimed and not filled yet. */
    private long await(long sequence) throws InterruptedException {
        try {
            long last = barrier.waitFor(sequence);
            for (int attempts = 0; last < sequence; attempts++) {
                Pause.after(attempts);
                last = barrier.waitFor(sequence);
            }
            return last;
        } catch (AlertException | TimeoutException e) {
            throw new IllegalStateException("nobody alerts, and the wait has no limit: sequence=" + sequence, e);
        }
    }

    @Override
    public int size() {
        return (int) Math.max(0, ring.getCursor() - taken.get());
    }

    @Override
    public int capacity() {
        return ring.getBufferSize();
    }

    @Override
    public void close() throws InterruptedException {
        putAny(END);
    }
}
