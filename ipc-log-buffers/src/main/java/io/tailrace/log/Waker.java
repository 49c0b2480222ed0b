/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** Wakes one sleeper: a thread, perhaps of another process, that waits for messages. Any thread. */
public interface Waker {
    /** Finds the waker of a sleeper. Any thread. */
    interface Source {
        /** Wakes nobody, for logs whose subscribers never sleep. */
        Source NONE = (clientId, sleeper) -> () -> {};

        /**
         * {@return the waker} Throws nothing: one that cannot reach its sleeper wakes nobody.
         *
         * @param clientId whose sleeper it is
         * @param sleeper its number
         */
        Waker of(long clientId, int sleeper);
    }

    /** Wakes the sleeper if it sleeps or is about to, once for each of its sleeps. Throws nothing. */
    void wake();
}
