/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.Subscription;
import io.tailrace.dispatch.FailurePolicy.DeadLetters;
import io.tailrace.dispatch.FrameKey;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A log as its dispatch sees it. */
public interface FrameFeed {
    /** {@return its id, for people} */
    long logId();

    /**
     * Continues to read: adds each available frame to the window, while that has room, and reports to the window how
     * far everything was read. One thread at a time, though not always the same one.
     *
     * @return the number of frames added
     */
    int read(FrameWindow window);

    /**
     * Runs the handler for a frame. Any thread, several at a time, each with its own number.
     *
     * @param thread the number of the calling thread, from 0 on, below the number given to the {@link Opener}
     * @param position of the frame, in bytes
     * @param tag as added: the feed's own word for the frame, such as its header
     * @throws Exception thrown by the handler
     */
    void handle(int thread, long position, long tag) throws Exception;

    /** Passes the frame to the dead letters. Threads as for {@link #handle}. */
    void giveTo(DeadLetters letters, long position, long tag);

    /**
     * Reports that everything before this position is done. One thread at a time, in ascending order.
     *
     * @param frames done since the last call
     */
    void done(long position, long frames);

    /** {@return whether no handler may start any more} */
    boolean isClosed();

    /** Reports that nothing is read and no handler runs any more. Called once. */
    void release();

    /** Opens what a dispatch is to run. */
    @FunctionalInterface
    interface Opener {
        /** {@return the logs, whose frames have these keys} No more than the given number of threads handle them. */
        Source open(FrameKey key, int maxThreads);
    }

    /** Supplies a dispatch with its logs. */
    interface Source {
        /** {@return the subscription that has the logs} */
        Subscription subscription();

        /**
         * Gives the logs to a dispatch, which then calls {@link #ended}. Called once, first.
         *
         * @throws IllegalStateException if the subscription is closed or dispatched
         */
        void begin(Dispatcher dispatcher);

        /**
         * Adds to the dispatcher the logs that have appeared since the last call. Cheap if there are none. Any of the
         * dispatcher's threads, several at a time.
         *
         * @return false if no log can appear any more
         */
        boolean update(Dispatcher dispatcher);

        /**
         * Waits until there is work. One of the dispatcher's threads at a time.
         *
         * @param isThere queried when there may be work, and before each sleep
         * @param timeoutNs maximum time to wait
         * @return whether there is work; false if there was none in time, if none can arrive any more, or if the thread
         *     is interrupted, whose interrupt status stays set
         */
        boolean await(BooleanSupplier isThere, long timeoutNs);

        /** Makes the waiting thread check again. Any thread. */
        void wake();

        /**
         * Reports that the dispatch has ended and every feed was released. Called once.
         *
         * @param failure why the dispatch has halted; null if it has not
         */
        void ended(Dispatcher dispatcher, @Nullable Throwable failure);
    }
}
