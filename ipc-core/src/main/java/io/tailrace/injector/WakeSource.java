/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.List;

/**
 * A source that wakes a thread of {@link CooperativeWorkers} when there is work for one of its tasklets, for example a
 * message of a subscription. Any thread.
 */
@FunctionalInterface
public interface WakeSource {
    /** Nothing wakes the thread: it checks repeatedly, at the idle times of its {@link CooperativeConfig}. */
    WakeSource TIMER = () -> {
        throw new UnsupportedOperationException("no thread waits for the timer");
    };

    /** {@return a wait for this source and others of its kind} Called by the thread that will wait. */
    Wait newWait();

    /** The wait of one thread. Used by that thread, except where a method says any thread. */
    interface Wait extends AutoCloseable {
        /**
         * Sets the sources to wait for from now on, replacing all others.
         *
         * @return whether it waits for all of them; the thread must check the others itself
         */
        boolean waitFor(List<WakeSource> sources);

        /**
         * Waits until a source has work, {@link #wake} was called, the thread is interrupted, or the time is over.
         *
         * @return whether a source has work
         */
        boolean await(long timeoutNs);

        /** Ends the current wait, or the next one. Any thread. */
        void wake();

        @Override
        void close();
    }
}
