/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An executor is stopped while a worker begins or ends one of its tasks: that one is interrupted, and no other. */
public class InterruptStress {
    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    /**
     * Results: 1 if the task was interrupted, 2 if it was not, 0 if the worker has not got it; whether it was given
     * back.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It runs, and was interrupted.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It was given back.")
    @Outcome(expect = FORBIDDEN, desc = "It runs and was not interrupted.")
    @State
    public static class Begin {
        final ExecutorState state = new ExecutorState();
        volatile @Nullable CurrentExecutor worker;
        volatile boolean stopped;

        public Begin() {
            state.tryAdmit(1);
            state.publish();
        }

        @Actor
        public void work(II_Result result) {
            CurrentExecutor current = new CurrentExecutor(Thread.currentThread());
            worker = current;
            if (state.tryBegin(1)) {
                current.begin(state);
                if (state.isStopped()) {
                    Thread.currentThread().interrupt();
                }
                spinUntil(() -> stopped);
                result.r1 = Thread.currentThread().isInterrupted() ? 1 : 2;
                current.end();
            }
        }

        @Actor
        public void stop(II_Result result) {
            state.stop();
            CurrentExecutor current = worker;
            if (current != null) {
                current.interrupt(state);
            }
            result.r2 = state.tryDrain() ? 1 : 0;
            stopped = true;
        }
    }

    /** The same, but the worker looks whether it was stopped before it says what it runs. */
    @JCStressTest
    @JCStressMeta(Begin.class)
    @State
    public static class BeginWeakened {
        final ExecutorState state = new ExecutorState();
        volatile @Nullable CurrentExecutor worker;
        volatile boolean stopped;

        public BeginWeakened() {
            state.tryAdmit(1);
            state.publish();
        }

        @Actor
        public void work(II_Result result) {
            CurrentExecutor current = new CurrentExecutor(Thread.currentThread());
            worker = current;
            if (state.tryBegin(1)) {
                boolean late = state.isStopped();
                current.begin(state);
                if (late) {
                    Thread.currentThread().interrupt();
                }
                spinUntil(() -> stopped);
                result.r1 = Thread.currentThread().isInterrupted() ? 1 : 2;
                current.end();
            }
        }

        @Actor
        public void stop(II_Result result) {
            state.stop();
            CurrentExecutor current = worker;
            if (current != null) {
                current.interrupt(state);
            }
            result.r2 = state.tryDrain() ? 1 : 0;
            stopped = true;
        }
    }

    /** Results: whether the thread is interrupted after its task; 0. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The interrupt came within the task, or never.")
    @Outcome(expect = FORBIDDEN, desc = "The interrupt hits what the thread does next.")
    @State
    public static class End {
        volatile @Nullable CurrentExecutor worker;
        volatile boolean stopped;

        @Actor
        public void work(II_Result result) {
            CurrentExecutor current = new CurrentExecutor(Thread.currentThread());
            current.begin(this);
            worker = current;
            current.end();
            spinUntil(() -> stopped);
            result.r1 = Thread.interrupted() ? 1 : 0;
        }

        @Actor
        public void stop() {
            spinUntil(() -> worker != null);
            worker.interrupt(this);
            stopped = true;
        }
    }

    /** The same, but the worker does not wait for whoever is about to interrupt it. */
    @JCStressTest
    @JCStressMeta(End.class)
    @State
    public static class EndWeakened {
        volatile @Nullable Thread running;
        volatile boolean begun;
        volatile boolean stopped;

        @Actor
        public void work(II_Result result) {
            running = Thread.currentThread();
            begun = true;
            running = null;
            Thread.interrupted();
            spinUntil(() -> stopped);
            result.r1 = Thread.interrupted() ? 1 : 0;
        }

        @Actor
        public void stop() {
            spinUntil(() -> begun);
            Thread thread = running;
            if (thread != null) {
                thread.interrupt();
            }
            stopped = true;
        }
    }
}
