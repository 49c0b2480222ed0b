/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of several logs and runs the handler for them, by threads of an executor: see the package. Any
 * thread.
 *
 * <p>It ends when it is closed, when nothing comes any more, or halts when something can not go on. Every frame before
 * the completed prefix of its log is done then, none other counts as done.
 */
public final class Dispatcher {
    private final DispatcherConfig config;
    private final FrameFeed.Source feeds;
    private final FrameRunner runner;
    private final Crew crew;
    private final Seats seats;
    /** The task of every thread; one object however often it is executed. */
    private final Runnable work = this::work;
    /** Where one thread only reads, others run, and none of those waits for more. */
    private final boolean separate;

    private final AtomicBoolean ended = new AtomicBoolean();
    private final CountDownLatch end = new CountDownLatch(1);
    private final LongAdder read = new LongAdder();
    private final LongAdder windowFull = new LongAdder();
    private final LongAdder recruits = new LongAdder();
    private final LongAdder refusals = new LongAdder();

    private volatile FrameWindow[] windows = {};
    private volatile boolean stopping;
    private volatile @Nullable Throwable failure;

    public Dispatcher(DispatcherConfig config, FrameFeed.Source feeds) {
        this.config = config;
        this.feeds = feeds;
        this.runner = new FrameRunner(config.policy(), config.failureHandler(), this::goesOn, this::halt);
        this.crew = new Crew(config.maxThreads());
        this.seats = new Seats(config.maxThreads(), config.idleTimes());
        this.separate = config.strategy() == Strategy.PRODUCE_EXECUTE_CONSUME;
    }

    /**
     * Begins. Once.
     *
     * @throws RejectedExecutionException if the executor takes no task
     */
    public void start() {
        crew.tryEnter();
        try {
            feeds.update(this);
            config.executor().execute(separate ? this::readOnly : work);
        } catch (Throwable e) {
            stop();
            crew.tryLeave(1);
            endIfGone();
            throw e;
        }
    }

    /** Adds a log. */
    public synchronized void add(FrameFeed feed, long position) {
        FrameWindow[] more = Arrays.copyOf(windows, windows.length + 1);
        more[windows.length] = new FrameWindow(feed, position, config.window(), config.lanes());
        windows = more;
    }

    private synchronized void retire(FrameWindow window) {
        windows = Arrays.stream(windows).filter(other -> other != window).toArray(FrameWindow[]::new);
        window.feed().release();
    }

    /** One of the executor's threads; returns when it is not needed any more. */
    private void work() {
        Thread thread = Thread.currentThread();
        if (seats.holds(thread)) { // The executor has its caller run it, who has a frame in hand.
            refusals.increment();
            crew.tryLeave(1);
            return;
        }
        do {
            Seat seat = seats.take(thread);
            try {
                seat.resetIdle();
                work(seat);
            } catch (Throwable e) {
                halt(e);
            } finally {
                seat.standUp();
            }
        } while (!leave());
    }

    private void work(Seat seat) {
        while (goesOn()) {
            if (runFrames(seat) || (!separate && read())) {
                seat.resetIdle();
            } else if (separate || (seat.idle() && crew.isWatchedBy(2))) {
                return;
            }
        }
    }

    /**
     * The thread that only reads. It counts as one that does not watch: it runs no handler, however many frames wait.
     */
    private void readOnly() {
        Seat seat = seats.take(Thread.currentThread());
        crew.beginRunning();
        try {
            while (goesOn()) {
                boolean progress = read();
                recruitIfFramesWait();
                if (progress) {
                    seat.resetIdle();
                } else {
                    seat.idle();
                }
            }
        } catch (Throwable e) {
            halt(e);
        } finally {
            crew.endRunning();
            seat.standUp();
            crew.tryLeave(1);
            endIfGone();
        }
    }

    /** {@return whether the calling thread is not needed any more, and nobody counts on it} */
    private boolean leave() {
        if (!crew.tryLeave(separate ? 1 : 2)) {
            return false;
        }
        // After that step. Volatile: pairs with FrameOrder.add, behind which the reader looks whether anybody
        // watches. Of those that share reading the other one that watches reads on.
        if (separate && framesWait() && crew.tryEnter()) {
            return false;
        }
        endIfGone();
        return true;
    }

    private boolean runFrames(Seat seat) {
        FrameWindow[] all = windows;
        int turn = seat.nextTurn();
        for (int i = 0; i < all.length; i++) {
            FrameWindow window = all[Integer.remainderUnsigned(turn + i, all.length)];
            long frame = window.order().take(turn);
            if (frame != FrameOrder.NONE) {
                runFrames(seat, window, frame);
                return true;
            }
        }
        return false;
    }

