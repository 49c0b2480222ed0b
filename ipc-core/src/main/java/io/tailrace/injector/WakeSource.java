/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.List;

/**
 * What wakes a thread of {@link CooperativeWorkers} when there is something to do for one of its tasklets, for example
 * a message of a subscription. Any thread.
 */
@FunctionalInterface
public interface WakeSource {
    /** Nothing wakes the thread: it looks again and again, at the idle times of its {@link CooperativeConfig}. */
    WakeSource TIMER = () -> {
        throw new UnsupportedOperationException("nobody waits for the timer");
    };

    /** {@return a wait for this source and others of its kind} By the thread that will wait. */
    Wait newWait();

    /** The wait of one thread. By that thread, except where a method says any thread. */
    interface Wait extends AutoCloseable {
        /**
         * Waits for these sources from now on, and for no others.
         *
         * @return whether it does; what it cannot wait for the thread has to look at
         */
        boolean waitFor(List<WakeSource> sources);

        /**
         * Waits until a source has something to do, {@link #wake} was called, the thread is interrupted, or so long.
         *
         * @return whether a source has something to do
         */
        boolean await(long timeoutNs);

        /** Ends the wait, or the next one. Any thread. */
        void wake();

        @Override
        void close();
    }
}
