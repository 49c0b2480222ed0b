/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Threads each of which drives many tasklets. It calls one after the other; if none of them makes progress, it sleeps,
 * the longer the more often that happened, and any progress puts it back to the shortest time. Without tasklets it
 * sleeps until there are some. Any thread, a tasklet's own call included, but for {@link #close}.
 *
 * <pre>{@code
 * try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
 *     workers.add(orders.tasklet(this::onOrder, 100));
 *     workers.add(quotes.tasklet(this::onQuote, 100));
 *     TaskletHandle feed = workers.addBlocking(() -> readSocket() ? Progress.PROGRESS : Progress.DONE);
 *     ...
 * }
 * }</pre>
 */
public final class CooperativeWorkers implements AutoCloseable {
    private final CooperativeConfig config;
    private final TaskletCrew crew;
    /** Those of single threads. Its lock is that of all below. */
    private final Set<TaskletCrew> blocking = new HashSet<>();
    /** What those have counted that have ended. */
    private CooperativeCounters former = CooperativeCounters.NONE;

    private boolean closed;

    /**
     * Starts the threads.
     *
     * @throws IllegalStateException if one can not be started; then none is left
     */
    public CooperativeWorkers(CooperativeConfig config) {
        this.config = Objects.requireNonNull(config, "config");
        this.crew = new TaskletCrew(config, false);
        crew.start();
    }

    /**
     * Has a tasklet called from now on, by the thread that has the fewest, and later by another one if that has at
     * least two fewer.
     *
     * @throws IllegalStateException if this is closed
     */
    public TaskletHandle add(Tasklet tasklet) {
        return crew.add(Objects.requireNonNull(tasklet, "tasklet"));
    }

    /**
     * Has a tasklet that may block called by a thread of its own, which ends with it. It is interrupted when it is
     * removed or this is closed.
     *
     * @throws IllegalStateException if this is closed, or the thread can not be started
     */
    public TaskletHandle addBlocking(Tasklet tasklet) {
        Objects.requireNonNull(tasklet, "tasklet");
        synchronized (blocking) {
            if (closed) {
                throw new IllegalStateException("cooperative workers are closed: tasklet=" + tasklet);
            }
            forgetEnded();
            TaskletCrew own = new TaskletCrew(config, true);
            TaskletHandle handle = own.add(tasklet);
            own.start();
            blocking.add(own);
            return handle;
        }
    }

    /** Under the lock. */
    private void forgetEnded() {
        for (TaskletCrew each : List.copyOf(blocking)) {
            if (each.hasEnded()) {
                blocking.remove(each);
                former = former.plus(each.counters());
            }
        }
    }

    /** {@return what the threads have done so far} */
    public CooperativeCounters counters() {
        synchronized (blocking) {
            forgetEnded();
            CooperativeCounters sum = crew.counters().plus(former);
            for (TaskletCrew each : blocking) {
                sum = sum.plus(each.counters());
            }
            return sum;
        }
    }

    /**
     * Ends all threads. Waits for the calls that run; no tasklet is called any more then, and each counts as ended.
     *
     * @throws IllegalStateException if a tasklet calls, whose thread would wait for itself
     */
    @Override
    public void close() {
        List<TaskletCrew> all = new ArrayList<>(List.of(crew));
        synchronized (blocking) {
            all.addAll(blocking);
            all.forEach(each -> each.refuseOwnThreads("close its cooperative workers"));
            closed = true;
        }
        all.forEach(TaskletCrew::close);
        all.forEach(TaskletCrew::join);
    }
}
