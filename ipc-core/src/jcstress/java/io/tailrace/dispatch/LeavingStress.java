/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A frame is read while the last worker leaves: another is recruited, or that one stays.
 *
 * <p>Results: 1 where that side has a worker for it.
 */
public class LeavingStress {
    /** A reader and one worker that watches. */
    private static class Pair {
        final Crew crew = new Crew(2);
        final AnyOrder order = new AnyOrder();

        Pair() {
            crew.tryEnter();
            crew.beginRunning();
            crew.tryEnter();
        }

        int recruitIfFramesWait() {
            return !order.isEmpty() && crew.tryEnter() ? 1 : 0;
        }
    }

    /** As Dispatcher.readOnly and Dispatcher.leave. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One of them sees to it.")
    @Outcome(expect = FORBIDDEN, desc = "The frame waits for nobody, or two think that they have it.")
    @State
    public static class LastWorker {
        private final Pair pair = new Pair();

        @Actor
        public void read(II_Result result) {
            pair.order.add(0, 0);
            result.r1 = pair.recruitIfFramesWait();
        }

        @Actor
        public void leave(II_Result result) {
            pair.crew.tryLeave(1);
            result.r2 = pair.recruitIfFramesWait();
        }
    }

    /** The same, but the worker looks before it leaves. */
    @JCStressTest
    @JCStressMeta(LastWorker.class)
    @State
    public static class LastWorkerWeakened {
        private final Pair pair = new Pair();

        @Actor
        public void read(II_Result result) {
            pair.order.add(0, 0);
            result.r1 = pair.recruitIfFramesWait();
        }

        @Actor
        public void leave(II_Result result) {
            boolean waits = !pair.order.isEmpty();
            if (!waits) {
                pair.crew.tryLeave(1);
            }
            result.r2 = waits ? 1 : 0;
        }
    }
}
