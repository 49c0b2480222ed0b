/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.agrona.DirectBuffer;

/** Takes the messages of a poll and steers it, on the polling thread. */
@FunctionalInterface
public interface ControlledFrameHandler {
    /** How the poll goes on. */
    enum Action {
        /** End the poll here and deliver this message again in the next one. */
        ABORT,
        /** End the poll behind this message. */
        BREAK,
        /**
         * Let the publisher know at once that everything up to here is consumed, and go on. Where the subscription
         * acknowledges, this acknowledges it.
         */
        COMMIT,
        /** Go on. */
        CONTINUE
    }

    /**
     * One message; the arguments are those of {@link FrameHandler#onFrame}.
     *
     * @return how the poll goes on; if it throws, the message counts as consumed
     */
    Action onFrame(DirectBuffer buffer, int offset, int length, Header header);
}
