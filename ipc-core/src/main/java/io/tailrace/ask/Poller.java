/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Which thread is inside a poll: that one may come in again, from the handlers that it runs. */
final class Poller {
    private static final VarHandle POLLING = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "polling", VarHandle.class, Poller.class, boolean.class);

    /** Who polls, or has polled last. Stored only where it changes: a reference costs a barrier of the collector. */
    private @Nullable Thread thread;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean polling;

    /** One thread at a time: whose turn it is. */
    void begin(Thread self) {
        if (thread != self) {
            thread = self;
        }
        // Release: pairs with the acquire in isPolling. Else a thread that has polled before could take this one's poll
        // for its own, and come in beside it.
        POLLING.setRelease(this, true);
    }

    void end() {
        POLLING.setRelease(this, false);
    }

    /** {@return whether this thread, which is the calling one, is inside a poll} Any thread. */
    boolean isPolling(Thread self) {
        // Acquire: pairs with the release in begin. Whoever finds a poll that is not its own finds its thread, too.
        return (boolean) POLLING.getAcquire(this) && thread == self;
    }
}
