/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.dispatch.FrameOrder.Lanes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A second frame is added to a lane while the first one ends: the worker runs it next, or the lane is ready again. */
public class LaneStress {
    private static final long KEY = 7;

    /** Results: the frame that the worker continues with; the frame of the lane that the reader finds ready. */
    @JCStressTest
    @Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "The frame came in time: the worker continues.")
    @Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "The frame was added after: the lane is ready.")
    @Outcome(expect = FORBIDDEN, desc = "No thread runs the frame, or two do.")
    @State
    public static class RunningDry {
        private final Lanes lanes = new Lanes(1, 8);

        public RunningDry() {
            lanes.add(0, KEY);
            lanes.take(0);
        }

        @Actor
        public void work(II_Result result) {
            result.r1 = (int) lanes.next(0);
        }

        @Actor
        public void read(II_Result result) {
            lanes.add(1, KEY);
            result.r2 = (int) lanes.take(0);
        }
    }

    /** The lane alone, whose worker checks and leaves in two steps. Results: whether each side has to run the frame. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One of them knows that the frame is to be run.")
    @Outcome(expect = FORBIDDEN, desc = "No thread runs the frame, or two do.")
    @State
    public static class RunningDryWeakened {
        private final Lanes.Lane lane = new Lanes.Lane();

        public RunningDryWeakened() {
            lane.enter();
        }

        @Actor
        public void work(II_Result result) {
            boolean more = lane.pending() > 1;
            lane.leave();
            result.r1 = more ? 1 : 0;
        }

        @Actor
        public void read(II_Result result) {
            result.r2 = lane.enter() ? 1 : 0;
        }
    }
}
