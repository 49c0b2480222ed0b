/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.CounterSource;
import io.tailrace.Dispatch;
import io.tailrace.Subscription;
import io.tailrace.dispatch.DispatchCounters;
import io.tailrace.dispatch.RunningFrame;
import io.tailrace.dispatch.Strategy;
import io.tailrace.dispatcher.DispatchThreads.ThreadContext;
import io.tailrace.wait.Durations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of several logs and runs the handler for them, by threads of an executor: see the package. Any
 * thread.
 *
 * <p>A dispatch ends when it is stopped, or when no new log can appear any more. It halts, that is, ends with a
 * failure, when it cannot continue. Then every frame before the low watermark of its log is done, and no other frame
 * counts as done.
 */
public final class Dispatcher implements Dispatch, CounterSource {
    /** How long a dispatch that is closed waits for an executor that has not run it yet. */
    private static final long START_PATIENCE_NS = 500_000_000;

    private final Executor executor;
    private final FrameFeed.Source feeds;
    private final FrameRunner runner;
    private final FrameWindows windows;
    private final DispatchThreads threads;
    /** The task of every thread; a single object however often it is executed. */
    private final Runnable work = this::work;
    /** Whether one thread only reads, while the others run handlers and leave as soon as there is no frame to run. */
    private final boolean separate;

    /** Whether a thread awaits messages. */
    private final AtomicBoolean awaits = new AtomicBoolean();

    private final BooleanSupplier wakes = this::wakes;
    private final BooleanSupplier wakesFromRest = this::wakesFromRest;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CountDownLatch end = new CountDownLatch(1);
    private final LongAdder recruits = new LongAdder();
    private final LongAdder refusals = new LongAdder();

    private volatile boolean stopping;
    private volatile @Nullable Throwable failure;

    Dispatcher(DispatchBuilder config, Executor executor, FrameFeed.Source feeds) {
        this.executor = executor;
        this.feeds = feeds;
        this.runner = new FrameRunner(this, config.policy, config.failureHandler);
        this.windows = new FrameWindows(config.window, config.lanes);
        this.threads = new DispatchThreads(config.maxThreads(), config.shortestIdleNs, config.longestIdleNs);
        this.separate = config.decidedStrategy() == Strategy.PRODUCE_EXECUTE_CONSUME;
    }

    /**
     * Starts the dispatch. Called once.
     *
     * @throws IllegalStateException if the subscription is closed or dispatched
     * @throws RejectedExecutionException if the executor accepts no task
     */
    void start() {
        feeds.begin(this);
        threads.tryEnter();
        try {
            feeds.update(this);
            executor.execute(separate ? this::readOnly : work);
        } catch (Throwable e) {
            stop();
            threads.abandon();
            endIfGone();
            throw e;
        }
    }

    /** Adds a log. */
    public void add(FrameFeed feed, long position) {
        windows.add(feed, position);
    }

    /** The task of one of the executor's threads; returns when the thread is no longer needed. */
    private void work() {
        if (!threads.begin()) {
            return;
        }
        Thread thread = Thread.currentThread();
        if (threads.contains(thread)) { // The executor runs the task in the recruiting thread, which has a frame.
            refusals.increment();
            threads.tryLeave(1);
            return;
        }
        do {
            ThreadContext context = threads.takeContext(thread);
            try {
                context.idle.reset();
                work(context);
            } catch (Throwable e) {
                halt(e);
            } finally {
                context.giveBack();
            }
        } while (!leave());
    }

    private void work(ThreadContext context) {
        while (goesOn()) {
            if (runFrames(context) || (!separate && read())) {
                context.idle.reset();
            } else if (separate || (idle(context) && threads.haveSearchers(2))) {
                return;
            }
        }
    }

