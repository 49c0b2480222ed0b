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

/**
 * A producer finds the executor full while its last task ends: it gets in, or is told.
 *
 * <p>Results: 1 if the producer got in; 1 if it is told.
 */
public class RoomStress {
    private static int tryAdmit(ExecutorState state) {
        return state.tryAdmit(1) == Admission.ADMITTED ? 1 : 0;
    }

    private static ExecutorState full() {
        ExecutorState state = new ExecutorState();
        state.tryAdmit(1);
        state.publish();
        state.tryBegin(1);
        return state;
    }

    /** As {@link Room#await} and InjectionExecutor.tellOfRoom. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1", "0, 1"},
            expect = ACCEPTABLE,
            desc = "There was room, or the producer will be told of it.")
    @Outcome(expect = FORBIDDEN, desc = "The producer waits though there is room, and nobody tells it.")
    @State
    public static class Waiting {
        final ExecutorState state = full();
        final Room room = new Room();

        @Actor
        public void produce(II_Result result) {
            room.announce(1);
            result.r1 = tryAdmit(state);
        }

        @Actor
        public void finish(II_Result result) {
            state.leave();
            result.r2 = room.isAwaited() && state.tasks() <= 0 ? 1 : 0;
        }
    }

    /** The same, but the producer announces itself when it has tried. */
    @JCStressTest
    @JCStressMeta(Waiting.class)
    @State
    public static class WaitingWeakened {
        final ExecutorState state = full();
        final Room room = new Room();

        @Actor
        public void produce(II_Result result) {
            result.r1 = tryAdmit(state);
            room.announce(1);
        }

        @Actor
        public void finish(II_Result result) {
            state.leave();
            result.r2 = room.isAwaited() && state.tasks() <= 0 ? 1 : 0;
        }
    }
}
