/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.ProducerType;
import io.tailrace.benchmarks.peer.Library.Sender;

/**
 * The Disruptor: events with one int, published one by one; the consumer polls, and takes what is there as one batch.
 */
final class DisruptorTransport implements Transport {
    private final RingBuffer<Event> ring;
    private final EventPoller<Event> poller;
    private final EventPoller.Handler<Event> handler;

    /** One preallocated event. */
    private static final class Event {
        int message;
    }

    DisruptorTransport(ProducerType producers, Arrivals arrivals) {
        // Nobody waits by its strategy: the consumer polls, and the ring is never full.
        ring = RingBuffer.create(producers, Event::new, QueueTransport.CAPACITY, new YieldingWaitStrategy());
        poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        handler = (event, sequence, endOfBatch) -> {
            arrivals.take(event.message);
            return true;
        };
    }

    @Override
    public Sender sender(int producer, int[] burst, Pause pause) {
        return () -> {
            for (int message : burst) {
                long sequence = ring.next();
                ring.get(sequence).message = message;
                ring.publish(sequence);
            }
        };
    }

    @Override
    public boolean poll() {
        try {
            return poller.poll(handler) == EventPoller.PollState.PROCESSING;
        } catch (Exception e) { // declared for what a handler throws
            throw new IllegalStateException(e);
        }
    }
}
