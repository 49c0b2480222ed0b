/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.lab.Waiting;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A carrier of messages, as seen by one process: streams by number from 1, each with a sending and a receiving end. One
 * thread uses each end. All sections measure libraries through this interface.
 *
 * <p>It costs a measured loop nothing, because each measured process opens one library and has one class of {@link
 * Sender}, one of {@link Receiver} and one of {@link Inbox}: HotSpot's C2 inlines an interface call of one target (seen
 * with -XX:+PrintInlining on JDK 17). So each call of a library's API has its own class of senders, a candidate has its
 * own process, and a section has one class of inboxes.
 */
public interface Library extends AutoCloseable {
    /**
     * {@return a new receiving end of a stream} All receivers are created before the first sender.
     *
     * @param runsDriver whether its thread runs the driver after every few polls, if the driver has no thread
     */
    Receiver receiver(int stream, Inbox inbox, boolean runsDriver);

    /** {@return a new sending end of a stream} */
    Sender sender(int stream);

    /** {@return whether all of its ends have their counterpart} Called repeatedly until they have. */
    default boolean isConnected() {
        return true;
    }

    /** Runs the cycles of driver and client once, if they have no threads. */
    default void runCycles() {}

    /**
     * Waits until all of its ends have their counterpart.
     *
     * @throws IllegalStateException if they still do not after a minute
     */
    default void awaitConnection() {
        BooleanSupplier isDone = () -> {
            runCycles();
            return isConnected();
        };
        Waiting.until(isDone, 60_000, () -> "not connected: " + getClass().getSimpleName());
    }

    @Override
    default void close() {}

    /** The target of a receiver. */
    interface Inbox {
        /** Takes a message with the first word alone. */
        void take(long value);

        /** Takes a message. */
        default void take(DirectBuffer buffer, int offset, int length) {
            take(buffer.getLong(offset));
        }
    }

    /** The sending end of a stream. */
    interface Sender {
        /** The longest message, in bytes. */
        int MAX_LENGTH = 64 * 1024;
        /** Messages of a batch. */
        int GROUP = 16;

        /** {@return the most messages of one call} */
        default int group() {
            return 1;
        }

        /**
         * Tries once to send messages.
         *
         * @param value the first word of the first message; it increases by 1 for each further message
         * @param count 1 to {@link #group}
         * @param length of each in bytes, a multiple of 8 up to {@link #MAX_LENGTH}
         * @return whether all of them were accepted; else there is back pressure, and none was
         */
        boolean send(long value, int count, int length);
    }

    /** The receiving end of a stream. */
    interface Receiver {
        /** The most messages to take by one poll. */
        int LIMIT = 128;
        /** The most bytes, so that a publisher of long messages sees progress before all space is used. */
        int BYTE_LIMIT = 64 * 1024;

        /** {@return the limit for a poll of messages of that length} */
        static int limit(int length) {
            return Math.max(1, Math.min(LIMIT, BYTE_LIMIT / length));
        }

        /** Delivers available messages to its inbox. Returns their number. */
        int poll(int limit);
    }

    /** Decides when a polling thread runs a driver without a thread. One thread. */
    final class DriverTurn {
        private static final int POLLS = 16;
        private final @Nullable Runnable cycle;
        private final int cyclesPerLimit;
        /** In the middle of an array, because the memory beside an object may belong to the other thread. */
        private final long[] polls = new long[32];

        /**
         * Creates it.
         *
         * @param cycle of the driver; null if it has a thread
         * @param cyclesPerLimit more of them for polls with more messages, so that long messages do not use up a window
         *     first
         */
        DriverTurn(@Nullable Runnable cycle, int cyclesPerLimit) {
            this.cycle = cycle;
            this.cyclesPerLimit = cyclesPerLimit;
        }

        /** Runs the driver if it is its turn: once in {@code limit / cyclesPerLimit} polls. */
        void beforePoll(int limit) {
            if (cycle != null && ++polls[POLLS] >= limit / cyclesPerLimit) {
                polls[POLLS] = 0;
                cycle.run();
            }
        }
    }
}
