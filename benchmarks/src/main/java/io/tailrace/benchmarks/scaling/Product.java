/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

/** A library with its driver, embedded. Its parties are made by one thread, subscribers first; each is used by one. */
interface Product extends AutoCloseable {
    /** {@return name, version and configuration} */
    String description();

    /** Subscribes to the streams with these numbers, up to a count; all that it receives goes into one inbox. */
    Receiver[] subscribe(int streams, Inbox inbox);

    /** Publishes to the same streams; only when every subscriber is there. */
    Sender[] publish(int streams);

    /** Runs a cycle of the driver, where it has no thread. One thread at a time. */
    void runDriver();

    /** Runs a cycle of the client, where it has no thread. Needed while parties connect. */
    void runClient();

    @Override
    void close();

    /** The publishing end of one stream. */
    interface Sender {
        /**
         * Tries once to send a message.
         *
         * @param value a number of the {@link Inbox}
         * @param stampNs when it was sent, or 0
         * @return whether it was accepted
         */
        boolean send(long value, long stampNs);

        boolean isConnected();
    }

    /** The subscribing end of one stream. */
    interface Receiver {
        /** The most messages to take by one poll. */
        int LIMIT = 128;

        /** Delivers to its inbox what is there. Returns how many messages. */
        int poll();

        /** {@return how many logs it reads} */
        int logs();
    }
}
