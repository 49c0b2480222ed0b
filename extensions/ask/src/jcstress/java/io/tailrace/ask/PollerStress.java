/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A thread that has polled before checks whether it is inside a poll, while another one begins to poll.
 *
 * <p>Result: 1 if it mistakes the other thread's poll for its own.
 */
public class PollerStress {
    private static final Thread FIRST = new Thread();
    private static final Thread SECOND = new Thread();

    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "It knows that it is not inside.")
    @Outcome(expect = FORBIDDEN, desc = "It mistakes the other thread's poll for its own.")
    @State
    public static class BeginAndLook {
        private final AskGuard.Poller poller = new AskGuard.Poller();

        public BeginAndLook() {
            poller.begin(FIRST);
            poller.end();
        }

        @Actor
        public void second() {
            poller.begin(SECOND);
        }

        @Actor
        public void first(I_Result result) {
            result.r1 = poller.isPolling(FIRST) ? 1 : 0;
        }
    }

    /** The same, but the second thread stores that it polls before it stores its identity. */
    @JCStressTest
    @JCStressMeta(BeginAndLook.class)
    @State
    public static class BeginAndLookWeakened {
        private volatile Thread thread = FIRST;
        private volatile boolean polling;

        @Actor
        public void second() {
            polling = true;
            thread = SECOND;
        }

        @Actor
        public void first(I_Result result) {
            result.r1 = polling && thread == FIRST ? 1 : 0;
        }
    }
}
