/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.injector.ExecutorState.Admission;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A task is submitted, or taken, while the executor is shut down: it has exactly one fate. */
public class ShutdownStress {
    private static int submit(ExecutorState state) {
        if (state.tryAdmit(1) != Admission.ADMITTED) {
            return 0;
        }
        state.publish();
        return 1;
    }

    /** Results: whether the task was accepted; whether the executor is terminated. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Accepted, and the executor lives until it has run.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(expect = FORBIDDEN, desc = "Accepted by a terminated executor, or refused by a living one.")
    @State
    public static class Shutdown {
        final ExecutorState state = new ExecutorState();

        @Actor
        public void produce(II_Result result) {
            result.r1 = submit(state);
        }

        @Actor
        public void shutdown(II_Result result) {
            state.shutdown();
            result.r2 = state.isTerminated() ? 1 : 0;
        }
    }

    /** The same, but the producer looks at the phase first, and then counts its task. */
    @JCStressTest
    @JCStressMeta(Shutdown.class)
    @State
    public static class ShutdownWeakened {
        final ExecutorState state = new ExecutorState();

        @Actor
        public void produce(II_Result result) {
            if (!state.isShutdown()) {
                state.publish();
                result.r1 = 1;
            }
        }

        @Actor
        public void shutdown(II_Result result) {
            state.shutdown();
            result.r2 = state.isTerminated() ? 1 : 0;
        }
    }

    /** As InjectionExecutor.shutdownNow. Results: whether the task was accepted; the tasks that are given back. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Accepted, and given back.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(expect = FORBIDDEN, desc = "The task is lost, or was both refused and given back.")
    @State
    public static class Drain {
        final ExecutorState state = new ExecutorState();

        @Actor
        public void produce(II_Result result) {
            result.r1 = submit(state);
        }

        @Actor
        public void stop(II_Result result) {
            state.stop();
            while (state.admitted() > 0) {
                if (state.tryDrain()) {
                    result.r2++;
                }
            }
        }
    }

    /** The same, but nobody waits for a task that was accepted and is not queued yet. */
    @JCStressTest
    @JCStressMeta(Drain.class)
    @State
    public static class DrainWeakened {
        final ExecutorState state = new ExecutorState();

        @Actor
        public void produce(II_Result result) {
            result.r1 = submit(state);
        }

        @Actor
        public void stop(II_Result result) {
            state.stop();
            while (state.tryDrain()) {
                result.r2++;
            }
        }
    }

    /** A worker takes the task meanwhile. Results: whether it has; the tasks that are given back. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The worker has it.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It is given back.")
    @Outcome(expect = FORBIDDEN, desc = "The task is lost, or runs and is given back.")
    @State
    public static class Taken {
        final ExecutorState state = new ExecutorState();

        public Taken() {
            submit(state);
        }

        @Actor
        public void take(II_Result result) {
            result.r1 = state.tryBegin(1) ? 1 : 0;
        }

        @Actor
        public void stop(II_Result result) {
            state.stop();
            result.r2 = state.tryDrain() ? 1 : 0;
        }
    }

    /** The same, but the worker only looks whether there is one. */
    @JCStressTest
    @JCStressMeta(Taken.class)
    @State
    public static class TakenWeakened {
        final ExecutorState state = new ExecutorState();

        public TakenWeakened() {
            submit(state);
        }

        @Actor
        public void take(II_Result result) {
            result.r1 = state.isWaiting(1) ? 1 : 0;
        }

        @Actor
        public void stop(II_Result result) {
            state.stop();
            result.r2 = state.tryDrain() ? 1 : 0;
        }
    }

    private static ExecutorState ending() {
        ExecutorState state = new ExecutorState();
        submit(state);
        state.tryBegin(1);
        state.tryEnterCaller();
        state.shutdown();
        return state;
    }

    /** The last worker leaves, and the last caller that runs a task beyond it. Results: whether each sees the end. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "Somebody tells of the end.")
    @Outcome(expect = FORBIDDEN, desc = "Neither sees it: whoever awaits it waits for ever.")
    @State
    public static class LastCaller {
        final ExecutorState state = ending();

        @Actor
        public void work(II_Result result) {
            state.leave();
            result.r1 = state.isTerminated() ? 1 : 0;
        }

        @Actor
        public void call(II_Result result) {
            state.leaveCaller();
            result.r2 = state.isTerminated() ? 1 : 0;
        }
    }

    /** The same, but the caller looks whether the worker has gone, and then leaves. */
    @JCStressTest
    @JCStressMeta(LastCaller.class)
    @State
    public static class LastCallerWeakened {
        final ExecutorState state = ending();

        @Actor
        public void work(II_Result result) {
            state.leave();
            result.r1 = state.isTerminated() ? 1 : 0;
        }

        @Actor
        public void call(II_Result result) {
            result.r2 = state.active() == 0 ? 1 : 0;
            state.leaveCaller();
        }
    }

    /** A caller is to run a task meanwhile. Results: whether it may; whether the executor is terminated. */
    @JCStressTest
    @JCStressMeta(Shutdown.class)
    @State
    public static class Caller {
        final ExecutorState state = new ExecutorState();

        @Actor
        public void call(II_Result result) {
            result.r1 = state.tryEnterCaller() ? 1 : 0;
        }

        @Actor
        public void shutdown(II_Result result) {
            state.shutdown();
            result.r2 = state.isTerminated() ? 1 : 0;
        }
    }

    /** The same, but it looks whether it may, and then has itself counted. */
    @JCStressTest
    @JCStressMeta(Shutdown.class)
    @State
    public static class CallerWeakened {
        final ExecutorState state = new ExecutorState();

        @Actor
        public void call(II_Result result) {
            result.r1 = state.isShutdown() ? 0 : 1;
            if (result.r1 == 1) {
                state.tryEnterCaller();
            }
        }

        @Actor
        public void shutdown(II_Result result) {
            state.shutdown();
            result.r2 = state.isTerminated() ? 1 : 0;
        }
    }
}
