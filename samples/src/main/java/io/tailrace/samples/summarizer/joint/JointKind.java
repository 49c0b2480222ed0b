/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/** The kinds of joints. */
public enum JointKind {
    /** An {@link ArrayBlockingQueue}: one lock. */
    ARRAY,
    /** A {@link LinkedBlockingQueue}: a lock for each end. */
    LINKED,
    /** A {@link ConcurrentLinkedQueue}, bounded by a count. */
    CONCURRENT,
    /** A {@link java.util.concurrent.LinkedTransferQueue}, bounded by a count. */
    TRANSFER,
    /** A Disruptor for a single consumer; for several a {@link LinkedBlockingQueue}, as in the article. */
    DISRUPTOR,
    /** An MPMC queue of JCTools; for a single consumer an MPSC queue. */
    JCTOOLS;

    /** {@return a joint for any number of threads that put and that take} */
    public <T> Joint<T> newForManyConsumers(int capacity) {
        return switch (this) {
            case ARRAY -> new BlockingJoint<>(new ArrayBlockingQueue<>(capacity), capacity);
            case LINKED, DISRUPTOR -> new BlockingJoint<>(new LinkedBlockingQueue<>(capacity), capacity);
            case CONCURRENT -> new PolledJoint<>(new CountedQueue<>(capacity), capacity);
            case TRANSFER -> new TransferJoint<>(capacity);
            case JCTOOLS -> {
                MpmcVarHandleArrayQueue<T> queue = new MpmcVarHandleArrayQueue<>(Math.max(2, capacity));
                yield new PolledJoint<>(queue, queue.capacity());
            }
        };
    }

    /** {@return a joint for any number of threads that put, and one that takes} */
    public <T> Joint<T> newForOneConsumer(int capacity) {
        return switch (this) {
            case ARRAY, LINKED, CONCURRENT, TRANSFER -> newForManyConsumers(capacity);
            case DISRUPTOR -> new DisruptorJoint<>(capacity);
            case JCTOOLS -> {
                MpscVarHandleArrayQueue<T> queue = new MpscVarHandleArrayQueue<>(capacity);
                yield new PolledJoint<>(queue, queue.capacity());
            }
        };
    }
}
