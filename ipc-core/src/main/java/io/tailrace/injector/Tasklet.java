/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * A piece of work that is done bit by bit, beside many others on the same thread: see {@link CooperativeWorkers}.
 *
 * <p>It is called by one thread at a time, not always the same one; what one call has stored the next one sees.
 * Whatever it waits for, the others wait for, too: a call does what is there to do, for well under a millisecond, and
 * returns.
 */
@FunctionalInterface
public interface Tasklet {
    /** What a call has done. */
    enum Progress {
        /** There was nothing to do. If all say so, the thread sleeps for a while. */
        NO_PROGRESS,
        /** It did something; there may be more. */
        PROGRESS,
        /** It has nothing to do any more, and is not called again. */
        DONE
    }

    /**
     * Does what there is to do now.
     *
     * @return what it has done; if it throws, that is reported, and it is not called again
     * @throws Exception whatever keeps it from going on
     */
    Progress call() throws Exception;
}
