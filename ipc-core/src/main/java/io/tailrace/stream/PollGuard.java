/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.ThreadGuard;
import io.tailrace.log.ThreadGuard.Occupancy;
import java.util.function.BooleanSupplier;

/**
 * Guards an image that is in use: by a thread during a poll, or by a dispatch for as long as it has the image. Closing
 * the image waits for the user. Any thread.
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

    /** {@return the result of a task that runs inside} */
    boolean inside(BooleanSupplier task) {
        Occupancy occupancy = enter();
        try {
            boolean answer = task.getAsBoolean();
            leave(occupancy);
            return answer;
        } catch (Throwable t) {
            failed = true; // Before any call: see the field.
            throw t;
        }
    }

    /** Called by the user that is inside, to leave. */
    void leave() {
        settle();
    }

    static void leave(Occupancy occupancy) {
        occupancy.leave(OUTSIDE);
    }

    /** {@return whether a user is inside that has not failed} */
    boolean isInUse() {
        if (failed) {
            settleFailed();
        }
        return isInside();
    }
}
