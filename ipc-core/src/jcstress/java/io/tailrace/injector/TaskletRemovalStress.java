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

    /** One that may block, on the calling thread. */
    private static TaskletHandle handle() {
        TaskletCrew crew = new TaskletCrew(CONFIG, true);
        return new TaskletHandle(() -> Tasklet.Progress.DONE, new TaskletThread(crew, CONFIG, true));
    }

    /**
     * It may block, and its thread clears the interrupts of its last call before the next one begins: 0 if that does
     * not begin, 1 if it is interrupted, 2 if it is not.
     */
    @JCStressTest
    @Outcome(
            id = {"0", "1"},
            expect = ACCEPTABLE,
            desc = "It does not begin, or is interrupted.")
    @Outcome(expect = FORBIDDEN, desc = "It begins, blocks, and nobody interrupts it any more.")
    @State
    public static class Interrupt {
        volatile @Nullable TaskletHandle driven;
        volatile boolean done;

        @Actor
        public void call(I_Result result) {
            TaskletHandle handle = handle();
            driven = handle;
            Thread.interrupted();
            boolean removed = handle.isRemoved();
            if (!removed) {
                while (!done) {
                    Thread.onSpinWait();
                }
                result.r1 = Thread.interrupted() ? 1 : 2;
            }
            while (!done) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }

        @Actor
        public void remove() {
            TaskletHandle handle = driven;
            while (handle == null) {
                Thread.onSpinWait();
                handle = driven;
            }
            handle.remove();
            done = true;
        }
    }

    /** The same, but it is looked at before. */
    @JCStressTest
    @JCStressMeta(Interrupt.class)
    @State
    public static class InterruptWeakened {
        volatile @Nullable TaskletHandle driven;
        volatile boolean done;

        @Actor
        public void call(I_Result result) {
            TaskletHandle handle = handle();
            driven = handle;
            boolean removed = handle.isRemoved();
            Thread.interrupted();
            if (!removed) {
                while (!done) {
                    Thread.onSpinWait();
                }
                result.r1 = Thread.interrupted() ? 1 : 2;
            }
            while (!done) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }

        @Actor
        public void remove() {
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
     * Who removed it looks whether it has ended. Results: whether it has; what is seen of what its last call stored.
     */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "Not ended yet, or all is seen.")
    @Outcome(expect = FORBIDDEN, desc = "What it used is closed while its last call runs.")
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

    /** The same, but it is said to have ended before the call has. */
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
