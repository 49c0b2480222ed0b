/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.dispatch.FrameWindow.LowWatermark;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two frames are done at the same time: the watermark passes both.
 *
 * <p>Results: the watermark; how often its listener received a value that was not greater than the previous one.
 */
public class WatermarkStress {
    private static final int CAPACITY = 8;

    /** The initial state of both twins. */
    private static class Progress {
        private long told;
        private int backwards;

        final LowWatermark watermark = new LowWatermark(CAPACITY, this::tell);

        private void tell(long frame) {
            if (frame <= told) {
                backwards++;
            }
            told = frame;
        }

        void result(II_Result result) {
            result.r1 = (int) watermark.frame();
            result.r2 = backwards;
        }
    }

    /** As {@link LowWatermark#done}. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "The watermark is past both.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "A frame is done, and its publisher waits for it forever; or the watermark went back.")
    @State
    public static class BothDone {
        private final Progress progress = new Progress();

        @Actor
        public void first() {
            progress.watermark.done(0);
        }

        @Actor
        public void second() {
            progress.watermark.done(1);
        }

        @Arbiter
        public void look(II_Result result) {
            progress.result(result);
        }
    }

    /** The same, but the thread that has moved the watermark does not check again after the lock. */
    @JCStressTest
    @JCStressMeta(BothDone.class)
    @State
    public static class BothDoneWeakened {
        private final Progress progress = new Progress();

        private void done(long frame) {
            progress.watermark.markDone(frame);
            if (progress.watermark.tryLock()) {
                progress.watermark.walk();
                progress.watermark.unlock();
            }
        }

        @Actor
        public void first() {
            done(0);
        }

        @Actor
        public void second() {
            done(1);
        }

        @Arbiter
        public void look(II_Result result) {
            progress.result(result);
        }
    }
}
