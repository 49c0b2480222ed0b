/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

/** What carries messages between the two processes, as one of them sees it. */
interface Library extends AutoCloseable {
    /** The longest message, in bytes. */
    int MAX_LENGTH = 4096;

    /** {@return name, version and configuration} */
    String description();

    /** {@return a new end of a stream} Both processes make their receivers first. */
    Receiver receiver(Stream stream);

    /** {@return a new end of a stream} */
    Sender sender(Stream stream);

    /** {@return whether all of its ends have their counterpart} Asked again and again until they have. */
    boolean isConnected();

    @Override
    void close();

    /** The sending end of a stream. */
    interface Sender {
        /**
         * Tries once to send a message that begins with this value.
         *
         * @param length of the message in bytes, 8 to {@link #MAX_LENGTH}
         * @return whether it was accepted; if not: back pressure
         */
        boolean send(long value, int length);
    }

    /** The receiving end of a stream. */
    interface Receiver {
        /** The most messages to take by one poll. */
        int LIMIT = 128;

        /** Delivers to the inbox what is there. Returns how many messages. */
        int poll();

        Inbox inbox();
    }
}
