/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.agrona.DirectBuffer;

/** Handles the messages of a poll and controls the poll, on the polling thread. */
@FunctionalInterface
public interface ControlledFrameHandler {
    /** How the poll continues. */
    enum Action {
        /** Stop the poll and deliver this message again in the next one. */
        ABORT,
        /** Stop the poll after this message. */
        BREAK,
        /**
         * Report everything up to and including this message as consumed at once, and continue. If the subscription
         * acknowledges, this acknowledges the same range.
         */
        COMMIT,
        /** Continue. */
        CONTINUE
    }

    /**
     * Handles one message; the arguments are those of {@link FrameHandler#onFrame}.
     *
     * @return how the poll continues; if this method throws, the message counts as consumed
     */
    Action onFrame(DirectBuffer buffer, int offset, int length, Header header);
}
