/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A tasklet is removed and ends while another thread awaits that. */
public class TaskletRemovalStress {
    private static final CooperativeConfig CONFIG =
            CooperativeConfig.DEFAULT.withThreadFactory(task -> Thread.currentThread());
    private static final CooperativeWorkers WORKERS =
            new CooperativeWorkers(CooperativeConfig.DEFAULT.withThreadFactory(task -> new Thread(() -> {})));

    /** {@return a tasklet, driven by the calling thread} */
    private static TaskletHandle handle() {
        return new TaskletHandle(() -> Tasklet.Progress.DONE, new TaskletThread(WORKERS, CONFIG));
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
