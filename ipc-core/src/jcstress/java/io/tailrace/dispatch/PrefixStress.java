/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two frames are done at the same time: the prefix ends behind both.
 *
 * <p>Results: where it ends; how often its listener was told of an end that was not greater than the one before.
 */
public class PrefixStress {
    private static final int CAPACITY = 8;

    /** What both twins begin with. */
    private static class Progress {
        private long told;
        private int backwards;

        final CompletedPrefix prefix = new CompletedPrefix(CAPACITY, this::tell);

        private void tell(long end) {
            if (end <= told) {
                backwards++;
            }
            told = end;
        }

        void result(II_Result result) {
            result.r1 = (int) prefix.end();
            result.r2 = backwards;
        }
    }

    /** As {@link CompletedPrefix#done}. */
    @JCStressTest
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "Both are behind the prefix.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "A frame is done, and its publisher waits for it for ever; or it was told backwards.")
    @State
    public static class BothDone {
        private final Progress progress = new Progress();

        @Actor
        public void first() {
            progress.prefix.done(0);
        }

        @Actor
        public void second() {
            progress.prefix.done(1);
        }

        @Arbiter
        public void look(II_Result result) {
            progress.result(result);
        }
    }

    /** The same, but who has moved the prefix does not look again behind the lock. */
    @JCStressTest
    @JCStressMeta(BothDone.class)
    @State
    public static class BothDoneWeakened {
        private final Progress progress = new Progress();

        private void done(long frame) {
            progress.prefix.markDone(frame);
            if (progress.prefix.tryLock()) {
                progress.prefix.walk();
                progress.prefix.unlock();
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
