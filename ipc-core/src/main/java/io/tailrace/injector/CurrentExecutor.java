/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Which executor's tasks a worker's thread is running, so that who stops an executor interrupts these, and no other's.
 *
 * <p>{@link #begin} and {@link #end} are the worker's, {@link #interrupt} any thread's.
 */
final class CurrentExecutor {
    private static final VarHandle STATE = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "state", VarHandle.class, CurrentExecutor.class, int.class);

    private static final int NONE = 0;
    private static final int RUNNING = 1;
    /** Held by whoever interrupts: until then the worker does not get out of {@link #end}. */
    private static final int INTERRUPTING = 2;

    private final Thread thread;
    private volatile int state;
    private volatile @Nullable Object owner;

    CurrentExecutor(Thread thread) {
        this.thread = thread;
    }

    /**
     * Tasks of this owner come next. Volatile: pairs with {@link #interrupt}. The worker looks after it whether the
     * owner was stopped; who stops looks after that whom to interrupt; so one of them sees the other.
     */
    void begin(Object newOwner) {
        Thread.interrupted(); // Whatever hit the thread between tasks was meant for none of them.
        owner = newOwner;
        state = RUNNING;
    }

    /** They are done: no interrupt that was meant for them comes after this, and none stays behind. */
    @SuppressWarnings("ThreadPriorityCheck") // only if whoever interrupts lost its processor
    void end() {
        while (!STATE.compareAndSet(this, RUNNING, NONE)) {
            Thread.yield();
        }
        owner = null;
        Thread.interrupted();
    }

    /** Interrupts the thread if it runs tasks of this owner. Pairs with {@link #begin}. */
    void interrupt(Object expected) {
        while (owner == expected && state != NONE) {
            if (STATE.compareAndSet(this, RUNNING, INTERRUPTING)) {
                if (owner == expected) { // Else it has gone on to another's meanwhile.
                    thread.interrupt();
                }
                state = RUNNING;
                return;
            }
            Thread.onSpinWait();
        }
    }
}
