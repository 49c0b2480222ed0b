/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.CounterSource;
import io.tailrace.internal.Uninterrupted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Threads that drive many tasklets each. A thread calls one tasklet after the other. If none of them makes progress,
 * the thread sleeps until one of their {@link Tasklet#wakeSources sources} wakes it. If one of them has only the timer,
 * it sleeps for a limited time, twice as long each time; after any progress it starts with the shortest time again. A
 * thread without tasklets sleeps until it gets some. Any thread, also within a call of a tasklet, except {@link
 * #close}.
 *
 * <pre>{@code
 * try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.of())) {
 *     workers.add(Tasklet.polling(orders, this::onOrder, 100));
 *     workers.add(Tasklet.polling(quotes, this::onQuote, 100));
 *     ...
 * }
 * }</pre>
 *
 * <p>The threads share tasklets evenly: none has two more than another. A new tasklet goes to the thread that has the
 * fewest. When a tasklet has ended, the threads that have at least two more than its thread are signalled, and each
 * hands some over between two of its rounds. So no thread takes a tasklet that another may be calling.
 */
public final class CooperativeWorkers implements AutoCloseable {
    /** For putting a tasklet into a thread's inbox, and for taking it out there. No other lock is taken inside. */
    final Object lock = new Object();

    private final List<TaskletThread> threads;

    /**
     * Starts the threads.
     *
     * @throws IllegalStateException if a thread cannot be started; then none remains
     */
    public CooperativeWorkers(CooperativeConfig config) {
        List<TaskletThread> all = new ArrayList<>();
        for (int i = 0; i < config.threads(); i++) {
            all.add(new TaskletThread(this, config));
        }
        threads = List.copyOf(all);
        try {
            threads.forEach(TaskletThread::start);
        } catch (Throwable e) {
            end();
            throw new IllegalStateException("cannot start a thread for tasklets: threads=" + threads.size(), e);
        }
    }

    private void end() {
        threads.forEach(TaskletThread::close);
        threads.stream().map(TaskletThread::thread).forEach(Uninterrupted::join);
    }

    /**
     * Adds a tasklet, which is called from now on by the thread that has the fewest tasklets. Later it moves to another
     * thread that has at least two tasklets fewer.
     *
     * @throws IllegalStateException if this is closed
     */
    public TaskletHandle add(Tasklet tasklet) {
        Objects.requireNonNull(tasklet, "tasklet");
        TaskletThread least;
        TaskletHandle handle;
        synchronized (lock) {
            least = least();
            handle = new TaskletHandle(tasklet, least);
            if (!least.put(handle)) {
                throw new IllegalStateException("cooperative workers are closed: tasklet=" + tasklet);
            }
        }
        least.signal();
        return handle;
    }

    private TaskletThread least() {
        TaskletThread least = threads.get(0);
        for (int i = 1; i < threads.size(); i++) {
            TaskletThread each = threads.get(i);
            if (each.load() < least.load()) {
                least = each;
            }
        }
        return least;
    }

    /** Called by a thread whose load has become smaller, because a tasklet has ended. */
    void signalFuller(TaskletThread caller) {
        for (int i = 0; i < threads.size(); i++) {
            TaskletThread each = threads.get(i);
            if (each.load() - caller.load() >= 2) {
                each.signal();
            }
        }
    }

    /** The calling thread hands tasklets over to those that have fewer. */
    void level(TaskletThread caller) {
        boolean done = false;
        while (!done) {
            done = caller.load() - least().load() < 2 || !caller.handOver();
        }
    }

    /**
     * Passes a tasklet of the calling thread to the one that has the fewest, if that has at least two fewer.
     *
     * @return that thread, which the caller must signal; null if there is none, or it has ended
     */
    @Nullable
    TaskletThread pass(TaskletHandle handle, TaskletThread caller) {
        synchronized (lock) {
            TaskletThread least = least();
            return caller.load() - least.load() >= 2 && least.put(handle) ? least : null;
        }
    }

    /** @throws IllegalStateException if a tasklet calls this, which would wait for itself */
    void refuseTasklets(String action) {
        Thread caller = Thread.currentThread();
        if (threads.stream().anyMatch(each -> each.thread() == caller)) {
            throw new IllegalStateException(
                    "a tasklet cannot " + action + " on the thread that drives it: thread=" + caller.getName());
        }
    }

    /** {@return the work done by the threads} */
    public CooperativeCounters counters() {
        CooperativeCounters sum = CooperativeCounters.NONE;
        for (TaskletThread each : threads) {
            sum = sum.plus(each.counters());
        }
        return sum;
    }

    /** {@return a source of the figures in {@link #counters}, for {@link io.tailrace.Tailrace#addCounters}} */
    public CounterSource counterSource() {
        return sink -> {
            CooperativeCounters counters = counters();
            sink.level("tasklets", counters.tasklets());
            sink.total("rounds", counters.rounds());
            sink.total("progress", counters.progress());
            sink.total("parks", counters.parks());
            sink.total("moves", counters.moves());
            sink.total("failures", counters.failures());
        };
    }

    /**
     * Ends all threads, and waits for running calls. After that no tasklet is called any more, and each counts as
     * ended.
     *
     * @throws IllegalStateException if a tasklet calls this, whose thread would wait for itself
     */
    @Override
    public void close() {
        refuseTasklets("close its cooperative workers");
        end();
    }
}
