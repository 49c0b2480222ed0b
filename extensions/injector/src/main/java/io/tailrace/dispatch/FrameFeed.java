/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A log as its dispatch sees it. Positions are bytes. */
interface FrameFeed {
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
     * @param thread the number of the calling thread, from 0 on, below {@link DispatchBuilder#workers}
     * @param tag as added: the feed's own word for the frame, such as its header
     * @throws Exception thrown by the handler
     */
    void handle(int thread, long position, long tag) throws Exception;

    /** Reports that so many more frames, all before this position, are done. One thread at a time, ascending. */
    void done(long position, long frames);

    /** {@return whether no handler may start any more} */
    boolean isClosed();

    /** Reports that nothing is read and no handler runs any more. Called once. */
    void release();

    /** Supplies a dispatch, its only one, with its logs. */
    interface Source {
        /**
         * Gives the logs to the dispatch, which then calls {@link #ended}. Called once, first.
         *
         * @throws IllegalStateException if the subscription is closed or dispatched
         */
        void begin(Dispatch dispatch);

        /**
         * Adds to the dispatch the logs that have appeared since the last call. Cheap if there are none. Any of its
         * threads, several at a time.
         *
         * @return false if no log can appear any more
         */
        boolean update(Dispatch dispatch);

        /**
         * Waits until there is work. One of its threads at a time.
         *
         * @param isThere queried when there may be work, and before each sleep
         * @return whether there is work; false if there was none in time, if none can arrive any more, or if the thread
         *     is interrupted, whose interrupt status stays set
         */
        boolean await(BooleanSupplier isThere, long timeoutNs);

        /** Makes the waiting thread check again. Any thread. */
        void wake();

        /** Reports that every feed was released; with the failure if the dispatch has halted. Called once. */
        void ended(@Nullable Throwable failure);
    }
}
