/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.Mechanism.ParkedSleep;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The fence between a ring and the search for the thread to unpark, against the fence between storing that thread's
 * name and its check whether it was rung. In each result the first number says whether the thread was found, the second
 * whether it found the ring.
 */
public class ParkStress {
    /** A thread that is about to park. */
    static class Parking {
        final MappedBuffer slot = MappedBuffer.allocate(Sleeper.SLEEPER_LENGTH);
        final ParkedSleep sleep = new ParkedSleep(slot);

        int ring() {
            slot.putIntRelease(Sleeper.RUNG_OFFSET, 1);
            return sleep.findThread() == null ? 0 : 1;
        }
    }

    /** A ring, and a thread that parks. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The thread is unparked.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The thread does not park.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both.")
    @Outcome(expect = FORBIDDEN, desc = "The thread parks, and is not unparked.")
    @State
    public static class Park extends Parking {
        @Actor
        public void ring(II_Result result) {
            result.r1 = ring();
        }

        @Actor
        public void park(II_Result result) {
            result.r2 = sleep.isRungFor(Thread.currentThread()) ? 1 : 0;
        }
    }

    /** The same without the fence after the ring. */
    @JCStressTest
    @JCStressMeta(Park.class)
    @State
    public static class WakerWeakened extends Parking {
        @Actor
        public void ring(II_Result result) {
            slot.putIntRelease(Sleeper.RUNG_OFFSET, 1);
            result.r1 = sleep.thread == null ? 0 : 1;
        }

        @Actor
        public void park(II_Result result) {
            result.r2 = sleep.isRungFor(Thread.currentThread()) ? 1 : 0;
        }
    }

    /** The same, but the thread checks before it names itself, as a processor may do without its fence. */
    @JCStressTest
    @JCStressMeta(Park.class)
    @State
    public static class SleeperWeakened extends Parking {
        @Actor
        public void ring(II_Result result) {
            result.r1 = ring();
        }

        @Actor
        public void park(II_Result result) {
            result.r2 = slot.getIntAcquire(Sleeper.RUNG_OFFSET);
            sleep.thread = Thread.currentThread();
        }
    }
}
