/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A tasklet is removed while its thread calls it. */
public class TaskletRemovalStress {
    private static final CooperativeConfig CONFIG =
            CooperativeConfig.DEFAULT.withThreadFactory(task -> Thread.currentThread());
    private static final CooperativeWorkers WORKERS =
            new CooperativeWorkers(CooperativeConfig.DEFAULT.withThreadFactory(task -> new Thread(() -> {})));

    /** {@return a tasklet that may block, driven by the calling thread} */
    private static TaskletHandle handle() {
        return new TaskletHandle(() -> Tasklet.Progress.DONE, new TaskletThread(WORKERS, CONFIG, true));
    }

    /** A tasklet, and the steps that are the same in both twins. */
    private static class Driven {
        volatile @Nullable TaskletHandle driven;
        volatile boolean done;

        /** {@return 0 if the call does not begin, 1 if it is interrupted, 2 if not} */
        final int call(boolean removed) {
            while (!done) {
                Thread.onSpinWait();
            }
            boolean interrupted = Thread.interrupted();
            return removed ? 0 : interrupted ? 1 : 2;
        }

        final void removeWhenDriven() {
            TaskletHandle handle = driven;
            while (handle == null) {
                Thread.onSpinWait();
                handle = driven;
            }
            handle.remove();
            done = true;
        }
    }

    /**
     * A thread clears the interrupts of the last call before the next one begins. Result: 0 if that call does not
     * begin, 1 if it is interrupted, 2 if it is not.
     */
    @JCStressTest
    @Outcome(
            id = {"0", "1"},
            expect = ACCEPTABLE,
            desc = "It does not begin, or is interrupted.")
    @Outcome(expect = FORBIDDEN, desc = "It begins, blocks, and is never interrupted.")
    @State
    public static class Interrupt extends Driven {
        @Actor
        public void call(I_Result result) {
            TaskletHandle handle = handle();
            driven = handle;
            Thread.interrupted();
            boolean removed = handle.isRemoved();
            result.r1 = call(removed);
        }

        @Actor
        public void remove() {
            removeWhenDriven();
        }
    }

    /** The same, but the thread checks for the removal before it clears the interrupts. */
    @JCStressTest
    @JCStressMeta(Interrupt.class)
    @State
    public static class InterruptWeakened extends Driven {
        @Actor
        @SuppressWarnings("ThreadPriorityCheck") // it only widens the window
        public void call(I_Result result) {
            TaskletHandle handle = handle();
            driven = handle;
            boolean removed = handle.isRemoved();
            Thread.yield(); // Otherwise the window is some nanoseconds wide, and a quick run may miss it.
            Thread.interrupted();
            result.r1 = call(removed);
        }

        @Actor
        public void remove() {
            removeWhenDriven();
        }
    }

    /**
     * The thread that removed the tasklet checks whether it has ended. Results: whether it has; the store of its last
     * call.
     */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "It has not ended yet, or all its stores are seen.")
    @Outcome(expect = FORBIDDEN, desc = "The tasklet's resources are closed while its last call runs.")
    @State
    public static class End {
        final TaskletHandle handle = handle();
        int stored;

        @Actor
        public void call(II_Result result) {
            stored = 1;
            handle.end();
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = handle.isEnded() ? 1 : 0;
            result.r2 = stored;
        }
    }

    /** The same, but the tasklet counts as ended before its call is over. */
    @JCStressTest
    @JCStressMeta(End.class)
    @State
    public static class EndWeakened {
        final TaskletHandle handle = handle();
        int stored;

        @Actor
        public void call(II_Result result) {
            handle.end();
            stored = 1;
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = handle.isEnded() ? 1 : 0;
            result.r2 = stored;
        }
    }
}
