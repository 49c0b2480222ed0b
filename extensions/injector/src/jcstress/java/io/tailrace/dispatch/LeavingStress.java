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
 * A frame is read while the last worker leaves: the reader recruits another worker, or that one stays.
 *
 * <p>Results: 1 if that side has a worker for the frame.
 */
public class LeavingStress {
    /** A reader, and one worker that searches. */
    private static class Pair {
        final DispatchThreads threads = new DispatchThreads(2, 1, 1);
        final FrameOrder order = new FrameOrder.Unordered();

        Pair() {
            enter();
            threads.beginRunning();
            enter();
        }

        private void enter() {
            threads.tryEnter();
            threads.begin(); // The executor runs it.
        }

        int recruitIfNeeded() {
            return !order.isEmpty() && threads.tryEnter() ? 1 : 0;
        }
    }

    /** As Dispatch.readOnly and Dispatch.leave. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One of them has a worker.")
    @Outcome(expect = FORBIDDEN, desc = "No thread will run the frame, or two workers are meant to.")
    @State
    public static class LastWorker {
        private final Pair pair = new Pair();

        @Actor
        public void read(II_Result result) {
            pair.order.add(0, 0);
            result.r1 = pair.recruitIfNeeded();
        }

        @Actor
        public void leave(II_Result result) {
            pair.threads.tryLeave(1);
            result.r2 = pair.recruitIfNeeded();
        }
    }

    /** The same, but the worker checks before it leaves. */
    @JCStressTest
    @JCStressMeta(LastWorker.class)
    @State
    public static class LastWorkerWeakened {
        private final Pair pair = new Pair();

        @Actor
        public void read(II_Result result) {
            pair.order.add(0, 0);
            result.r1 = pair.recruitIfNeeded();
        }

        @Actor
        public void leave(II_Result result) {
            boolean waits = !pair.order.isEmpty();
            if (!waits) {
                pair.threads.tryLeave(1);
            }
            result.r2 = waits ? 1 : 0;
        }
    }
}
