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

/** A tasklet is handed to a thread that goes to sleep, is closed, or hands tasklets over. */
public class TaskletHandOverStress {
    private static final CooperativeConfig CONFIG =
            CooperativeConfig.DEFAULT.withThreadFactory(task -> new Thread(() -> {}));

    /** Never started. */
    private static final TaskletThread DRIVER = new TaskletThread(new CooperativeWorkers(CONFIG), CONFIG, false);

    /** The inbox of a thread, and a tasklet that is put into it. */
    private static class HandOver {
        final TaskletThread.Inbox inbox = new TaskletThread.Inbox();
        private final TaskletHandle handle = new TaskletHandle(() -> Tasklet.Progress.DONE, DRIVER);
        /** As TaskletThread.signalled. */
        final AtomicInteger signalled = new AtomicInteger(1);
        /** Plain: the store of the tasklet's last call. */
        int stored;

        boolean put() {
            return inbox.put(handle);
        }

        int take() {
            return inbox.take() != null ? 1 : 0;
        }

        /** As TaskletThread.handleSignal. */
        int handleSignal() {
            signalled.set(0);
            return take();
        }

        /** Stores in the result whether the thread has got the tasklet, and what it sees then. */
        void takeAndLook(II_Result result) {
            result.r1 = take();
            result.r2 = result.r1 == 1 ? stored : 0;
        }
    }

    /** A tasklet is put in while its thread closes. Results: whether it was accepted; whether the thread has got it. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "0, 0"},
            expect = ACCEPTABLE,
            desc = "Accepted and ended, or refused.")
    @Outcome(expect = FORBIDDEN, desc = "Accepted, and left behind.")
    @State
    public static class Closing {
        private final HandOver handOver = new HandOver();

        @Actor
        public void add(II_Result result) {
            result.r1 = handOver.put() ? 1 : 0;
        }

        @Actor
        public void close(II_Result result) {
            handOver.inbox.close();
            result.r2 = handOver.take();
        }
    }

    /** The same, but whether the inbox is closed is checked before the tasklet is put in. */
    @JCStressTest
    @JCStressMeta(Closing.class)
    @State
    public static class ClosingWeakened {
        private final HandOver handOver = new HandOver();
        volatile boolean closed;

        @Actor
        public void add(II_Result result) {
            if (!closed) {
                handOver.put();
                result.r1 = 1;
            }
        }

        @Actor
        public void close(II_Result result) {
            closed = true;
            result.r2 = handOver.take();
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

    /** A tasklet moves to another thread. Results: whether that thread has got it; the stores that the thread sees. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "Not there yet, or there with all it has stored.")
    @Outcome(expect = FORBIDDEN, desc = "It is called again, and does not see what its last call has stored.")
    @State
    public static class Passing {
        private final HandOver handOver = new HandOver();

        @Actor
        public void pass() {
            handOver.stored = 1;
            handOver.put();
        }

        @Actor
        public void take(II_Result result) {
            handOver.takeAndLook(result);
        }
    }

    /** The same, but the tasklet is added before its call is over. */
    @JCStressTest
    @JCStressMeta(Passing.class)
    @State
    public static class PassingWeakened {
        private final HandOver handOver = new HandOver();

        @Actor
        public void pass() {
            handOver.put();
            handOver.stored = 1;
        }

        @Actor
        public void take(II_Result result) {
            handOver.takeAndLook(result);
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
            VarHandle.fullFence(); // The inbox's compare-and-set.
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
