/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.CounterSource;
import io.tailrace.internal.Uninterrupted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;

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
 * <p>A new tasklet goes to the thread that has the fewest, and stays there.
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
        Objects.requireNonNull(config, "config");
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
     * Adds a tasklet, which is called from now on by the thread that has the fewest tasklets.
     *
     * @throws IllegalStateException if this is closed
     */
    public TaskletHandle add(Tasklet tasklet) {
        Objects.requireNonNull(tasklet, "tasklet");
        TaskletThread least;
        TaskletHandle handle;
        synchronized (lock) {
            least = Collections.min(threads, Comparator.comparingInt(TaskletThread::load));
            handle = new TaskletHandle(tasklet, least);
            if (!least.put(handle)) {
                throw new IllegalStateException("cooperative workers are closed: tasklet=" + tasklet);
            }
        }
        least.signal();
        return handle;
    }

    /** @throws IllegalStateException if a tasklet calls this, which would wait for itself */
    void refuseTasklets(String action) {
        Thread caller = Thread.currentThread();
        if (threads.stream().anyMatch(each -> each.thread() == caller)) {
            throw new IllegalStateException(
                    "a tasklet cannot " + action + " on the thread that drives it: thread=" + caller.getName());
        }
    }

    /**
     * {@return a source of the work done by the threads, for {@link io.tailrace.Tailrace#addCounters}} Each figure is
     * read separately, so they are consistent only at rest. In a round a thread calls each of its tasklets once; {@code
     * progress} counts the rounds in which one of them made progress.
     */
    public CounterSource counterSource() {
        return sink -> {
            sink.level("tasklets", sum(TaskletThread::load));
            sink.total("rounds", sum(thread -> thread.count(TaskletThread.ROUNDS)));
            sink.total("progress", sum(thread -> thread.count(TaskletThread.PROGRESS)));
            sink.total("parks", sum(thread -> thread.count(TaskletThread.PARKS)));
            sink.total("failures", sum(thread -> thread.count(TaskletThread.FAILURES)));
        };
    }

    private long sum(ToLongFunction<TaskletThread> figure) {
        return threads.stream().mapToLong(figure).sum();
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
