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

/**
 * A producer finds the executor full while its last task ends: the producer is admitted, or will be woken.
 *
 * <p>Results: 1 if the producer was admitted; 1 if it is woken.
 */
public class BlockedProducersStress {
    /** An executor with its only task running. */
    private static class Full {
        final ExecutorState state = new ExecutorState();
        final BlockedProducers blocked = new BlockedProducers();

        Full() {
            state.tryAdmit(1);
            state.publish();
            state.tryBegin(1);
        }

        int tryAdmit() {
            return state.tryAdmit(1) ? 1 : 0;
        }

        /** As InjectionExecutor.wakeProducerIfRoom, after the end of the task. */
        int endTask() {
            state.leave();
            return blocked.any() && state.tasks() <= 0 ? 1 : 0;
        }
    }

    /** As {@link BlockedProducers#await} and InjectionExecutor.leave. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1", "0, 1"},
            expect = ACCEPTABLE,
            desc = "There was room, or the producer will be woken.")
    @Outcome(expect = FORBIDDEN, desc = "The producer waits though there is room, and no thread wakes it.")
    @State
    public static class Waiting {
        private final Full full = new Full();

        @Actor
        public void produce(II_Result result) {
            full.blocked.register(1);
            result.r1 = full.tryAdmit();
        }

        @Actor
        public void finish(II_Result result) {
            result.r2 = full.endTask();
        }
    }

    /** The same, but the producer registers after it has tried. */
    @JCStressTest
    @JCStressMeta(Waiting.class)
    @State
    public static class WaitingWeakened {
        private final Full full = new Full();

        @Actor
        public void produce(II_Result result) {
            result.r1 = full.tryAdmit();
            full.blocked.register(1);
        }

        @Actor
        public void finish(II_Result result) {
            result.r2 = full.endTask();
        }
    }
}
