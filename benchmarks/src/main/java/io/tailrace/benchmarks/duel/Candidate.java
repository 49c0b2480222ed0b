/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

/** A library under test, connected in both directions between two threads of this process: left and right. */
interface Candidate extends AutoCloseable {
    /** {@return name and version} */
    String description();

    Wire toRight();

    Wire toLeft();

    @Override
    void close();

    /** One direction. The two ends are used by one thread each. */
    record Wire(Sender sender, Receiver receiver) {}

    /** The publishing end. */
    interface Sender {
        /** The longest message that a workload sends, in bytes. */
        int MAX_LENGTH = 4096;

        /**
         * Tries once to send a message that begins with this value.
         *
         * @param length of the message in bytes, 8 to {@link #MAX_LENGTH}
         * @return whether it was accepted; if not: back pressure
         */
        boolean send(long value, int length);
    }

    /** The subscribing end. */
    interface Receiver {
        /** The most messages to take by one poll. */
        int LIMIT = 128;

        /** Delivers to the {@link #inbox} what is there. Returns how many messages. */
        int poll();

        Inbox inbox();
    }
}
