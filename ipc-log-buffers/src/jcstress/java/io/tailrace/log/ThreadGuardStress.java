/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.ThreadGuard.Occupancy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thread that enters by a plain store, as it did before, while another one enters: one of them is refused. The
 * safepoint that the other thread makes all threads pass replaces the fence that the first one lacks; so the twin omits
 * it.
 */
public class ThreadGuardStress {
    private static final int MAX_WAIT = 4000;
    private static final int MAX_DELAY = 512;
    private static final int STEP = 37;

    /** Lets both begin at about the same time, with varying delays: a safepoint takes much longer than entering. */
    private static final class Start {
        private static int delay;

        private volatile boolean owned;
        private volatile boolean coming;

        void awaitComing() {
            owned = true;
            for (int i = 0; i < MAX_WAIT && !coming; i++) {
                Thread.onSpinWait();
            }
        }

        void come() {
            while (!owned) {
                Thread.onSpinWait();
            }
            coming = true;
            delay = (delay + STEP) % MAX_DELAY;
            for (int i = 0; i < delay && coming; i++) {}
        }
    }

    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "One of them is inside, and stays there.")
    @Outcome(expect = FORBIDDEN, desc = "Both are inside, or none of them.")
    @State
    public static class TakeOver {
        final Start start = new Start();
        final ThreadGuard guard = new ThreadGuard(0);

        @Actor
        public void owner(II_Result result) {
            Occupancy occupancy = guard.tryEnter();
            if (occupancy != null) {
                occupancy.leave(0);
            }
            start.awaitComing();
            result.r1 = guard.tryEnter() != null ? 1 : 0;
        }

        @Actor
        public void other(II_Result result) {
            start.come();
            result.r2 = guard.tryEnter() != null ? 1 : 0;
        }
    }

    /** The same without the safepoint. */
    @JCStressTest
    @JCStressMeta(TakeOver.class)
    @State
    public static class TakeOverWeakened {
        final Occupancy occupancy = new Occupancy(null, false, 0);

        @Actor
        public void owner(II_Result result) {
            result.r1 = occupancy.tryEnter() ? 1 : 0;
        }

        @Actor
        public void other(II_Result result) {
            occupancy.revoked = true;
            result.r2 = occupancy.isInside() ? 0 : 1;
        }
    }

    /** Two threads take numbers; each reads the next one before it enters. */
    public static class Numbers {
        final Start start = new Start();
        final ThreadGuard guard = new ThreadGuard(0);
        private int next = 1;

        final int own(boolean remembers) {
            Occupancy occupancy = guard.tryEnter();
            if (occupancy != null) {
                occupancy.leave(0);
            }
            start.awaitComing();
            return take(remembers);
        }

        /** Returns 0 if the other one is inside. */
        final int take(boolean remembers) {
            int seen = next;
            Occupancy occupancy = guard.enterAgain();
            if (occupancy == null) {
                occupancy = guard.tryEnter();
                seen = remembers ? seen : 0;
            }
            if (occupancy == null) {
                return 0;
            }
            int number = seen == 0 ? next : seen;
            next = number + 1;
            occupancy.leave(0);
            return number;
        }
    }

    /**
     * A thread that enters again, with no other thread inside meanwhile, may rely on the value that it read before it
     * entered.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1", "1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "Each has a number of its own, or finds the other one inside.")
    @Outcome(expect = FORBIDDEN, desc = "Both have the same number.")
    @State
    public static class SeenBefore extends Numbers {
        @Actor
        public void owner(II_Result result) {
            result.r1 = own(false);
        }

        @Actor
        public void other(II_Result result) {
            start.come();
            result.r2 = take(false);
        }
    }

    /** The same, but it relies on that value in any case. */
    @JCStressTest
    @JCStressMeta(SeenBefore.class)
    @State
    public static class SeenBeforeWeakened extends Numbers {
        @Actor
        public void owner(II_Result result) {
            result.r1 = own(true);
        }

        @Actor
        public void other(II_Result result) {
            start.come();
            result.r2 = take(true);
        }
    }
}