    /**
     * Sleeps, because the thread has found nothing to do. Messages wake one of the sleeping threads; the others check
     * again after a while, and so does that one while handlers run, because they make room or may block. At first it
     * checks so soon that being woken does not pay.
     *
     * @return whether it was time to leave
     */
    private boolean idle(ThreadContext context) {
        boolean atRest = windows.isAtRest();
        long sleepNs = context.nextIdleNs(atRest);
        boolean isLongest = context.idle.isLongest(sleepNs);
        boolean found = false;
        if ((atRest || isLongest) && awaits.compareAndSet(false, true)) {
            try {
                found = feeds.await(atRest ? wakesFromRest : wakes, atRest ? Long.MAX_VALUE : sleepNs);
            } finally {
                awaits.set(false);
            }
        } else {
            LockSupport.parkNanos(this, sleepNs);
        }
        return isLongest && !found;
    }

    /** {@return whether there is something to do for a thread that awaits messages} It has read, if it could. */
    private boolean wakes() {
        try {
            return stopping || read() || (!separate && windows.framesWait());
        } catch (Throwable e) {
            halt(e); // Here, because any other exception of the wait costs only this wait.
            return true;
        }
    }

    /**
     * For a thread that only a message wakes. A message that this check misses was committed after it, and wakes the
     * thread.
     */
    private boolean wakesFromRest() {
        return wakes() || !windows.isAtRest();
    }

    /** The task of the thread that only reads. It does not count as a searcher, because it never runs a handler. */
    private void readOnly() {
        if (!threads.begin()) {
            return;
        }
        ThreadContext context = threads.takeContext(Thread.currentThread());
        threads.beginRunning();
        try {
            while (goesOn()) {
                boolean progress = read();
                recruitIfNeeded();
                if (progress) {
                    context.idle.reset();
                } else {
                    idle(context);
                }
            }
        } catch (Throwable e) {
            halt(e);
        } finally {
            threads.endRunning();
            context.giveBack();
            threads.tryLeave(1);
            endIfGone();
        }
    }

    /** {@return whether the calling thread is no longer needed, and no other thread relies on it} */
    private boolean leave() {
        if (!threads.tryLeave(separate ? 1 : 2)) {
            return false;
        }
        // After that step. Volatile: pairs with FrameOrder.add, after which the reader checks for a searcher. If
        // threads share the reading there is no such pair: another searcher is left, and it continues to read.
        if (separate && windows.framesWait() && threads.tryEnter() && threads.begin()) {
            return false;
        }
        endIfGone();
        return true;
    }

    private boolean runFrames(ThreadContext context) {
        FrameWindow[] all = windows.all();
        int turn = context.nextTurn();
        for (int i = 0; i < all.length; i++) {
            FrameWindow window = all[Integer.remainderUnsigned(turn + i, all.length)];
            long frame = window.order.take(turn);
            if (frame != FrameOrder.NONE) {
                runFrames(context, window, frame);
                return true;
            }
        }
        return false;
    }

    /** Runs a taken frame, and the frames of its log that follow it. Before that it recruits another searcher. */
    private void runFrames(ThreadContext context, FrameWindow window, long first) {
        if (threads.beginRunning()) {
            recruitIfNeeded();
        }
        try {
            long frame = first;
            while (frame != FrameOrder.NONE && goesOn()) {
                frame = run(context, window, frame);
            }
        } finally {
            threads.endRunning();
        }
    }

    /** {@return the next frame to run} */
    private long run(ThreadContext context, FrameWindow window, long frame) {
        if (!runner.run(context, window, frame)) {
            return FrameOrder.NONE;
        }
        long next = window.order.next(frame);
        window.watermark.done(frame);
        return next == FrameOrder.NONE ? window.order.take(context.nextTurn()) : next;
    }

    /** {@return whether anything was read} */
    private boolean read() {
        boolean more = feeds.update(this);
        boolean progress = windows.read();
        if (!more && windows.all().length == 0) {
            stop();
        }
        return progress;
    }

