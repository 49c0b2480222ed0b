/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A tasklet is handed to a thread that goes to sleep or hands tasklets over. */
public class TaskletHandOverStress {
    /** The inbox of a thread, to which another one adds a tasklet. */
    private static class HandOver {
        /** As TaskletThread.signalled. */
        final AtomicInteger signalled = new AtomicInteger(1);

        private int tasklets;

        synchronized void put() {
            tasklets++;
        }

        private synchronized int takeAll() {
            int taken = tasklets;
            tasklets = 0;
            return taken;
        }

        /** As TaskletThread.handleSignal. */
        int handleSignal() {
            signalled.set(0);
            return takeAll();
        }
    }

    /**
     * A tasklet is added while its thread, which was signalled before, checks once more before it sleeps. Results:
     * whether the thread has found the tasklet; whether it will check again instead of sleeping.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The thread has found it or will.")
    @Outcome(expect = FORBIDDEN, desc = "The thread sleeps, and its tasklet is never called.")
    @State
    public static class Waking {
        private final HandOver handOver = new HandOver();

        @Actor
        public void add() {
            handOver.put();
            handOver.signalled.set(1);
        }

        @Actor
        public void sleep(II_Result result) {
            result.r1 = handOver.handleSignal();
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = handOver.signalled.get();
        }
    }

    /** The same, but the signal is sent before the tasklet is added. */
    @JCStressTest
    @JCStressMeta(Waking.class)
    @State
    public static class WakingWeakened {
        private final HandOver handOver = new HandOver();

        @Actor
        public void add() {
            handOver.signalled.set(1);
            handOver.put();
        }

        @Actor
        public void sleep(II_Result result) {
            result.r1 = handOver.handleSignal();
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = handOver.signalled.get();
        }
    }

    /**
     * A tasklet ends, so its thread has fewer, while another thread checks whether to hand some over. Results: whether
     * the other thread has seen that; whether it will check again.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1", "0, 1"},
            expect = ACCEPTABLE,
            desc = "It hands over, or will.")
    @Outcome(expect = FORBIDDEN, desc = "It keeps too many tasklets.")
    @State
    public static class Levelling {
        final AtomicInteger load = new AtomicInteger(2);
        volatile int signalled = 1;

        @Actor
        public void end() {
            load.getAndDecrement();
            signalled = 1;
        }

        @Actor
        public void level(II_Result result) {
            signalled = 0;
            result.r1 = load.get() == 1 ? 1 : 0;
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = signalled;
        }
    }

    /** The same, but the other thread clears the signal after its check. */
    @JCStressTest
    @JCStressMeta(Levelling.class)
    @State
    public static class LevellingWeakened {
        final AtomicInteger load = new AtomicInteger(2);
        volatile int signalled = 1;

        @Actor
        public void end() {
            load.getAndDecrement();
            signalled = 1;
        }

        @Actor
        public void level(II_Result result) {
            result.r1 = load.get() == 1 ? 1 : 0;
            signalled = 0;
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = signalled;
        }
    }

    /**
     * As TaskletHandle.wake, while the tasklet moves to another thread, which calls it. Results: whether that thread is
     * signalled; what its first call sees of the work.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The call sees it, or there will be another one.")
    @Outcome(expect = FORBIDDEN, desc = "The tasklet's former thread is woken, and the work is not done.")
    @State
    public static class WakingMoved {
        volatile boolean moved;
        int stored;

        @Actor
        public void wake(II_Result result) {
            stored = 1;
            VarHandle.fullFence();
            result.r1 = moved ? 1 : 0;
        }

        @Actor
        public void handOver(II_Result result) {
            moved = true;
            VarHandle.fullFence(); // As the lock of the inbox.
            result.r2 = stored;
        }
    }

    /** The same, but without the fence of the waking thread. */
    @JCStressTest
    @JCStressMeta(WakingMoved.class)
    @State
    public static class WakingMovedWeakened {
        volatile boolean moved;
        int stored;

        @Actor
        public void wake(II_Result result) {
            stored = 1;
            result.r1 = moved ? 1 : 0;
        }

        @Actor
        public void handOver(II_Result result) {
            moved = true;
            VarHandle.fullFence(); // As above.
            result.r2 = stored;
        }
    }
}
