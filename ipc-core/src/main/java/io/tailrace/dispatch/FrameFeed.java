/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import org.jspecify.annotations.Nullable;

/** A log as its dispatch sees it. */
public interface FrameFeed {
    /** {@return its id, for people} */
    long logId();

    /**
     * Reads on: adds each frame that is there to the window while that has room, and tells it how far everything was
     * read. One thread at a time, though not always the same.
     *
     * @return the frames added
     */
    int read(FrameWindow window);

    /**
     * Runs the handler for a frame. Any thread, several at a time, each for another seat.
     *
     * @param seat the number of the calling thread's seat, from 0 on
     * @param position of the frame, in bytes
     * @param tag as added
     */
    void handle(int seat, long position, long tag);

    /** Gives the frame to others. Threads as for {@link #handle}. */
    void giveTo(DeadLetters letters, long position, long tag);

    /** Everything before this position is done. One thread at a time; ascending. */
    void done(long position);

    /** {@return whether no handler is to begin any more} */
    boolean isClosed();

    /** Nobody reads, nor runs a handler any more. Called once. */
    void release();

    /** Where a dispatch learns what logs there are. */
    public interface Source {
        /**
         * Adds to the dispatcher what has come since the last call. Cheap where nothing has. Any of its threads,
         * several at a time.
         *
         * @return false if nothing comes any more
         */
        boolean update(Dispatcher dispatcher);

        /**
         * The dispatch has ended, and every feed was released; once.
         *
         * @param failure why it has halted; null if it has not
         */
        void ended(@Nullable Throwable failure);
    }
}
