/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.CounterSource;
import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import io.tailrace.internal.Uninterrupted;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads that wake one another, shared by any number of executors. Any thread.
 *
 * <pre>{@code
 * try (Injector injector = new Injector();
 *         InjectionExecutor orders = injector.newExecutor(ExecutorConfig.of("orders", 4))) {
 *     orders.execute(task);
 * }
 * }</pre>
 */
public final class Injector implements AutoCloseable {
    /** More than it takes to wake a worker, to take a failed start back, or to queue a task. */
    private static final int FRAMES = 64;

    final InjectorConfig config;
    final ExecutorList executors = new ExecutorList();
    private final LongAdder wakesByProducers = new LongAdder();
    private final LongAdder wakesByWorkers = new LongAdder();
    final LongAdder falseWakes = new LongAdder();
    final LongAdder searches = new LongAdder();
    final LongAdder parks = new LongAdder();
    private final LongAdder threadsStarted = new LongAdder();
    private final LongAdder startFailures = new LongAdder();
    private final Searchers searchers = new Searchers();
    final IdleWorkers idle = new IdleWorkers();
    /** The workers that may have begun to run, by their threads; each adds itself before it searches for work. */
    private final Map<Thread, Worker> workers = new ConcurrentHashMap<>();
    /** The threads that were or are about to be started, and have not ended. */
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    /**
     * The thread that was started and has not begun to run. It is counted as a searcher already, so no other is started
     * meanwhile.
     */
    private final AtomicReference<@Nullable StartingThread> starting = new AtomicReference<>();

    /** Creates an injector with {@link InjectorConfig#DEFAULT}. */
    public Injector() {
        this(InjectorConfig.DEFAULT);
    }

    /** Creates an injector. It has no thread until there is a task. */
    public Injector(InjectorConfig config) {
        this.config = Objects.requireNonNull(config, "config");
    }

    /**
     * {@return a new executor, which exists until it is shut down}
     *
     * @throws IllegalStateException if the injector is closed
     */
    public InjectionExecutor newExecutor(ExecutorConfig config) {
        Objects.requireNonNull(config, "config");
        InjectionExecutor executor = new InjectionExecutor(this, config, new ConcurrentLinkedQueue<>());
        if (!executors.add(executor)) {
            throw new IllegalStateException("injector is closed: executor=" + config.name());
        }
        return executor;
    }

    /**
     * {@return a source of the work done by the threads, for {@link io.tailrace.Tailrace#addCounters}} Each figure is
     * read separately, so they are consistent only at rest. A producer or a worker wakes or starts a thread. A false
     * wake is one that found no work left. A worker that has found nothing at first begins a search, and perhaps parks
     * after that.
     */
    public CounterSource counterSource() {
        return sink -> {
            sink.level("threads", threads.size());
            sink.level("sleeping", idle.count());
            sink.total("wakesByProducers", wakesByProducers.sum());
            sink.total("wakesByWorkers", wakesByWorkers.sum());
            sink.total("falseWakes", falseWakes.sum());
            sink.total("searches", searches.sum());
            sink.total("parks", parks.sum());
            sink.total("threadsStarted", threadsStarted.sum());
            sink.total("startFailures", startFailures.sum());
        };
    }

    /**
     * Closes all executors, as {@link InjectionExecutor#close} does, and ends all threads.
     *
     * @throws IllegalStateException if a task of one of the executors calls this, which would wait for itself
     */
    @Override
    public void close() {
        if (isInTask()) {
            throw new IllegalStateException("a task cannot close the injector that runs it: thread="
                    + Thread.currentThread().getName());
        }
        var all = executors.close();
        all.forEach(InjectionExecutor::shutdown);
        all.forEach(InjectionExecutor::close);
        idle.close();
        for (Worker sleeper = idle.take(); sleeper != null; sleeper = idle.take()) {
            searchers.enter();
            sleeper.wake();
        }
        threads.forEach(Uninterrupted::join);
    }

    /** Called by a producer that has published work that no worker may know of. */
    void wakeByProducer() {
        wake(wakesByProducers);
    }

    /** Never fails: the worker may have taken a task, or be among the idle ones. */
    private void wakeByWorker() {
        try {
            wake(wakesByWorkers);
        } catch (Throwable e) { // No memory: the tasks wait for the next wake-up.
            report(e);
        }
    }

