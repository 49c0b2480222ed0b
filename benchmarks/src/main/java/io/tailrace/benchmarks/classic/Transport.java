/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import com.lmax.disruptor.dsl.ProducerType;
import io.tailrace.benchmarks.peer.Candidate;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.jctools.queues.MpscArrayQueue;

/** A candidate of a row of the table: it takes messages from several producers to one consumer. */
interface Transport extends AutoCloseable {
    String WAIT_FREE = "wait-free";
    String ARRAY_BLOCKING = "array-blocking";
    String LINKED_BLOCKING = "linked-blocking";
    String CONCURRENT_LINKED = "concurrent-linked";
    String DISRUPTOR_SINGLE = "disruptor-single";
    String DISRUPTOR_MULTI = "disruptor-multi";
    String AGRONA_QUEUE = "agrona-many-to-one-queue";
    String JCTOOLS_QUEUE = "jctools-mpsc";
    String AGRONA_RING = "agrona-many-to-one-ring";

    /**
     * Makes the sending end of one producer, on that producer's thread.
     *
     * @param producer its number, from 0
     * @param burst its messages, the same each time
     */
    Sender sender(int producer, int[] burst, Pause pause);

    /** Delivers what is there to the {@link Arrivals}, on the consumer's thread. Returns whether there was anything. */
    boolean poll();

    /** After all threads have ended. */
    @Override
    default void close() {}

    /** The sending end of one producer. */
    interface Sender {
        /** Sends the whole burst, and waits for space where there is none. */
        void sendBurst();
    }

    /** {@return whether it is Tailrace or Aeron} */
    static boolean isLog(String candidate) {
        return candidate.contains("/");
    }

    /**
     * Starts it.
     *
     * @param directory that exists, for its files
     * @param arrivals to which it delivers
     */
    static Transport start(String candidate, Path directory, int producers, Arrivals arrivals) {
        Path files = directory.resolve("files");
        if (isLog(candidate)) {
            return new LogTransport(new Candidate(candidate), files, producers, arrivals);
        }
        return switch (candidate) {
            case DISRUPTOR_SINGLE -> new DisruptorTransport(ProducerType.SINGLE, arrivals);
            case DISRUPTOR_MULTI -> new DisruptorTransport(ProducerType.MULTI, arrivals);
            case AGRONA_RING -> new RingBufferTransport(files, arrivals);
            default -> new QueueTransport(queue(candidate), arrivals);
        };
    }

    private static Queue<Integer> queue(String candidate) {
        return switch (candidate) {
            case WAIT_FREE -> new OneToOneConcurrentArrayQueue<>(QueueTransport.CAPACITY);
            case ARRAY_BLOCKING -> new ArrayBlockingQueue<>(QueueTransport.CAPACITY);
            case LINKED_BLOCKING -> new LinkedBlockingQueue<>();
            case CONCURRENT_LINKED -> new ConcurrentLinkedQueue<>();
            case AGRONA_QUEUE -> new ManyToOneConcurrentArrayQueue<>(QueueTransport.CAPACITY);
            case JCTOOLS_QUEUE -> new MpscArrayQueue<>(QueueTransport.CAPACITY);
            default -> throw new IllegalArgumentException("no such candidate: name=" + candidate);
        };
    }
}
