/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import org.jspecify.annotations.Nullable;

/**
 * Whether handlers are timed. Each poll that delivers something asks, so the answer is one word that changes seldom,
 * and the conductors of this JVM, which cycle twice a second at least, keep it. Any thread.
 */
public final class HandlerWatch {
    private static volatile boolean on;

    private HandlerWatch() {}

    /** {@return a run of handlers that begins, null if nobody records it} */
    public static Events.@Nullable HandlerRun begin() {
        return on ? Events.OF_JVM.beginHandlers() : null;
    }

    /** Conductor: looks whether somebody records. Returns 0: that is no work. */
    public static int look() {
        boolean recorded = Events.OF_JVM.recordHandlers();
        if (recorded != on) { // Its line is not to be stored to in each cycle.
            on = recorded;
        }
        return 0;
    }
}