    private void wake(LongAdder counter) {
        StartingThread onItsWay = starting.get();
        if (onItsWay == null ? searchers.count() == 0 : onItsWay.isDead()) {
            reserveStack();
            if (onItsWay == null ? searchers.tryEnterFirst() : tryReplace(onItsWay)) {
                Worker sleeper = idle.take();
                if (sleeper != null) {
                    sleeper.wake();
                } else {
                    start();
                }
                counter.increment(); // Last, because it may need memory.
            }
        }
    }

    /** Overflows the stack now if it is nearly used up: after a count, no method could take the count back. */
    static void reserveStack() {
        reserveStack(FRAMES);
    }

    private static int reserveStack(int frames) {
        return frames == 0 ? 0 : 1 + reserveStack(frames - 1);
    }

    /** Discards a thread that died before it called its task. Returns whether the caller now has its searcher count. */
    private boolean tryReplace(StartingThread dead) {
        var failure = new IllegalStateException(
                "a worker thread has ended before it began: thread=" + dead.thread + "; another one takes its place");
        boolean isMine = starting.compareAndSet(dead, null);
        if (isMine) {
            forget(dead);
            report(failure);
        }
        return isMine;
    }

    /**
     * Starts a thread, which is counted as a searcher already. If that fails, the count is taken back. A worker that
     * has gone to sleep because of that count is woken. If none sleeps, the tasks wait for the next wake-up.
     */
    private void start() {
        StartingThread me;
        try {
            me = new StartingThread();
        } catch (OutOfMemoryError e) {
            stopSearch();
            throw e;
        }
        starting.set(me);
        try {
            Thread thread = InjectorConfig.newThread(config.threadFactory(), () -> work(me));
            threads.add(thread);
            me.thread = thread;
            thread.start();
            threadsStarted.increment();
        } catch (Throwable e) {
            if (starting.compareAndSet(me, null)) { // Otherwise its factory has started it.
                forget(me);
                stopSearch();
                report(new IllegalStateException(
                        "cannot start a worker thread: threads=" + threads.size() + "; its tasks wait for another", e));
            }
        }
    }

    private void stopSearch() {
        searchers.leave();
        if (idle.count() > 0 && executors.hasWork()) {
            wakeByWorker();
        }
    }

    private void forget(StartingThread failed) {
        Thread thread = failed.thread;
        if (thread != null) {
            threads.remove(thread);
        }
        startFailures.increment();
    }

    private void work(StartingThread me) {
        if (!starting.compareAndSet(me, null)) {
            // The thread was discarded, or the factory calls its task twice: the count belongs to another thread.
            return;
        }
        Thread thread = Thread.currentThread();
        try {
            newWorker(thread).run();
        } finally {
            workers.remove(thread);
            threads.remove(thread);
        }
    }

    private Worker newWorker(Thread thread) {
        try {
            Worker worker = new Worker(this, thread);
            workers.put(thread, worker);
            return worker;
        } catch (Throwable e) { // No memory.
            leaveSearch();
            throw e;
        }
    }

    void enterSearch() {
        searchers.enter();
    }

    /** A worker has taken a task and not begun it, or is among the idle ones already. */
    void leaveSearch() {
        if (searchers.leave() && executors.hasWork()) {
            wakeByWorker();
        }
    }

    /** {@return whether a worker without a task may spin} Only one at a time: a second searcher finds no more. */
    boolean maySpin() {
        return searchers.count() <= 1;
    }

    /** {@return whether the calling thread runs a task of one of the executors} */
    boolean isInTask() {
        return workers.containsKey(Thread.currentThread());
    }

    /** Interrupts the workers that run tasks of this executor. */
    void interrupt(InjectionExecutor executor) {
        workers.values().forEach(worker -> worker.current.interrupt(executor));
    }

    /** Calls the handler. Its exceptions are ignored, as by the JVM. */
    void report(Throwable error) {
        try {
            config.uncaughtHandler().uncaughtException(Thread.currentThread(), error);
        } catch (Throwable ignored) {
            // There is no further handler to notify.
        }
    }

