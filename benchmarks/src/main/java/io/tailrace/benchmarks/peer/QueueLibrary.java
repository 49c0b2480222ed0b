/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.ProducerType;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jctools.queues.MpscArrayQueue;

/**
 * Queues of objects in one process, one for each stream: by offer and poll, never by blocking methods. Boxing should
 * not be measured, so a sender boxes each value once; the queue carries only some bits of a message's number.
 */
public final class QueueLibrary implements Library {
    /** The bits of a message's number that the queue carries. */
    public static final int BITS = 0x3FF;

    /** The capacity of every bounded queue. */
    static final int CAPACITY = 64 * 1024;

    private final Product product;
    private final Map<Integer, Queue<Long>> queues = new HashMap<>();

    public QueueLibrary(Product product) {
        this.product = product;
    }

    /** {@return whether it carries messages for a product} */
    public static boolean carries(Product product) {
        return product.compareTo(Product.WAIT_FREE) >= 0 && product.compareTo(Product.JCTOOLS_MPSC) <= 0;
    }

    @Override
    public String description() {
        return product + ", a queue of boxed numbers";
    }

    private Queue<Long> queue(int stream) {
        return queues.computeIfAbsent(stream, any -> switch (product) {
            case WAIT_FREE -> new OneToOneConcurrentArrayQueue<>(CAPACITY);
            case ARRAY_BLOCKING -> new ArrayBlockingQueue<>(CAPACITY);
            case LINKED_BLOCKING -> new LinkedBlockingQueue<>();
            case CONCURRENT_LINKED -> new ConcurrentLinkedQueue<>();
            case AGRONA_MANY_TO_ONE_QUEUE -> new ManyToOneConcurrentArrayQueue<>(CAPACITY);
            case JCTOOLS_MPSC -> new MpscArrayQueue<>(CAPACITY);
            default -> throw new IllegalArgumentException("not a queue: product=" + product);
        });
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        Queue<Long> queue = queue(stream);
        return limit -> {
            int messages = 0;
            for (Long value = queue.poll(); value != null; value = messages < limit ? queue.poll() : null) {
                inbox.take(value);
                messages++;
            }
            return messages;
        };
    }

    @Override
    public Sender sender(int stream) {
        Queue<Long> queue = queue(stream);
        Long[] boxed = new Long[BITS + 1];
        return (value, count, length) -> {
            if (value < 0) {
                return queue.offer(value);
            }
            int low = (int) value & BITS;
            if (boxed[low] == null) {
                boxed[low] = value;
            }
            return queue.offer(boxed[low]);
        };
    }

    /**
     * The Disruptor: events with one number, published one by one; the receiver polls, and takes all available events
     * as one batch.
     */
    static final class DisruptorLibrary implements Library {
        private final RingBuffer<Event> ring;

        /** One preallocated event. */
        private static final class Event {
            long value;
        }

        DisruptorLibrary(ProducerType producers) {
            // Its wait strategy is not used: the receiver polls, and the ring is never full.
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
                } catch (Exception e) { // declared for exceptions of a handler
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

    /** Agrona's ring buffer of many producers, on a mapped file. */
    static final class RingBufferLibrary implements Library {
        /** The talk's. */
        private static final int CAPACITY = 64 * 1024;

        /** The talk's limit: zeroing, which follows each read, then counts in a long burst. */
        private static final int READ_LIMIT = 16;

        private static final int TYPE = 1;

        private final MappedByteBuffer file;
        private final ManyToOneRingBuffer ring;

        RingBufferLibrary(Path path) {
            file = IoUtil.mapNewFile(path.toFile(), CAPACITY + RingBufferDescriptor.TRAILER_LENGTH);
            ring = new ManyToOneRingBuffer(new UnsafeBuffer(file));
        }

        @Override
        public String description() {
            return "Agrona's ring buffer of many producers, on a mapped file";
        }

        @Override
        public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
            MessageHandler handler = (type, buffer, index, length) -> inbox.take(buffer, index, length);
            return limit -> ring.read(handler, READ_LIMIT);
        }

        @Override
        public Sender sender(int stream) {
            UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Sender.MAX_LENGTH, 64));
            return (value, count, length) -> {
                message.putLong(0, value);
                return ring.write(TYPE, message, 0, length);
            };
        }

        @Override
        public void close() {
            IoUtil.unmap(file);
        }
    }
}
