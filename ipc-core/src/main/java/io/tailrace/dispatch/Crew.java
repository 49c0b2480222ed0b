/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.memory.Padded;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many threads work for a dispatch, and how many of them watch: look for frames, or are on their way, and run no
 * handler. In one word, so that it is one step that finds out who was the last. Any thread.
 *
 * <pre>
 *   bits   field
 *   -----  --------  ------------------------------------
 *    0-23  watching  of the threads
 *   24-47  threads   at work, and on their way
 *   48     closed    nobody comes any more
 * </pre>
 */
final class Crew extends Padded {
    static final int MAX_THREADS = 1 << 16;

    private static final VarHandle WORD =
            ConstantBootstraps.fieldVarHandle(MethodHandles.lookup(), "word", VarHandle.class, Crew.class, long.class);

    private static final long WATCHING_ONE = 1;
    private static final long THREAD_ONE = 1L << 24;
    private static final long FIELD_MASK = THREAD_ONE - 1;
    private static final long CLOSED = 1L << 48;

    private volatile long word;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final int maxThreads;

    Crew(int maxThreads) {
        this.maxThreads = maxThreads;
    }

    private static long watching(long word) {
        return word & FIELD_MASK;
    }

    private static int threads(long word) {
        return (int) (word >>> 24 & FIELD_MASK);
    }

    /**
     * Counts a thread that watches, if none does and one more may come. The caller gets it there, or undoes this by
     * leaving.
     */
    boolean tryEnter() {
        while (true) {
            long current = word;
            if (watching(current) > 0 || threads(current) >= maxThreads || (current & CLOSED) != 0) {
                return false;
            }
            if (WORD.compareAndSet(this, current, current + THREAD_ONE + WATCHING_ONE)) {
                return true;
            }
        }
    }

    /** The calling thread goes to run handlers. Returns whether nobody watches now. */
    boolean beginRunning() {
        return watching((long) WORD.getAndAdd(this, -WATCHING_ONE)) == 1;
    }

    /** The calling thread watches again. */
    void endRunning() {
        WORD.getAndAdd(this, WATCHING_ONE);
    }

    /**
     * A watching thread leaves, unless fewer than so many watch.
     *
     * @return whether it may; always, once closed
     */
    boolean tryLeave(int fewest) {
        while (true) {
            long current = word;
            if (watching(current) < fewest && (current & CLOSED) == 0) {
                return false;
            }
            if (WORD.compareAndSet(this, current, current - THREAD_ONE - WATCHING_ONE)) {
                return true;
            }
        }
    }

    /** {@return whether at least so many watch} */
    boolean isWatchedBy(int count) {
        return watching(word) >= count;
    }

    /** Nobody is counted any more. */
    void close() {
        WORD.getAndBitwiseOr(this, CLOSED);
    }

    /** {@return whether it is closed and the last one has left} */
    boolean isGone() {
        long current = word;
        return (current & CLOSED) != 0 && threads(current) == 0;
    }

    int threads() {
        return threads(word);
    }
}
