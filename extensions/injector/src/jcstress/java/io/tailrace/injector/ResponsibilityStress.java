/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.injector.Injector.Searchers;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A task is made ready while the thread that could have found it leaves: a worker is woken for it, or takes it.
 *
 * <p>Results: 1 if that side takes the task or wakes a worker for it.
 */
public class ResponsibilityStress {
    private static final int LIMIT = 10;

    /** An executor and the searchers of its injector. */
    private static class Executor {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();

        Executor withSearchers(int count) {
            for (int i = 0; i < count; i++) {
                searchers.enter();
            }
            return this;
        }

        Executor withTask() {
            submit();
            return this;
        }

        Executor withRunningTask() {
            submit();
            state.tryBegin(1);
            return this;
        }

        void submit() {
            state.tryAdmit(LIMIT);
            state.publish();
        }

        /** As a producer or the last searcher does. */
        int wakeIfWaiting() {
            return state.isWaiting(1) && searchers.tryEnterFirst() ? 1 : 0;
        }

        /** As InjectionExecutor.execute. */
        int produce() {
            submit();
            return wakeIfWaiting();
        }

        /** As Injector.leaveSearch. */
        int leaveSearch() {
            return searchers.leave() ? wakeIfWaiting() : 0;
        }
    }

    /** The only searcher goes to sleep. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "There was no searcher any more: the producer wakes one.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The searcher checks once more.")
    @Outcome(expect = FORBIDDEN, desc = "No thread knows of the task, or two do.")
    @State
    public static class GoingIdle {
        private final Executor executor = new Executor().withSearchers(1);

        @Actor
        public void produce(II_Result result) {
            result.r1 = executor.produce();
        }

        @Actor
        public void sleep(II_Result result) {
            result.r2 = executor.leaveSearch();
        }
    }

    /** The same, but the searcher checks before it stops being responsible. */
    @JCStressTest
    @JCStressMeta(GoingIdle.class)
    @State
    public static class GoingIdleWeakened {
        private final Executor executor = new Executor().withSearchers(1);

        @Actor
        public void produce(II_Result result) {
            result.r1 = executor.produce();
        }

        @Actor
        public void sleep(II_Result result) {
            boolean waiting = executor.state.isWaiting(1);
            result.r2 = executor.searchers.leave() && waiting ? 1 : 0;
        }
    }

    /** Two searchers leave together, while a task waits that was made ready when both were searching. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The last one checks once more.")
    @Outcome(expect = FORBIDDEN, desc = "Neither was the last, or both were.")
    @State
    public static class LastSearcher {
        private final Executor executor = new Executor().withSearchers(2).withTask();

        @Actor
        public void one(II_Result result) {
            result.r1 = executor.leaveSearch();
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = executor.leaveSearch();
        }
    }

    /** The same, but each checks whether it is the last before it leaves. */
    @JCStressTest
    @JCStressMeta(LastSearcher.class)
    @State
    public static class LastSearcherWeakened {
        private final Executor executor = new Executor().withSearchers(2).withTask();

        private int leave() {
            boolean last = executor.searchers.count() == 1;
            executor.searchers.leave();
            return last ? executor.wakeIfWaiting() : 0;
        }

        @Actor
        public void one(II_Result result) {
            result.r1 = leave();
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = leave();
        }
    }

    /** The only worker that the executor may have finds no other task, and leaves. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The worker was gone: the producer wakes one.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The worker takes the task.")
    @Outcome(expect = FORBIDDEN, desc = "No thread knows of the task, or two do.")
    @State
    public static class LeavingWorker {
        private final Executor executor = new Executor().withRunningTask();

        @Actor
        public void produce(II_Result result) {
            result.r1 = executor.produce();
        }

        @Actor
        public void work(II_Result result) {
            if (executor.state.tryContinue()) {
                result.r2 = 1;
            } else {
                executor.searchers.enter();
                executor.state.leave();
                result.r2 = executor.state.tryBegin(1) ? 1 : executor.leaveSearch();
            }
        }
    }

    /** The same, but the worker is not a searcher when it has left. */
    @JCStressTest
    @JCStressMeta(LeavingWorker.class)
    @State
    public static class LeavingWorkerWeakened {
        private final Executor executor = new Executor().withRunningTask();

        @Actor
        public void produce(II_Result result) {
            result.r1 = executor.produce();
        }

        @Actor
        public void work(II_Result result) {
            if (executor.state.tryContinue()) {
                result.r2 = 1;
            } else {
                executor.state.leave();
            }
        }
    }
}
