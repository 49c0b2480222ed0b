/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A task is submitted, or taken, while the executor is shut down: it has exactly one fate. */
public class ShutdownStress {
    /** An executor, and the steps that several tests have in common. */
    private static class Executor {
        final ExecutorState state = new ExecutorState();

        int submit() {
            if (!state.tryAdmit(1)) {
                return 0;
            }
            state.publish();
            return 1;
        }

        Executor withTask() {
            submit();
            return this;
        }

        int shutdown() {
            state.shutdown();
            return state.isTerminated() ? 1 : 0;
        }

        int stopAndDrain() {
            state.stop();
            return state.tryDrain() ? 1 : 0;
        }
    }

    /** Results: whether the task was accepted; whether the executor is terminated. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Accepted, and the executor lives until it has run.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(expect = FORBIDDEN, desc = "Accepted by a terminated executor, or refused by a living one.")
    @State
    public static class Shutdown {
        private final Executor executor = new Executor();

        @Actor
        public void produce(II_Result result) {
            result.r1 = executor.submit();
        }

        @Actor
        public void shutdown(II_Result result) {
            result.r2 = executor.shutdown();
        }
    }

    /** The same, but the producer reads the phase first, and then counts its task. */
    @JCStressTest
    @JCStressMeta(Shutdown.class)
    @State
    public static class ShutdownWeakened {
        private final Executor executor = new Executor();

        @Actor
        public void produce(II_Result result) {
            if (!executor.state.isShutdown()) {
                executor.state.publish();
                result.r1 = 1;
            }
        }

        @Actor
        public void shutdown(II_Result result) {
            result.r2 = executor.shutdown();
        }
    }

    /** As InjectionExecutor.shutdownNow. Results: whether the task was accepted; the tasks that are given back. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Accepted, and given back.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused.")
    @Outcome(expect = FORBIDDEN, desc = "The task is lost, or was both refused and given back.")
    @State
    public static class Drain {
        private final Executor executor = new Executor();

        @Actor
        public void produce(II_Result result) {
            result.r1 = executor.submit();
        }

        @Actor
        public void stop(II_Result result) {
            executor.state.stop();
            while (executor.state.admitted() > 0) {
                if (executor.state.tryDrain()) {
                    result.r2++;
                }
            }
        }
    }

    /** The same, but the drain does not wait for a task that was accepted and is not queued yet. */
    @JCStressTest
    @JCStressMeta(Drain.class)
    @State
    public static class DrainWeakened {
        private final Executor executor = new Executor();

        @Actor
        public void produce(II_Result result) {
            result.r1 = executor.submit();
        }

        @Actor
        public void stop(II_Result result) {
            result.r2 = executor.stopAndDrain();
        }
    }

    /** A worker takes the task meanwhile. Results: whether the worker has it; the tasks that are given back. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The worker has it.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It is given back.")
    @Outcome(expect = FORBIDDEN, desc = "The task is lost, or runs and is given back.")
    @State
    public static class Taken {
        private final Executor executor = new Executor().withTask();

        @Actor
        public void take(II_Result result) {
            result.r1 = executor.state.tryBegin(1) ? 1 : 0;
        }

        @Actor
        public void stop(II_Result result) {
            result.r2 = executor.stopAndDrain();
        }
    }

    /** The same, but the worker only checks whether there is a task. */
    @JCStressTest
    @JCStressMeta(Taken.class)
    @State
    public static class TakenWeakened {
        private final Executor executor = new Executor().withTask();

        @Actor
        public void take(II_Result result) {
            result.r1 = executor.state.isWaiting(1) ? 1 : 0;
        }

        @Actor
        public void stop(II_Result result) {
            result.r2 = executor.stopAndDrain();
        }
    }
}
