/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.memory.MappedBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The fence between storing a task and checking whether its thread sleeps, both in one process, against the fence
 * between that thread's announcement and its check for a task. In each result the first number says whether the sleeper
 * was found asleep, the second whether it found the task. The alarm of {@link AgentIdle#alert} is such a task: stored
 * before that check, and read after the announcement.
 */
public class AgentIdleStress {
    /** A thread that rests, and a task for it. */
    static class Resting {
        final Sleeper sleeper = new Sleeper(1, MappedBuffer.allocate(Sleeper.SLEEPER_LENGTH), new Mechanism.Nap());
        int task;
    }

    /** A task, and a thread that falls asleep. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The thread that stores the task wakes the sleeper.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The thread stays awake.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both.")
    @Outcome(expect = FORBIDDEN, desc = "The thread sleeps, and is not woken.")
    @State
    public static class FallAsleep extends Resting {
        @Actor
        public void leaveTask(II_Result result) {
            task = 1;
            result.r1 = sleeper.wakeIfAsleep() ? 1 : 0;
        }

        @Actor
        public void fallAsleep(II_Result result) {
            sleeper.announce();
            result.r2 = task;
        }
    }

    /** The same without the fence after the task. */
    @JCStressTest
    @JCStressMeta(FallAsleep.class)
    @State
    public static class WakerWeakened extends Resting {
        @Actor
        public void leaveTask(II_Result result) {
            task = 1;
            result.r1 = sleeper.isAsleep() ? 1 : 0;
        }

        @Actor
        public void fallAsleep(II_Result result) {
            sleeper.announce();
            result.r2 = task;
        }
    }

    /** The same, but the thread checks before it announces its sleep, as a processor may do without its fence. */
    @JCStressTest
    @JCStressMeta(FallAsleep.class)
    @State
    public static class SleeperWeakened extends Resting {
        @Actor
        public void leaveTask(II_Result result) {
            task = 1;
            result.r1 = sleeper.wakeIfAsleep() ? 1 : 0;
        }

        @Actor
        public void fallAsleep(II_Result result) {
            result.r2 = task;
            sleeper.announce();
        }
    }
}
