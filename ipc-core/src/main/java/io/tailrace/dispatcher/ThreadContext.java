/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.dispatch.RunningFrame;
import io.tailrace.dispatcher.DispatcherConfig.IdleTimes;
import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a thread needs while it works for a dispatch: the frame that it runs, its idle time, and what it and the earlier
 * owners of this context have counted. One thread at a time; other threads only read.
 */
final class ThreadContext extends Padded {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle POSITION = Handles.field(LOOKUP, "position", long.class);
    private static final VarHandle STARTED_NS = Handles.field(LOOKUP, "startedNs", long.class);
    private static final VarHandle HANDLED = Handles.field(LOOKUP, "handled", long.class);
    private static final VarHandle PARKS = Handles.field(LOOKUP, "parks", long.class);
    private static final VarHandle THREAD = Handles.field(LOOKUP, "thread", Thread.class);

    /** Of the frame whose handler runs. */
    @SuppressWarnings("unused") // through its VarHandle
    private long position;
    /** When that handler was begun, by System.nanoTime; 0 if none runs. */
    @SuppressWarnings("unused") // through its VarHandle
    private long startedNs;

    private long handled;
    private long parks;
    private long turn;
    private long idleNs;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final int number;
    private final IdleTimes idleTimes;
    private volatile @Nullable FrameWindow window;
    private volatile @Nullable Thread thread;

    ThreadContext(int number, IdleTimes idleTimes) {
        this.number = number;
        this.idleTimes = idleTimes;
        this.turn = number;
        this.idleNs = idleTimes.shortestNs();
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

    /** {@return the frame whose handler runs, null if none does} Any thread. */
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

    /** The thread has found something to do. */
    void resetIdle() {
        idleNs = idleTimes.shortestNs();
    }

    /** The thread has found nothing to do. Returns how long it sleeps now: at rest nothing comes that is not told. */
    long nextIdleNs(boolean atRest) {
        PARKS.setOpaque(this, parks + 1);
        long sleepNs = atRest ? idleTimes.longestNs() : idleNs;
        idleNs = Math.min(2 * sleepNs, idleTimes.longestNs());
        return sleepNs;
    }

    boolean isLongest(long sleepNs) {
        return sleepNs == idleTimes.longestNs();
    }
}
