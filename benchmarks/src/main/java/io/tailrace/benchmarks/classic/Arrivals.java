/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.peer.Library;
import java.util.Queue;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * Takes the messages that arrive at the consumer, checks that each is the successor of its producer's last one, and
 * answers the last of a burst through a wait-free queue of that producer's own. The consumer's thread takes, the
 * producers await.
 */
final class Arrivals implements Library.Inbox {
    private static final int ANSWERS_CAPACITY = 128;

    /** Of the counts below: in the middle of an array, because what lies beside an object may be another thread's. */
    private static final int NEXT = 32;

    private static final int MISPLACED = NEXT + Message.MAX_PRODUCERS;

    private final int[] counts = new int[MISPLACED + NEXT];
    private final Queue<Integer>[] answers;

    @SuppressWarnings("unchecked") // an array of queues of one kind
    Arrivals() {
        answers = IntStream.range(0, Message.MAX_PRODUCERS)
                .mapToObj(producer -> new OneToOneConcurrentArrayQueue<Integer>(ANSWERS_CAPACITY))
                .toArray(Queue[]::new);
    }

    @Override
    public void take(DirectBuffer buffer, int offset, int length) {
        take(buffer.getInt(offset));
    }

    @Override
    public void take(long value) {
        take((int) value);
    }

    void take(int message) {
        int producer = Message.producer(message);
        int index = Message.index(message);
        if (index != counts[NEXT + producer]) {
            counts[MISPLACED]++;
        }
        if (Message.isLast(message)) {
            counts[NEXT + producer] = 0;
            answers[producer].offer(producer);
        } else {
            counts[NEXT + producer] = index + 1;
        }
    }

    /** {@return whether an answer waits to be taken} */
    boolean isAnswered(int producer) {
        return !answers[producer].isEmpty();
    }

    /** Waits until the last message of the producer's burst has been answered. */
    int awaitAnswer(int producer, Pause pause) {
        Queue<Integer> own = answers[producer];
        int looks = 0;
        Integer answer = own.poll();
        while (answer == null) {
            looks = pause.await(looks);
            answer = own.poll();
        }
        return answer;
    }

    /**
     * When the consumer has ended.
     *
     * @throws IllegalStateException if messages were lost, doubled or out of order
     */
    void check() {
        if (counts[MISPLACED] != 0) {
            throw new IllegalStateException("messages lost, doubled or out of order: count=" + counts[MISPLACED]);
        }
    }

    /**
     * A message of 4 bytes, as in the talk: the number of its producer, its index in its burst, whether it is the last.
     */
    static final class Message {
        /** Bytes of a message. */
        static final int LENGTH = Integer.BYTES;

        static final int MAX_PRODUCERS = 4;

        private static final int PRODUCER_BITS = 2;

        private Message() {}

        /** {@return the messages of a burst} */
        static int[] burst(int producer, int length) {
            int[] messages = new int[length];
            for (int i = 0; i < length; i++) {
                messages[i] = i << (PRODUCER_BITS + 1) | producer << 1 | (i == length - 1 ? 1 : 0);
            }
            return messages;
        }

        static int index(int message) {
            return message >>> (PRODUCER_BITS + 1);
        }

        static int producer(int message) {
            return message >>> 1 & MAX_PRODUCERS - 1;
        }

        static boolean isLast(int message) {
            return (message & 1) != 0;
        }
    }
}
