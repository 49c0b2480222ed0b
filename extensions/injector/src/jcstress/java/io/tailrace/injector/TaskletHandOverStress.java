/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A tasklet is handed to a thread that goes to sleep. */
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

    /** As TaskletHandle.wake. Results: what the tasklet's call sees of the work; whether there will be another call. */
    @JCStressTest
    @JCStressMeta(Waking.class)
    @State
    public static class WakingATasklet {
        volatile int signalled = 1;
        int stored;

        @Actor
        public void wake() {
            stored = 1;
            signalled = 1;
        }

        @Actor
        public void call(II_Result result) {
            signalled = 0;
            result.r1 = stored;
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = signalled;
        }
    }

    /** The same, but the thread clears the signal after the call. */
    @JCStressTest
    @JCStressMeta(Waking.class)
    @State
    public static class WakingATaskletWeakened {
        volatile int signalled = 1;
        int stored;

        @Actor
        public void wake() {
            stored = 1;
            signalled = 1;
        }

        @Actor
        public void call(II_Result result) {
            result.r1 = stored;
            signalled = 0;
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = signalled;
        }
    }
}
