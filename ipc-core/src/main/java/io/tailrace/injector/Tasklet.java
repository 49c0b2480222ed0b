/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.List;

/**
 * A piece of work that is done bit by bit, beside many others on the same thread: see {@link CooperativeWorkers}.
 *
 * <p>It is called by one thread at a time, not always the same one; each call sees what the one before has stored.
 * While a call waits, all other tasklets of its thread wait, too. So a call does what there is to do, for well under a
 * millisecond, and returns.
 */
@FunctionalInterface
public interface Tasklet {
    /** What a call has done. */
    enum Progress {
        /** There was nothing to do. If all tasklets return this, the thread sleeps: see {@link #wakeSources}. */
        NO_PROGRESS,
        /** The tasklet did something; there may be more to do. */
        PROGRESS,
        /** The tasklet has nothing to do any more, and is not called again. */
        DONE
    }

    /**
     * Does what there is to do now.
     *
     * @return what the call has done
     * @throws Exception if the tasklet cannot go on: the failure is reported, and the tasklet is not called again
     */
    Progress call() throws Exception;

    /**
     * {@return what wakes the thread that drives this when there is something to do} By default it is the timer. With
     * an empty list nothing but {@link TaskletHandle#wake} does. Asked by that thread, now and then; what is returned
     * does not change. A thread whose tasklets name sources of several clients looks at those of all but one of them
     * by the timer.
     */
    default List<WakeSource> wakeSources() {
        return List.of(WakeSource.TIMER);
    }
}
