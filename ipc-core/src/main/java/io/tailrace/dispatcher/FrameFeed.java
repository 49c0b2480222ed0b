/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.dispatch.FailurePolicy.DeadLetters;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A log as its dispatch sees it. */
public interface FrameFeed {
    /** {@return its id, for people} */
    long logId();

    /**
     * Reads on: adds each frame that is there to the window, while that has room, and tells the window how far
     * everything was read. One thread at a time, though not always the same one.
     *
     * @return the number of frames added
     */
    int read(FrameWindow window);

    /**
     * Runs the handler for a frame. Any thread, several at a time, each with another number.
     *
     * @param thread the number of the calling thread, from 0 to {@link DispatcherConfig#maxThreads} - 1
     * @param position of the frame, in bytes
     * @param tag as added
     * @throws Exception what the handler throws
     */
    void handle(int thread, long position, long tag) throws Exception;

    /** Gives the frame to the dead letters. Threads as for {@link #handle}. */
    void giveTo(DeadLetters letters, long position, long tag);

    /**
     * Says that everything before this position is done. One thread at a time, in ascending order.
     *
     * @param frames that are done since the last time
     */
    void done(long position, long frames);

    /** {@return whether no handler may begin any more} */
    boolean isClosed();

    /** Says that nothing is read and no handler is run any more. Called once. */
    void release();

    /** Tells a dispatch which logs there are. */
    interface Source {
        /**
         * Adds to the dispatcher the logs that have come since the last call. Cheap if none has. Any of the
         * dispatcher's threads, several at a time.
         *
         * @return false if no log can come any more
         */
        boolean update(Dispatcher dispatcher);

        /**
         * Waits until there is something to do. One of the dispatcher's threads at a time.
         *
         * @param isThere asked when a thread may have to do something, and before each sleep
         * @param timeoutNs so long at most
         * @return whether it is there; false if it did not come in time, nothing comes any more, or the thread is
         *     interrupted, which it still is then
         */
        boolean await(BooleanSupplier isThere, long timeoutNs);

        /** Has the thread that waits ask again. Any thread. */
        void wake();

        /**
         * Says that the dispatch has ended, and every feed was released. Called once.
         *
         * @param failure why the dispatch has halted; null if it has not
         */
        void ended(@Nullable Throwable failure);
    }
}
