/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.jctools.queues.MpscArrayQueue;

/**
 * Queues of objects in one process, one for each stream: by offer and poll, never by methods that block. Boxing is not
 * what is measured, so a sender boxes each value once; of the number of a message the queue carries only some bits.
 */
public final class QueueLibrary implements Library {
    /** The bits of a message's number that come through. */
    public static final int BITS = 0x3FF;

    /** Of every queue that has one. */
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
}
