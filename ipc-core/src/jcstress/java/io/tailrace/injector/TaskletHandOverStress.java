/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A tasklet is handed to a thread that goes to sleep, is closed, or hands tasklets on. */
public class TaskletHandOverStress {
    private static final CooperativeConfig CONFIG = CooperativeConfig.DEFAULT.withThreadFactory(Thread::new);

    /** Never started. */
    private static final TaskletThread DRIVER = new TaskletThread(new TaskletCrew(CONFIG, false), CONFIG, false);

    private static TaskletHandle handle() {
        return new TaskletHandle(() -> Tasklet.Progress.DONE, DRIVER);
    }

    /** A tasklet is put in while its thread closes. Results: whether it was accepted; whether the thread has got it. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "0, 0"},
            expect = ACCEPTABLE,
            desc = "Accepted and ended, or refused.")
    @Outcome(expect = FORBIDDEN, desc = "Accepted, and left behind.")
    @State
    public static class Closing {
        final TaskletHandle handle = handle();
        final TaskletInbox inbox = new TaskletInbox();

        @Actor
        public void add(II_Result result) {
            result.r1 = inbox.put(handle) ? 1 : 0;
        }

        @Actor
        public void close(II_Result result) {
            result.r2 = inbox.close() != null ? 1 : 0;
        }
    }

    /** The same, but that it is closed stands in a word of its own. */
    @JCStressTest
    @JCStressMeta(Closing.class)
    @State
    public static class ClosingWeakened {
        final TaskletHandle handle = handle();
        final TaskletInbox inbox = new TaskletInbox();
        volatile boolean closed;

        @Actor
        public void add(II_Result result) {
            if (!closed) {
                inbox.put(handle);
                result.r1 = 1;
            }
        }

        @Actor
        public void close(II_Result result) {
            closed = true;
            result.r2 = inbox.takeAll() != null ? 1 : 0;
        }
    }

    /**
     * A tasklet is put in while its thread, which was told of something else, looks before it sleeps again. Results:
     * whether the thread has found it; whether it will not sleep but look again.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1", "0, 1"},
            expect = ACCEPTABLE,
            desc = "The thread has found it or will.")
    @Outcome(expect = FORBIDDEN, desc = "The thread sleeps, and its tasklet is never called.")
    @State
    public static class Waking {
        final TaskletHandle handle = handle();
        final TaskletInbox inbox = new TaskletInbox();
        final AtomicInteger news = new AtomicInteger(1);

        @Actor
        public void add(II_Result result) {
            inbox.put(handle);
            news.set(1);
        }

        @Actor
        public void sleep(II_Result result) {
            news.set(0);
            result.r1 = inbox.takeAll() != null ? 1 : 0;
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = news.get();
        }
    }

    /** The same, but the thread is told before there is something to find. */
    @JCStressTest
    @JCStressMeta(Waking.class)
    @State
    public static class WakingWeakened {
        final TaskletHandle handle = handle();
        final TaskletInbox inbox = new TaskletInbox();
        final AtomicInteger news = new AtomicInteger(1);

        @Actor
        public void add(II_Result result) {
            news.set(1);
            inbox.put(handle);
        }

        @Actor
        public void sleep(II_Result result) {
            news.set(0);
            result.r1 = inbox.takeAll() != null ? 1 : 0;
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = news.get();
        }
    }

    /**
     * A tasklet ends on a thread that has fewer then, while another one hands over what it has too many. Results:
     * whether that one has seen it; whether it will look again.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1", "0, 1"},
            expect = ACCEPTABLE,
            desc = "It hands over, or will.")
    @Outcome(expect = FORBIDDEN, desc = "It keeps what it has too many.")
    @State
    public static class Levelling {
        final AtomicInteger load = new AtomicInteger(2);
        volatile int news = 1;

        @Actor
        public void end(II_Result result) {
            load.getAndDecrement();
            news = 1;
        }

        @Actor
        public void level(II_Result result) {
            news = 0;
            result.r1 = load.get() == 1 ? 1 : 0;
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = news;
        }
    }

    /** The same, but it forgets that it was told when it has looked. */
    @JCStressTest
    @JCStressMeta(Levelling.class)
    @State
    public static class LevellingWeakened {
        final AtomicInteger load = new AtomicInteger(2);
        volatile int news = 1;

        @Actor
        public void end(II_Result result) {
            load.getAndDecrement();
            news = 1;
        }

        @Actor
        public void level(II_Result result) {
            result.r1 = load.get() == 1 ? 1 : 0;
            news = 0;
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = news;
        }
    }

    /**
     * A tasklet goes over to another thread. Results: whether that one has got it; what it sees of what the last call
     * stored.
     */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "Not there yet, or there with all it has stored.")
    @Outcome(expect = FORBIDDEN, desc = "It is called again, and does not see what its last call has stored.")
    @State
    public static class Passing {
        final TaskletHandle handle = handle();
        final TaskletInbox inbox = new TaskletInbox();
        int stored;

        @Actor
        public void pass(II_Result result) {
            stored = 1;
            inbox.put(handle);
        }

        @Actor
        public void take(II_Result result) {
            if (inbox.takeAll() != null) {
                result.r1 = 1;
                result.r2 = stored;
            }
        }
    }

    /** The same, but it is put in before the call is over. */
    @JCStressTest
    @JCStressMeta(Passing.class)
    @State
    public static class PassingWeakened {
        final TaskletHandle handle = handle();
        final TaskletInbox inbox = new TaskletInbox();
        int stored;

        @Actor
        public void pass(II_Result result) {
            inbox.put(handle);
            stored = 1;
        }

        @Actor
        public void take(II_Result result) {
            if (inbox.takeAll() != null) {
                result.r1 = 1;
                result.r2 = stored;
            }
        }
    }
}
