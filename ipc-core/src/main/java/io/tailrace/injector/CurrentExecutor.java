/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.internal.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The executor whose tasks a worker's thread is running. With it a thread that stops an executor interrupts the tasks
 * of that executor, and no other one's. {@link #begin} and {@link #end}: the worker. {@link #interrupt}: any thread.
 */
final class CurrentExecutor {
    private static final VarHandle STATE = Handles.field(MethodHandles.lookup(), "state", int.class);

    private static final int NONE = 0;
    private static final int RUNNING = 1;
    /** Another thread is about to interrupt the worker, which waits for that in {@link #end}. */
    private static final int INTERRUPTING = 2;

    private final Thread thread;
    private volatile int state;
    private volatile @Nullable Object owner;

    CurrentExecutor(Thread thread) {
        this.thread = thread;
    }

    /**
     * From now on the thread runs tasks of this owner. Volatile: pairs with {@link #interrupt}. The worker stores the
     * owner, then looks whether that was stopped; the other thread stops the owner, then looks which workers run its
     * tasks. So one of them sees the other.
     */
    void begin(Object newOwner) {
        Thread.interrupted(); // An interrupt between tasks was meant for none of them.
        owner = newOwner;
        state = RUNNING;
    }

    /** The tasks are done: no interrupt that was meant for them comes after this, and none stays behind. */
    @SuppressWarnings("ThreadPriorityCheck") // only if the interrupting thread lost its processor
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
                if (owner == expected) { // Else the worker runs tasks of another owner by now.
                    thread.interrupt();
                }
                state = RUNNING;
                return;
            }
            Thread.onSpinWait();
        }
    }
}
