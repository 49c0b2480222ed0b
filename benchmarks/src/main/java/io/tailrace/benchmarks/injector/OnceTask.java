/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.memory.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A task that is submitted again only after it has run, and that knows when it is run once more. */
abstract class OnceTask extends Padded implements Runnable {
    private static final int DONE = 0;
    private static final int SUBMITTED = 1;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(OnceTask.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Ledger ledger;

    @SuppressWarnings("unused") // STATE
    private volatile int state;

    OnceTask(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Before it is submitted. */
    final void arm() {
        state = SUBMITTED;
    }

    /** {@return whether it has run since, or was never submitted} What it did is visible then. */
    final boolean isDone() {
        return state == DONE;
    }

    @Override
    public final void run() {
        work();
        if ((int) STATE.getAndSet(this, DONE) != SUBMITTED) {
            ledger.repeated();
        }
        ledger.ended();
    }

    abstract void work();
}
