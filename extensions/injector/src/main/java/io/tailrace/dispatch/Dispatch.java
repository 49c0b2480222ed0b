/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.CounterSource;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.dispatch.DispatchThreads.ThreadContext;
import io.tailrace.dispatch.FrameWindow.ReaderRole;
import io.tailrace.stream.StreamSubscription;
import io.tailrace.wait.Durations;
import java.time.Duration;
import java.util.Arrays;
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
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs the handler of a subscription on the threads of an executor, for several messages at a time, in place in the
 * log. It replaces polling, and is made by a {@link DispatchBuilder}. Any thread may use it.
 *
 * <ul>
 *   <li><b>Each message is handled at least once.</b> The subscriber's position advances only over an unbroken run of
 *       completed messages, so a slow handler eventually holds the publishers back. A handler that does not return
 *       stops them, and {@link #running} names its message. After an end or a halt, everything from the position on is
 *       handled again. The same holds after a crash for the next subscription of the same name ({@link
 *       SubscriptionConfig#withName}). At most one window of completed messages is handled twice.
 *   <li><b>The handler</b> is called by several threads at the same time, unless the order forbids it; if it does, the
 *       effects of one call are visible to the next. Bytes and header are valid until the handler returns.
 *   <li><b>Each image</b> is dispatched from the time it becomes available, in a window of its own. An image that ends
 *       is handled to its end. When the subscription is closed, no further handler starts. Publishers may reuse the
 *       memory only after the running handlers have returned, and none of their messages counts as done. The same holds
 *       if a new driver does not know the image, except that publishers do not wait then, as they do not for a poll.
 *   <li><b>Only a subscription that gates</b> can be dispatched. With policies for which publishers do not wait (DROP,
 *       EVICT), a message could be overwritten while its handler runs.
 *   <li><b>Polling</b> an image that is dispatched fails, because the position would pass unfinished messages.
 *   <li><b>The executor</b> is not shut down by the dispatch. If the program shuts it down first and interrupts its
 *       threads, the dispatch halts; without an interrupt the executor waits for the dispatch. An interrupt status that
 *       a handler leaves set is cleared.
 * </ul>
 */
public final class Dispatch implements AutoCloseable {
    /** How long a dispatch that is closed waits for an executor that has not run it yet. */
    private static final long START_PATIENCE_NS = 500_000_000;

    private static final FrameWindow[] NONE = {};

    private final Executor executor;
    private final FrameFeed.Source feeds;
    private final FrameRunner runner;
    private final DispatchThreads threads;
    /** The task of every thread; a single object however often it is executed. */
    private final Runnable work = this::work;
    /** Whether a thread awaits messages. */
    private final AtomicBoolean awaits = new AtomicBoolean();

    private final BooleanSupplier wakes = this::wakes;
    private final BooleanSupplier wakesFromRest = this::wakesFromRest;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CountDownLatch end = new CountDownLatch(1);
    private final LongAdder recruits = new LongAdder();
    /** Tasks that the executor refused, or would have run in the calling thread. */
    private final LongAdder refusals = new LongAdder();

    /** Frames. */
    private final LongAdder read = new LongAdder();
    /** How often reading stopped because a window was full. */
    private final LongAdder full = new LongAdder();

    private final FrameWindow.Limits limits;
    private final int lanes;
    /** The logs, each with its window; a new array after each change, under the lock of this. */
    private volatile FrameWindow[] windows = NONE;

    private volatile boolean stopping;
    private volatile @Nullable Throwable failure;

    Dispatch(DispatchBuilder config, Executor executor, FrameFeed.Source feeds) {
        this.executor = executor;
        this.feeds = feeds;
        this.runner = new FrameRunner(this, config.policy, config.failureHandler);
        this.limits = config.window;
        this.lanes = config.lanes;
        this.threads = new DispatchThreads(config.workers, config.shortestIdleNs, config.longestIdleNs);
    }

    /**
     * {@return the configuration of a dispatch of a subscription}
     *
     * @param handler run for each message, by several threads at the same time unless the order forbids it
     * @throws IllegalStateException if the subscription does not gate: publishers do not wait, or not for long, for
     *     other policies than BLOCK, so they could overwrite messages while handlers run; if it begins in history; or
     *     if it acknowledges, because the return of a handler does that
     */
    public static DispatchBuilder of(Subscription subscription, CheckedFrameHandler<?> handler) {
        return DispatchedImages.builder((StreamSubscription) subscription, handler);
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
            executor.execute(work);
        } catch (Throwable e) {
            stop();
            threads.abandon();
            endIfGone();
            throw e;
        }
    }

    /** Adds a log. */
    synchronized void add(FrameFeed feed, long position) {
        FrameWindow[] more = Arrays.copyOf(windows, windows.length + 1);
        more[windows.length] = new FrameWindow(feed, position, limits, lanes);
        windows = more;
    }

    private void retire(FrameWindow window) {
        synchronized (this) {
            windows = Arrays.stream(windows).filter(other -> other != window).toArray(FrameWindow[]::new);
        }
        window.feed.release(); // Without the lock: the feeds lock themselves first, and then add a log.
    }

    /** The task of one of the executor's threads; returns when the thread is no longer needed. */
    private void work() {
        if (!threads.begin()) {
            return;
        }
        Thread thread = Thread.currentThread();
        if (threads.contains(thread)) { // The executor runs the task in the recruiting thread, which has a frame.
            threads.tryLeave(1); // First: the count may need memory.
            refusals.increment();
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
            if (runFrames(context) || read()) {
                context.idle.reset();
            } else if (idle(context) && threads.haveSearchers(2)) {
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
        boolean atRest = isAtRest();
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
            return stopping || read() || framesWait();
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
        return wakes() || !isAtRest();
    }

    /** {@return whether the calling thread is no longer needed, and no other thread relies on it} */
    private boolean leave() {
        boolean leaves = threads.tryLeave(2);
        if (leaves) {
            endIfGone();
        }
        return leaves;
    }

    private boolean runFrames(ThreadContext context) {
        FrameWindow[] all = windows;
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
        boolean wasLast = threads.beginRunning();
        try {
            if (wasLast) {
                recruitIfNeeded();
            }
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
        boolean progress = false;
        for (FrameWindow window : windows) {
            progress |= read(window);
        }
        if (!more && windows.length == 0) {
            stop();
        }
        return progress;
    }

    private boolean read(FrameWindow window) {
        ReaderRole role = window.role;
        if (!role.tryTake()) {
            return false;
        }
        int frames = 0;
        do {
            if (!window.feed.isClosed()) {
                frames += window.feed.read(window);
                if (!window.hasRoom()) {
                    full.increment();
                }
            } else if (window.isEmpty()) {
                retire(window); // This thread keeps the role, so no thread reads the log any more.
                return false;
            }
        } while (!role.release());
        if (frames != 0) {
            read.add(frames);
        }
        return frames != 0;
    }

    private boolean isAtRest() {
        for (FrameWindow window : windows) {
            if (!window.isAtRest()) {
                return false;
            }
        }
        return true;
    }

    private boolean framesWait() {
        for (FrameWindow window : windows) {
            if (!window.order.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private long sum(ToLongFunction<FrameWindow> figure) {
        return Arrays.stream(windows).mapToLong(figure).sum();
    }

    /** Starts another searcher on the executor, unless there is one or no more threads are allowed. */
    private void recruitIfNeeded() {
        if (threads.tryEnter()) {
            try {
                executor.execute(work);
                recruits.increment();
            } catch (Throwable e) { // The executor is full or shut down, or there is no memory: continue without.
                threads.abandon(); // First: the count may need memory.
                refusals.increment();
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
            try {
                halt(new RejectedExecutionException("the executor never ran the dispatch: executor=" + executor
                        + ". It dropped the task, was shut down, or has no free thread"));
            } finally {
                endIfGone(); // Even if the executor has no text.
            }
        }
    }

    private void endIfGone() {
        if (threads.isGone() && ended.compareAndSet(false, true)) {
            try {
                for (FrameWindow window : windows) { // No stream: there may be no memory, and nobody tries again.
                    try {
                        window.feed.release();
                    } catch (Throwable e) { // The others must be released nevertheless.
                        halt(e);
                    }
                }
                windows = NONE;
                feeds.ended(failure);
            } finally {
                end.countDown();
            }
        }
    }

    /**
     * Ends the dispatch: no further handler starts. Waits for the running handlers, unless one of them is the caller.
     * The subscription stays open: the next poll or dispatch continues from its position. Returns early, with the
     * interrupt status set, if the thread is interrupted. An executor that has not run the dispatch at all, because it
     * dropped the task or its threads are busy, perhaps with this call, gets half a second more; then the dispatch ends
     * with a {@link #failure}.
     */
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

    /**
     * Waits for the dispatch to end.
     *
     * @return whether it ended within the timeout
     */
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return end.await(Durations.toNanos(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * {@return whether the dispatch has ended: none of its tasks runs any more, and the subscription may be polled or
     * dispatched again}
     */
    public boolean isEnded() {
        return end.getCount() == 0;
    }

    /**
     * {@return why the dispatch has halted; null if it has not} The cause is an exception of a handler under HALT, an
     * exception of the log or the key while a message was read, the shutdown of the executor, or an executor that had
     * not run the dispatch when it was closed. The client's error handler receives it, too.
     */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** {@return the messages that handlers are running for now, the longest-running first} */
    public List<RunningFrame> running() {
        return threads.running();
    }

    /** {@return a source of the figures that {@code tailrace counters} shows of this dispatch} */
    public CounterSource counterSource() {
        return this::show;
    }

    /** Each figure is read separately. Lengths are in bytes; what is in flight was read and is not known to be done. */
    private void show(CounterSource.Sink sink) {
        sink.total("read", read.sum());
        sink.total("handled", threads.sum(ThreadContext::handled));
        sink.total("failedAttempts", runner.failedAttempts.sum());
        sink.total("retries", runner.retries.sum());
        sink.total("skipped", runner.skipped.sum());
        sink.total("windowFull", full.sum());
        sink.total("recruits", recruits.sum());
        sink.total("refusals", refusals.sum());
        sink.total("parks", threads.sum(ThreadContext::parks));
        sink.level("threads", threads.count());
        sink.level("framesInFlight", sum(FrameWindow::framesInFlight));
        sink.level("bytesInFlight", sum(FrameWindow::bytesInFlight));
        sink.level(
                "oldestRunningNs",
                running().stream().limit(1).mapToLong(RunningFrame::runningNs).sum());
    }
}
