/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

/** A library under test, connected in both directions between two threads of this process: left and right. */
interface Candidate extends AutoCloseable {
    /** {@return name and version} */
    String description();

    Wire toRight();

    Wire toLeft();

    /** {@return a slice that finds out how many messages a second pass} */
    default Slice throughput(int payload, boolean readAll) {
        return new ThroughputSlice(toRight(), payload, readAll);
    }

    @Override
    void close();

    /** One direction. The two ends are used by one thread each. */
    record Wire(Sender sender, Receiver receiver) {}

    /** The publishing end. */
    interface Sender {
        /** The longest message that a workload sends, in bytes. */
        int MAX_LENGTH = 64 * 1024;

        /** Messages of a batch. */
        int GROUP = 16;

        /** {@return how many messages it takes by one call, at most} */
        default int group() {
            return 1;
        }

        /**
         * Tries once to send messages that begin with these numbers.
         *
         * @param count 1 to {@link #group}
         * @param answerWanted by the last of them
         * @param length of each in bytes, a multiple of 8 up to {@link #MAX_LENGTH}
         * @return whether all of them were accepted; if not: back pressure, and none was
         */
        boolean send(long first, int count, boolean answerWanted, int length);

        /** {@return how many bytes of the log lie behind it} */
        long position();
    }

    /** The subscribing end. */
    interface Receiver {
        /** The most messages to take by one poll. */
        int LIMIT = 128;

        /** The most bytes, so that whoever publishes long ones learns of it before all space is taken. */
        int BYTE_LIMIT = 64 * 1024;

        /** {@return the limit for a poll of messages of that length} */
        static int limit(int length) {
            return Math.max(1, Math.min(LIMIT, BYTE_LIMIT / length));
        }

        /** Delivers to the {@link #inbox} what is there. Returns how many messages. */
        int poll(int limit);

        Inbox inbox();
    }
}
