/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.idle.Backoff;
import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a dispatch: their number, the number of searchers, and the context of each. A thread searches while it
 * looks for frames or is being started, and runs no handler. Both numbers are in one word, so the last searcher learns
 * by one atomic step that it was the last. Any thread.
 *
 * <pre>
 *   bits   field
 *   -----  ---------  -----------------------------------
 *    0-23  searchers  of the threads
 *   24-47  threads    at work or being started
 *   48     closed     no thread may enter any more
 *   49     starting   one of the searchers is a task that the executor has and does not run yet
 *   50     begun      the executor has run a task
 * </pre>
 *
 * <p>An executor may drop a task without a word, or have no thread for it. So only searchers that run are relied on,
 * and a task that does not run yet can be {@link #abandon abandoned}.
 */
final class DispatchThreads extends Padded {
    static final int MAX_THREADS = 1 << 16;

    private static final VarHandle WORD = Handles.field(MethodHandles.lookup(), "word", long.class);

    private static final long SEARCHER_ONE = 1;
    private static final long THREAD_ONE = 1L << 24;
    private static final long FIELD_MASK = THREAD_ONE - 1;
    private static final long CLOSED = 1L << 48;
    private static final long STARTING = 1L << 49;
    private static final long BEGUN = 1L << 50;

    private volatile long word;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** As many as there may be threads. */
    private final ThreadContext[] contexts;

    DispatchThreads(int maxThreads, long shortestIdleNs, long longestIdleNs) {
        contexts = new ThreadContext[maxThreads];
        for (int i = 0; i < maxThreads; i++) {
            contexts[i] = new ThreadContext(i, new Backoff(shortestIdleNs, longestIdleNs));
        }
    }

    private static long searchers(long word) {
        return word & FIELD_MASK;
    }

    private static int threads(long word) {
        return (int) (word >>> 24 & FIELD_MASK);
    }

    private boolean mayEnter(long word) {
        return searchers(word) == 0 && threads(word) < contexts.length && (word & CLOSED) == 0;
    }

    /**
     * Counts a new searcher, if there is no searcher and one more thread is allowed. The caller then starts that
     * thread, which calls {@link #begin}, or undoes the step by {@link #abandon}.
     */
    boolean tryEnter() {
        for (long current = word; mayEnter(current); current = word) {
            if (WORD.compareAndSet(this, current, (current + THREAD_ONE + SEARCHER_ONE) | STARTING)) {
                return true;
            }
        }
        return false;
    }

    /** The thread that is being started runs. Returns false if it was abandoned, and must not work. */
    boolean begin() {
        for (long current = word; (current & STARTING) != 0; current = word) {
            if (WORD.compareAndSet(this, current, (current & ~STARTING) | BEGUN)) {
                return true;
            }
        }
        return false;
    }

    /** The thread that is being started, if there is one, does not count any more. Returns whether there was one. */
    boolean abandon() {
        for (long current = word; (current & STARTING) != 0; current = word) {
            if (WORD.compareAndSet(this, current, withoutStarting(current))) {
                return true;
            }
        }
        return false;
    }

    private static long withoutStarting(long word) {
        return (word & STARTING) == 0 ? word : (word & ~STARTING) - THREAD_ONE - SEARCHER_ONE;
    }

    /** The calling thread begins to run handlers. Returns whether it was the last searcher. */
    boolean beginRunning() {
        return searchers((long) WORD.getAndAdd(this, -SEARCHER_ONE)) == 1;
    }

    /** The calling thread searches again. */
    void endRunning() {
        WORD.getAndAdd(this, SEARCHER_ONE);
    }

    /**
     * The calling thread, a searcher, leaves, unless fewer searchers than given run.
     *
     * @return whether it may leave; always true after {@link #close}
     */
    boolean tryLeave(int minSearchers) {
        for (long current = word; haveSearchers(current, minSearchers) || (current & CLOSED) != 0; current = word) {
            if (WORD.compareAndSet(this, current, current - THREAD_ONE - SEARCHER_ONE)) {
                return true;
            }
        }
        return false;
    }

    private static boolean haveSearchers(long word, int count) {
        return searchers(withoutStarting(word)) >= count;
    }

    /** {@return whether that many searchers run} */
    boolean haveSearchers(int count) {
        return haveSearchers(word, count);
    }

    /**
     * From now on no thread enters, and sleeping threads wake up. A thread that is being started is abandoned, unless
     * it is the very first.
     */
    void close() {
        if (((long) WORD.getAndBitwiseOr(this, CLOSED) & BEGUN) != 0) {
            abandon();
        }
        for (ThreadContext context : contexts) {
            context.wake();
        }
    }

    /** {@return whether this is closed and the last thread has left} */
    boolean isGone() {
        long current = word;
        return (current & CLOSED) != 0 && threads(current) == 0;
    }

    int count() {
        return threads(word);
    }

    /**
     * Takes a free context. There is one for each thread that has entered, because a thread returns its context before
     * it leaves. So this loops again only while other threads take and return contexts at the same time.
     */
    ThreadContext takeContext(Thread thread) {
        while (true) {
            for (ThreadContext context : contexts) {
                if (context.tryTake(thread)) {
                    return context;
                }
            }
        }
    }

    /** {@return whether this thread has a context already} */
    boolean contains(Thread thread) {
        for (ThreadContext context : contexts) {
            if (context.thread() == thread) {
                return true;
            }
        }
        return false;
    }

    /** {@return the frames whose handlers run, the longest-running first} */
    List<RunningFrame> running() {
        return Arrays.stream(contexts)
                .map(ThreadContext::running)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingLong(RunningFrame::runningNs).reversed())
                .toList();
    }

    long sum(ToLongFunction<ThreadContext> counter) {
        return Arrays.stream(contexts).mapToLong(counter).sum();
    }

    /**
     * The state of a thread while it works for a dispatch: the frame that it runs, its idle time, and the counts of
     * this and earlier owners of the context. Used by one thread at a time; other threads only read.
     */
    static final class ThreadContext extends Padded {
        private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
        private static final VarHandle POSITION = Handles.field(LOOKUP, "position", long.class);
        private static final VarHandle STARTED_NS = Handles.field(LOOKUP, "startedNs", long.class);
        private static final VarHandle HANDLED = Handles.field(LOOKUP, "handled", long.class);
        private static final VarHandle PARKS = Handles.field(LOOKUP, "parks", long.class);
        private static final VarHandle THREAD = Handles.field(LOOKUP, "thread", Thread.class);

        /** The position of the frame whose handler runs. */
        @SuppressWarnings("unused") // through its VarHandle
        private long position;
        /** When that handler was started, by System.nanoTime; 0 if none runs. */
        @SuppressWarnings("unused") // through its VarHandle
        private long startedNs;

        private long handled;
        private long parks;
        private long turn;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        private final int number;
        final Backoff idle;
        private volatile @Nullable FrameWindow window;
        private volatile @Nullable Thread thread;

        ThreadContext(int number, Backoff idle) {
            this.number = number;
            this.idle = idle;
            this.turn = number;
        }

        boolean tryTake(Thread newThread) {
            return thread == null && THREAD.compareAndSet(this, null, newThread);
        }

        void giveBack() {
            thread = null;
        }

        int number() {
            return number;
        }

        @Nullable
        Thread thread() {
            return thread;
        }

        void wake() {
            LockSupport.unpark(thread);
        }

        int nextTurn() {
            return (int) turn++;
        }

        void begin(FrameWindow ofWindow, long framePosition) {
            if (window != ofWindow) {
                window = ofWindow;
            }
            POSITION.setOpaque(this, framePosition);
            STARTED_NS.setOpaque(this, System.nanoTime() | 1);
        }

        void end() {
            STARTED_NS.setOpaque(this, 0L);
            HANDLED.setOpaque(this, handled + 1);
        }

        /** {@return the frame whose handler runs; null if none does} Any thread. */
        @Nullable
        RunningFrame running() {
            long startNs = (long) STARTED_NS.getOpaque(this);
            Thread runner = thread;
            FrameWindow current = window;
            if (startNs == 0 || runner == null || current == null) {
                return null;
            }
            long runningNs = Math.max(0, System.nanoTime() - startNs);
            String name = runner.getName();
            return new RunningFrame(
                    name.isEmpty() ? runner.toString() : name, // A virtual thread has no name.
                    current.feed.logId(),
                    (long) POSITION.getOpaque(this),
                    runningNs);
        }

        long handled() {
            return (long) HANDLED.getOpaque(this);
        }

        long parks() {
            return (long) PARKS.getOpaque(this);
        }

        /** The thread has found nothing to do. Returns how long it sleeps now: at rest any new work is announced. */
        long nextIdleNs(boolean atRest) {
            PARKS.setOpaque(this, parks + 1);
            return atRest ? idle.longestNs() : idle.nextNs();
        }
    }
}
