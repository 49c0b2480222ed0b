/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.injector.Worker.CurrentExecutor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An executor is stopped while a worker begins or ends one of its tasks: that task is interrupted, and no other. */
public class InterruptStress {
    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    /** An executor with one task, and the steps around that task. */
    private static class Executor {
        final ExecutorState state = new ExecutorState();
        volatile @Nullable CurrentExecutor worker;
        volatile boolean stopped;

        Executor() {
            state.tryAdmit(1);
            state.publish();
        }

        /** {@return the worker, which is known to the thread that stops the executor; null if it gets no task} */
        @Nullable
        CurrentExecutor takeTask() {
            CurrentExecutor current = new CurrentExecutor(Thread.currentThread());
            worker = current;
            return state.tryBegin(1) ? current : null;
        }

        /** {@return 1 if the task was interrupted, 2 if not} */
        int runTask(CurrentExecutor current) {
            spinUntil(() -> stopped);
            int result = Thread.currentThread().isInterrupted() ? 1 : 2;
            current.end();
            return result;
        }

        int stop() {
            state.stop();
            CurrentExecutor current = worker;
            if (current != null) {
                current.interrupt(state);
            }
            int drained = state.tryDrain() ? 1 : 0;
            stopped = true;
            return drained;
        }
    }

    /**
     * Results: 1 if the task was interrupted, 2 if it was not, 0 if the worker did not get it; whether it was given
     * back.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It runs, and was interrupted.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It was given back.")
    @Outcome(expect = FORBIDDEN, desc = "It runs and was not interrupted.")
    @State
    public static class Begin {
        private final Executor executor = new Executor();

        @Actor
        public void work(II_Result result) {
            CurrentExecutor current = executor.takeTask();
            if (current != null) {
                current.begin(executor.state);
                if (executor.state.isStopped()) {
                    Thread.currentThread().interrupt();
                }
                result.r1 = executor.runTask(current);
            }
        }

        @Actor
        public void stop(II_Result result) {
            result.r2 = executor.stop();
        }
    }

    /** The same, but the worker checks whether the executor was stopped before it stores what it runs. */
    @JCStressTest
    @JCStressMeta(Begin.class)
    @State
    public static class BeginWeakened {
        private final Executor executor = new Executor();

        @Actor
        public void work(II_Result result) {
            CurrentExecutor current = executor.takeTask();
            if (current != null) {
                boolean late = executor.state.isStopped();
                current.begin(executor.state);
                if (late) {
                    Thread.currentThread().interrupt();
                }
                result.r1 = executor.runTask(current);
            }
        }

        @Actor
        public void stop(II_Result result) {
            result.r2 = executor.stop();
        }
    }

    /** Results: whether the thread is interrupted after its task; 0. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The interrupt arrived within the task, or never.")
    @Outcome(expect = FORBIDDEN, desc = "The interrupt hits the thread's next work.")
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

    /** The same, but the worker does not wait for a thread that is about to interrupt it. */
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