    /**
     * A thread on its way. Its searcher count belongs to the thread that takes it out of {@link #starting}: the new
     * thread itself, or another one that finds it dead.
     */
    private static final class StartingThread {
        private volatile @Nullable Thread thread;

        boolean isDead() {
            Thread started = thread;
            return started != null && started.getState() == Thread.State.TERMINATED;
        }
    }

    /**
     * The workers that sleep. The last to sleep is the first to be woken, because its caches are the warmest. Under the
     * lock each worker is woken, or leaves by itself, exactly once; a lock costs little beside a sleep or a wake-up.
     */
    static final class IdleWorkers {
        /** No ArrayDeque: one that finds no memory to grow has lost its elements. */
        private final ArrayList<Worker> stack = new ArrayList<>();

        private boolean closed;

        /** {@return whether the worker may sleep; false after {@link #close}} */
        synchronized boolean add(Worker worker) {
            if (!closed) {
                stack.add(worker);
            }
            return !closed;
        }

        /** {@return a worker, which the caller has to wake} */
        synchronized @Nullable Worker take() {
            return stack.isEmpty() ? null : stack.remove(stack.size() - 1);
        }

        /** {@return whether the worker was still there; if not, another thread is about to wake it} */
        synchronized boolean remove(Worker worker) {
            return stack.remove(worker);
        }

        synchronized void close() {
            closed = true;
        }

        synchronized int count() {
            return stack.size();
        }
    }

    /**
     * Counts the searchers, the workers that are responsible for finding queued tasks: those that are awake without a
     * task, and those being woken or started. As long as there is one, no thread wakes another.
     *
     * <p>Two rules keep a task from being overlooked. A producer publishes its task, then calls {@link #tryEnterFirst};
     * a searcher calls {@link #leave}, then checks for tasks. So if the producer still saw a searcher, the last
     * searcher to leave sees the task. And of two searchers that leave together exactly one is the last, because
     * leaving is one atomic step. Any thread.
     */
    static final class Searchers extends Padded {
        private static final VarHandle COUNT = Handles.field(MethodHandles.lookup(), "count", long.class);

        private volatile long count;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        /**
         * Counts a searcher, if there is none. Returns whether it did; then the caller wakes one, or undoes this by
         * leaving.
         */
        boolean tryEnterFirst() {
            return count == 0 && COUNT.compareAndSet(this, 0L, 1L);
        }

        void enter() {
            COUNT.getAndAdd(this, 1L);
        }

        /**
         * A searcher has found a task, or gives up. Volatile: pairs with {@link #tryEnterFirst}.
         *
         * @return whether it was the last, which must check once more, and wake another worker if there is work
         */
        boolean leave() {
            return (long) COUNT.getAndAdd(this, -1L) == 1;
        }

        long count() {
            return count;
        }
    }

    /** The executors of an injector that are not terminated. Any thread. */
    static final class ExecutorList {
        private volatile InjectionExecutor[] executors = {};
        private boolean closed;

        /** {@return whether the executor was added; false after {@link #close}} */
        synchronized boolean add(InjectionExecutor executor) {
            if (!closed) {
                InjectionExecutor[] more = Arrays.copyOf(executors, executors.length + 1);
                more[executors.length] = executor;
                executors = more;
            }
            return !closed;
        }

        synchronized void remove(InjectionExecutor executor) {
            executors =
                    Arrays.stream(executors).filter(other -> other != executor).toArray(InjectionExecutor[]::new);
        }

        /** {@return the remaining executors; no more are added from now on} */
        synchronized List<InjectionExecutor> close() {
            closed = true;
            return List.of(executors);
        }

        /** {@return whether a task waits that a further worker could take} */
        boolean hasWork() {
            for (InjectionExecutor executor : executors) {
                if (executor.isWaiting()) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Takes a task of an executor. The caller must then run it.
         *
         * @param start the executor to ask first; different each time, so that none has to wait for a busy one
         * @return that executor; null if no task waits
         */
        @Nullable
        InjectionExecutor tryBegin(int start) {
            InjectionExecutor[] all = executors;
            for (int i = 0; i < all.length; i++) {
                InjectionExecutor executor = all[Integer.remainderUnsigned(start + i, all.length)];
                if (executor.tryBegin()) {
                    return executor;
                }
            }
            return null;
        }
    }
}
