/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import java.lang.invoke.VarHandle;

/** Wakes one sleeper: a thread, perhaps of another process, that waits for something to do. Any thread. */
public interface Waker {
    /** Stands for a client's id: the driver. */
    long DRIVER = 0;
    /** The sleeper of a client's conductor, and of the driver. */
    int CONDUCTOR = 1;

    Waker NOBODY = () -> {};

    /** Finds the waker of a sleeper. Any thread. */
    interface Source {
        /** Wakes no sleeper; for logs whose subscribers never sleep. */
        Source NONE = (clientId, sleeper) -> NOBODY;

        /**
         * {@return the waker} Throws nothing: a waker that cannot reach its sleeper does nothing.
         *
         * @param clientId whose sleeper it is
         * @param sleeper its number
         */
        Waker of(long clientId, int sleeper);
    }

    /** Wakes the sleeper if it sleeps or is about to, once for each of its sleeps. Throws nothing. */
    void wake();

    /** Wakes after a store of this thread: the sleeper sees the store, or this thread sees that it sleeps. */
    default void wakeBehindStore() {
        // Pairs with the fence after the announcement of a sleep.
        VarHandle.fullFence();
        wake();
    }
}
