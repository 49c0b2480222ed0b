/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

/** What a row of the table measures: something that takes messages from several producers to one consumer. */
interface Transport extends AutoCloseable {
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
}