    /** Runs a frame that was taken, and those of its log that follow, after somebody else was found to watch. */
    private void runFrames(Seat seat, FrameWindow window, long first) {
        if (crew.beginRunning()) {
            if (separate) {
                recruitIfFramesWait();
            } else {
                recruit();
            }
        }
        try {
            long frame = first;
            while (frame != FrameOrder.NONE && goesOn()) {
                frame = run(seat, window, frame);
            }
        } finally {
            crew.endRunning();
        }
    }

    /** {@return the next frame to run} */
    private long run(Seat seat, FrameWindow window, long frame) {
        if (!runner.run(seat, window, frame)) {
            return FrameOrder.NONE;
        }
        long next = window.order().next(frame);
        window.prefix().done(frame);
        return next == FrameOrder.NONE ? window.order().take(seat.nextTurn()) : next;
    }

    /** {@return whether anything was read} */
    private boolean read() {
        boolean more = feeds.update(this);
        FrameWindow[] all = windows;
        boolean progress = false;
        for (FrameWindow window : all) {
            progress |= read(window);
        }
        if (!more && windows.length == 0) {
            stop();
        }
        return progress;
    }

    private boolean read(FrameWindow window) {
        ProducerRole role = window.role();
        if (!role.tryTake()) {
            return false;
        }
        int frames = 0;
        do {
            if (!window.feed().isClosed()) {
                frames += window.feed().read(window);
                if (!window.hasRoom()) {
                    windowFull.increment();
                }
            } else if (window.isEmpty()) {
                retire(window); // For good: nobody gets the role any more.
                return false;
            }
        } while (!role.release());
        if (frames != 0) {
            read.add(frames);
        }
        return frames != 0;
    }

    private boolean framesWait() {
        for (FrameWindow window : windows) {
            if (!window.order().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private void recruitIfFramesWait() {
        if (framesWait()) {
            recruit();
        }
    }

    /** Gets another thread to watch, unless one does or none may come. */
    private void recruit() {
        if (crew.tryEnter()) {
            try {
                config.executor().execute(work);
                recruits.increment();
            } catch (Throwable e) { // It is full, or shut down, or has no memory for a thread: then it goes on without.
                refusals.increment();
                crew.tryLeave(1);
            }
        }
    }

    /**
     * An interrupt is for a handler, or for the executor's threads when that is shut down. Everything else clears it.
     */
    private boolean goesOn() {
        if (Thread.interrupted()
                && config.executor() instanceof ExecutorService service
                && service.isShutdown()
                && !stopping) {
            halt(new RejectedExecutionException(
                    "the executor was shut down and has interrupted its threads; close the dispatch before it"));
        }
        return !stopping;
    }

    private void halt(Throwable cause) {
        synchronized (this) {
            if (failure == null) {
                failure = cause;
            }
        }
        stop();
    }

    /** Has it end; returns at once. Handlers that run are waited for at the {@link #end}, pauses are not. */
    public void stop() {
        stopping = true;
        crew.close();
        seats.wakeAll();
        endIfGone();
    }

    private void endIfGone() {
        if (crew.isGone() && ended.compareAndSet(false, true)) {
            try {
                releaseAll();
                feeds.ended(failure);
            } finally {
                end.countDown();
            }
        }
    }

    private synchronized void releaseAll() {
        for (FrameWindow window : windows) {
            window.feed().release();
        }
        windows = new FrameWindow[0];
    }

    /** {@return where to wait for its end} */
    public CountDownLatch end() {
        return end;
    }

    /** {@return whether the calling thread is one of those at work} */
    public boolean isWorkedByCaller() {
        return seats.holds(Thread.currentThread());
    }

    /** {@return why it has halted; null if it has not} */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** {@return the frames that handlers have in hand now, that in hand for longest first} */
    public List<RunningFrame> running() {
        return seats.running();
    }

    /** {@return what was done so far, and what there is to do} */
    public DispatchCounters counters() {
        long frames = 0;
        long bytes = 0;
        for (FrameWindow window : windows) {
            frames += window.framesInFlight();
            bytes += window.bytesInFlight();
        }
        List<RunningFrame> running = seats.running();
        return new DispatchCounters(
                read.sum(),
                seats.handled(),
                runner.failedAttempts.sum(),
                runner.retries.sum(),
                runner.skipped.sum(),
                runner.deadLetters.sum(),
                windowFull.sum(),
                recruits.sum(),
                refusals.sum(),
                seats.parks(),
                crew.threads(),
                frames,
                bytes,
                running.isEmpty() ? 0 : running.get(0).runningNs());
    }
}
