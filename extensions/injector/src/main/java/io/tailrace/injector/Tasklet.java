/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.stream.StreamSubscription;
import java.util.List;

/**
 * A task that is done in small steps, alternating with many others on the same thread: see {@link CooperativeWorkers}.
 *
 * <p>It is always called by the same thread. While a call waits, all other tasklets of its thread wait, too. So a call
 * should do the available work, in well under a millisecond, and return.
 */
@FunctionalInterface
public interface Tasklet {
    /** The result of a call. */
    enum Progress {
        /** There was no work. If all tasklets return this, the thread sleeps: see {@link #wakeSources}. */
        NO_PROGRESS,
        /** The tasklet did some work; there may be more. */
        PROGRESS,
        /** The tasklet is finished, and is not called again. */
        DONE
    }

    /**
     * {@return a tasklet that polls a subscription once a call} It is done when the subscription is closed. If the
     * handler throws, the workers remove the tasklet, and the subscription stays open but is not polled. A message
     * wakes the tasklet's thread; if messages are frequent, the thread checks for some 20 µs before it sleeps. If a
     * program's own tasklet polls and names no wake source, the timer calls it: messages are handled later, with less
     * CPU time.
     *
     * @param frameLimit maximum number of messages in a call
     * @throws IllegalStateException if the subscription acknowledges, which only a polling program can do
     */
    static Tasklet polling(Subscription subscription, FrameHandler handler, int frameLimit) {
        ((StreamSubscription) subscription).checkPolledByOthers();
        return new Tasklet() {
            @Override
            public Progress call() {
                if (subscription.poll(handler, frameLimit) > 0) {
                    return Progress.PROGRESS;
                }
                return subscription.isClosed() ? Progress.DONE : Progress.NO_PROGRESS;
            }

            @Override
            public List<WakeSource> wakeSources() {
                return List.of(WakeSource.of(subscription));
            }
        };
    }

    /**
     * Does the available work.
     *
     * @return what the call has done
     * @throws Exception if the tasklet cannot continue: the failure is reported, and the tasklet is not called again
     */
    Progress call() throws Exception;

    /**
     * {@return the sources that wake this tasklet's thread when there is work} The default is the timer. With an empty
     * list, only {@link TaskletHandle#wake} wakes it. That thread calls this now and then; the result must not change.
     * If a thread's tasklets name sources of several clients, it checks the sources of all but one client by the timer.
     */
    default List<WakeSource> wakeSources() {
        return List.of(WakeSource.TIMER);
    }
}
