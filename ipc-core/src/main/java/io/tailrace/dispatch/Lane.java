/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.memory.Padded;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many frames of a lane wait or run, in one word: who adds one or has run one knows by that step whose turn it is.
 */
final class Lane extends Padded {
    private static final VarHandle PENDING = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "pending", VarHandle.class, Lane.class, long.class);

    @SuppressWarnings("unused") // through its VarHandle
    private volatile long pending;
    /** The frame to run when the lane is taken: written by who adds it to the ready ones. */
    private long first;
    /** The last one added; role holder. */
    private long last = Long.MIN_VALUE;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** One more. Returns whether there was none: then the caller has to say that the lane is ready. */
    boolean enter() {
        // One atomic step each, against leave: with two, {look; store}, a frame that came in between would wait for
        // the next one, or for ever. What was linked before is seen by who leaves after.
        return (long) PENDING.getAndAdd(this, 1L) == 0;
    }

    /** One was run. Returns whether there is another, for the caller to run. */
    boolean leave() {
        return (long) PENDING.getAndAdd(this, -1L) > 1;
    }

    long pending() {
        return pending;
    }

    long first() {
        return first;
    }

    void first(long frame) {
        first = frame;
    }

    long last() {
        return last;
    }

    void last(long frame) {
        last = frame;
    }
}
