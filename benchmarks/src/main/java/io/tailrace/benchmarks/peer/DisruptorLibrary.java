/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.ProducerType;
import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;

/**
 * The Disruptor: events with one number, published one by one; the receiver polls, and takes what is there as one
 * batch.
 */
final class DisruptorLibrary implements Library {
    private final RingBuffer<Event> ring;

    /** One preallocated event. */
    private static final class Event {
        long value;
    }

    DisruptorLibrary(ProducerType producers) {
        // Nobody waits by its strategy: the receiver polls, and the ring is never full.
        ring = RingBuffer.create(producers, Event::new, QueueLibrary.CAPACITY, new YieldingWaitStrategy());
    }

    @Override
    public String description() {
        return "Disruptor, polled";
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        EventPoller<Event> poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        EventPoller.Handler<Event> handler = (event, sequence, endOfBatch) -> {
            inbox.take(event.value);
            return true;
        };
        return limit -> {
            try {
                return poller.poll(handler) == EventPoller.PollState.PROCESSING ? 1 : 0;
            } catch (Exception e) { // declared for what a handler throws
                throw new IllegalStateException(e);
            }
        };
    }

    @Override
    public Sender sender(int stream) {
        return (value, count, length) -> {
            long sequence = ring.next();
            ring.get(sequence).value = value;
            ring.publish(sequence);
            return true;
        };
    }
}
