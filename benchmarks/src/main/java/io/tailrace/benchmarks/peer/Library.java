/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.lab.Waiting;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What carries messages, as one process sees it: streams by number from 1, each with a sending and a receiving end.
 * Each end is used by one thread. All sections measure libraries through this interface.
 *
 * <p>It costs a measured loop nothing, because each measured process opens one library and has one class of {@link
 * Sender}, one of {@link Receiver} and one of {@link Inbox}: HotSpot's C2 inlines an interface call of one target (seen
 * with -XX:+PrintInlining on JDK 17). So there is one class of senders for each call of a library's API, a candidate
 * has a process for itself, and a section has one class of inboxes.
 */
public interface Library extends AutoCloseable {
    /** {@return name, version and configuration} */
    String description();

    /**
     * {@return a new receiving end of a stream} All receivers are made before the first sender.
     *
     * @param runsDriver whether its thread runs the driver after every few polls, where that has no thread
     */
    Receiver receiver(int stream, Inbox inbox, boolean runsDriver);

    /** {@return a new sending end of a stream} */
    Sender sender(int stream);

    /** {@return whether all of its ends have their counterpart} Asked again and again until they have. */
    default boolean isConnected() {
        return true;
    }

    /**
     * Waits until all of its ends have their counterpart.
     *
     * @throws IllegalStateException if they still do not after a minute
     */
    default void awaitConnection() {
        Waiting.until(this::isConnected, 60_000, () -> "not connected: library=" + description());
    }

    @Override
    default void close() {}

    /** What a receiver delivers to. */
    interface Inbox {
        /** Takes a message of which only the first word is there. */
        void take(long value);

        /**
         * Compares what was received with what was sent.
         *
         * @throws IllegalStateException if a message was lost, repeated or out of order
         */
        static void check(long sent, long received, long misplaced) {
            if (received != sent || misplaced != 0) {
                throw new IllegalStateException("messages lost, repeated or out of order: sent=" + sent + ", received="
                        + received + ", misplaced=" + misplaced);
            }
        }

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

        /** {@return how many messages it takes by one call, at most} */
        default int group() {
            return 1;
        }

        /**
         * Tries once to send messages.
         *
         * @param value the first word of the message; of several, the next ones have each 1 more
         * @param count 1 to {@link #group}
         * @param length of each in bytes, a multiple of 8 up to {@link #MAX_LENGTH}
         * @return whether all of them were accepted; if not: back pressure, and none was
         */
        boolean send(long value, int count, int length);

        /** {@return how many bytes of the log lie behind it; 0 where there is no log} */
        default long position() {
            return 0;
        }
    }

    /** The receiving end of a stream. */
    interface Receiver {
        /** The most messages to take by one poll. */
        int LIMIT = 128;
        /** The most bytes, so that whoever publishes long ones learns of it before all space is taken. */
        int BYTE_LIMIT = 64 * 1024;

        /** {@return the limit for a poll of messages of that length} */
        static int limit(int length) {
            return Math.max(1, Math.min(LIMIT, BYTE_LIMIT / length));
        }

        /** Delivers to its inbox what is there. Returns how many messages. */
        int poll(int limit);

        /** {@return how many logs it reads} */
        default int logs() {
            return 1;
        }
    }

    /** A library with a driver: Tailrace or Aeron. */
    public interface LogLibrary extends Library {
        /** {@return space for messages to be copied from} */
        MutableDirectBuffer allocate(int length);

        /** {@return a new sending end that copies messages from there} Those of one thread may have it in common. */
        Sender sender(int stream, MutableDirectBuffer message);

        @Override
        default Sender sender(int stream) {
            return sender(stream, allocate(Sender.MAX_LENGTH));
        }

        /** Runs the driver's duty cycle once, where it has no thread of its own. */
        void runDriver();

        /** Runs the cycles of driver and client once, where they have no threads: needed until all are connected. */
        default void runCycles() {
            runDriver();
        }
    }
}
