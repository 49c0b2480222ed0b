/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A task is made ready while whoever could have found it goes away: somebody is woken, or takes it.
 *
 * <p>Results: 1 where that side takes the task or wakes another for it.
 */
public class ResponsibilityStress {
    private static final int LIMIT = 10;

    private static void submit(ExecutorState state) {
        state.tryAdmit(LIMIT);
        state.publish();
    }

    /** As a producer or the last searcher does. */
    private static int wakeIfWaiting(ExecutorState state, int maxWorkers, Searchers searchers) {
        return state.isWaiting(maxWorkers) && searchers.tryEnterFirst() ? 1 : 0;
    }

    /** As WorkerPool.leaveSearch. */
    private static int leaveSearch(ExecutorState state, int maxWorkers, Searchers searchers) {
        return searchers.leave() ? wakeIfWaiting(state, maxWorkers, searchers) : 0;
    }

    /** The only searcher goes to sleep. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "There was no searcher any more: the producer wakes one.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The searcher looks once more.")
    @Outcome(expect = FORBIDDEN, desc = "Nobody knows of the task, or two do.")
    @State
    public static class GoingIdle {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();

        public GoingIdle() {
            searchers.enter();
        }

        @Actor
        public void produce(II_Result result) {
            submit(state);
            result.r1 = wakeIfWaiting(state, 1, searchers);
        }

        @Actor
        public void sleep(II_Result result) {
            result.r2 = leaveSearch(state, 1, searchers);
        }
    }

    /** The same, but it looks before it stops being responsible. */
    @JCStressTest
    @JCStressMeta(GoingIdle.class)
    @State
    public static class GoingIdleWeakened {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();

        public GoingIdleWeakened() {
            searchers.enter();
        }

        @Actor
        public void produce(II_Result result) {
            submit(state);
            result.r1 = wakeIfWaiting(state, 1, searchers);
        }

        @Actor
        public void sleep(II_Result result) {
            boolean waiting = state.isWaiting(1);
            result.r2 = searchers.leave() && waiting ? 1 : 0;
        }
    }

    /** Two searchers leave together, while a task waits that was made ready when both were there. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The last one looks once more.")
    @Outcome(expect = FORBIDDEN, desc = "Neither was the last, or both were.")
    @State
    public static class LastSearcher {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();

        public LastSearcher() {
            searchers.enter();
            searchers.enter();
            submit(state);
        }

        @Actor
        public void one(II_Result result) {
            result.r1 = leaveSearch(state, 1, searchers);
        }

        @Actor
        public void other(II_Result result) {
            result.r2 = leaveSearch(state, 1, searchers);
        }
    }

    /** The same, but each looks whether it is the last before it leaves. */
    @JCStressTest
    @JCStressMeta(LastSearcher.class)
    @State
    public static class LastSearcherWeakened {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();

        public LastSearcherWeakened() {
            searchers.enter();
            searchers.enter();
            submit(state);
        }

        private int leave() {
            boolean last = searchers.count() == 1;
            searchers.leave();
            return last ? wakeIfWaiting(state, 1, searchers) : 0;
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
    @Outcome(expect = FORBIDDEN, desc = "Nobody knows of the task, or two do.")
    @State
    public static class LeavingWorker {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();

        public LeavingWorker() {
            submit(state);
            state.tryBegin(1);
        }

        @Actor
        public void produce(II_Result result) {
            submit(state);
            result.r1 = wakeIfWaiting(state, 1, searchers);
        }

        @Actor
        public void work(II_Result result) {
            if (state.tryContinue(1)) {
                result.r2 = 1;
            } else {
                searchers.enter();
                state.leave();
                result.r2 = state.tryBegin(1) ? 1 : leaveSearch(state, 1, searchers);
            }
        }
    }

    /** The same, but the worker is no searcher when it has left. */
    @JCStressTest
    @JCStressMeta(LeavingWorker.class)
    @State
    public static class LeavingWorkerWeakened {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();

        public LeavingWorkerWeakened() {
            submit(state);
            state.tryBegin(1);
        }

        @Actor
        public void produce(II_Result result) {
            submit(state);
            result.r1 = wakeIfWaiting(state, 1, searchers);
        }

        @Actor
        public void work(II_Result result) {
            if (state.tryContinue(1)) {
                result.r2 = 1;
            } else {
                state.leave();
            }
        }
    }

    /** The executor may have one more worker, all it has being busy. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The producer saw the new limit.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Who raised the limit saw the task.")
    @Outcome(expect = FORBIDDEN, desc = "Nobody knows of the task, or two do.")
    @State
    public static class RaisedLimit {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();
        final AtomicInteger maxWorkers = new AtomicInteger(1);

        public RaisedLimit() {
            submit(state);
            state.tryBegin(1);
        }

        @Actor
        public void produce(II_Result result) {
            submit(state);
            result.r1 = wakeIfWaiting(state, maxWorkers.get(), searchers);
        }

        @Actor
        public void raise(II_Result result) {
            maxWorkers.set(2);
            result.r2 = wakeIfWaiting(state, 2, searchers);
        }
    }

    /** The same, but who raises the limit looks before. */
    @JCStressTest
    @JCStressMeta(RaisedLimit.class)
    @State
    public static class RaisedLimitWeakened {
        final ExecutorState state = new ExecutorState();
        final Searchers searchers = new Searchers();
        final AtomicInteger maxWorkers = new AtomicInteger(1);

        public RaisedLimitWeakened() {
            submit(state);
            state.tryBegin(1);
        }

        @Actor
        public void produce(II_Result result) {
            submit(state);
            result.r1 = wakeIfWaiting(state, maxWorkers.get(), searchers);
        }

        @Actor
        public void raise(II_Result result) {
            result.r2 = wakeIfWaiting(state, 2, searchers);
            maxWorkers.set(2);
        }
    }
}