    /**
     * Starts another searcher on the executor, unless there is one or no more threads are allowed. If one thread only
     * reads, another one is needed only while frames wait.
     */
    private void recruitIfNeeded() {
        if ((!separate || windows.framesWait()) && threads.tryEnter()) {
            try {
                executor.execute(work);
                recruits.increment();
            } catch (Throwable e) { // The executor is full or shut down, or there is no memory: continue without.
                refusals.increment();
                threads.abandon();
            }
        }
    }

    /**
     * {@return whether the dispatch continues} Clears an interrupt: it was meant for a handler, unless the executor was
     * shut down and has interrupted its threads. In that case the dispatch halts.
     */
    boolean goesOn() {
        if (Thread.interrupted() && executor instanceof ExecutorService service && service.isShutdown() && !stopping) {
            halt(new RejectedExecutionException(
                    "the executor was shut down and has interrupted its threads; close the dispatch before it"));
        }
        return !stopping;
    }

    void halt(Throwable cause) {
        synchronized (this) {
            if (failure == null) {
                failure = cause;
            }
        }
        stop();
    }

    /** Ends the dispatch, without waiting. Pauses are cut short. */
    private void stop() {
        stopping = true;
        threads.close();
        feeds.wake();
        endIfGone();
    }

    /** After {@link #stop}: gives up the task that the executor has not begun, if no other has ever run. */
    private void endIfNeverRun() {
        if (threads.abandon()) {
            halt(new RejectedExecutionException("the executor never ran the dispatch: executor=" + executor
                    + ". It dropped the task, was shut down, or has no free thread"));
        }
    }

    private void endIfGone() {
        if (threads.isGone() && ended.compareAndSet(false, true)) {
            try {
                windows.releaseAll();
                feeds.ended(this, failure);
            } finally {
                end.countDown();
            }
        }
    }

    /** Makes the thread that awaits messages check again. */
    public void wake() {
        feeds.wake();
    }

    @Override
    public void close() {
        stop();
        if (threads.contains(Thread.currentThread())) {
            return;
        }
        try {
            end.await(START_PATIENCE_NS, TimeUnit.NANOSECONDS);
            endIfNeverRun();
            end.await();
        } catch (InterruptedException e) {
            endIfNeverRun();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return end.await(Durations.toNanos(timeout), TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean isEnded() {
        return end.getCount() == 0;
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public Subscription subscription() {
        return feeds.subscription();
    }

    @Override
    public List<RunningFrame> running() {
        return threads.running();
    }

    @Override
    public DispatchCounters counters() {
        return new DispatchCounters(
                windows.read.sum(),
                threads.sum(ThreadContext::handled),
                runner.failedAttempts.sum(),
                runner.retries.sum(),
                runner.skipped.sum(),
                runner.deadLetters.sum(),
                windows.full.sum(),
                recruits.sum(),
                refusals.sum(),
                threads.sum(ThreadContext::parks),
                threads.count(),
                windows.sum(FrameWindow::framesInFlight),
                windows.sum(FrameWindow::bytesInFlight),
                threads.oldestRunningNs());
    }

    /** Shows the same figures to tools. */
    @Override
    public void read(Sink sink) {
        DispatchCounters counters = counters();
        sink.total("read", counters.read());
        sink.total("handled", counters.handled());
        sink.total("failedAttempts", counters.failedAttempts());
        sink.total("retries", counters.retries());
        sink.total("skipped", counters.skipped());
        sink.total("deadLetters", counters.deadLetters());
        sink.total("windowFull", counters.windowFull());
        sink.total("recruits", counters.recruits());
        sink.total("refusals", counters.refusals());
        sink.total("parks", counters.parks());
        sink.level("threads", counters.threads());
        sink.level("framesInFlight", counters.framesInFlight());
        sink.level("bytesInFlight", counters.bytesInFlight());
        sink.level("oldestRunningNs", counters.oldestRunningNs());
    }
}
