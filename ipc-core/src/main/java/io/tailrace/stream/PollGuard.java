/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.Occupancy;
import io.tailrace.log.ThreadGuard;
import java.util.function.BooleanSupplier;

/**
 * Who is inside an image: a thread during a poll, or a dispatch for as long as it has the image. Whatever closes the
 * image waits for it. Any thread.
 */
final class PollGuard extends ThreadGuard {
    private final String stream;

    PollGuard(String stream) {
        super(OUTSIDE);
        this.stream = stream;
    }

    @Override
    protected String refusal() {
        return "already polled: by another thread, or from inside its own handler, or it is dispatched; stream="
                + stream + "; one thread at a time polls, a dispatch serves several";
    }

    /** {@return the answer of a task that runs inside} */
    boolean inside(BooleanSupplier task) {
        Occupancy occupancy = enter();
        try {
            boolean answer = task.getAsBoolean();
            leave(occupancy);
            return answer;
        } catch (Throwable t) {
            failed = true; // Before any call: see there.
            throw t;
        }
    }

    /** Whoever is inside leaves. */
    void leave() {
        settle();
    }

    static void leave(Occupancy occupancy) {
        occupancy.leave(OUTSIDE);
    }

    /** {@return whether somebody is inside who has not failed} */
    boolean isInUse() {
        if (failed) {
            settleFailed();
        }
        return isInside();
    }
}
