/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.agrona.DirectBuffer;

/** Takes the messages of a poll, on the polling thread. */
@FunctionalInterface
public interface FrameHandler {
    /**
     * One message. The bytes lie in the log itself: they are valid until this returns.
     *
     * <p>If it throws, the message counts as consumed, and the poll throws the exception on.
     *
     * @param buffer the term that holds the message, read-only
     * @param offset where the message begins in it
     * @param length of the message in bytes; may be 0
     * @param header where the message comes from; valid until this returns
     */
    void onFrame(DirectBuffer buffer, int offset, int length, Header header);

    /**
     * A handler that declares that it never waits: not for a lock, not for space in a publication, not for a device. A
     * poll treats it as any other; {@link io.tailrace.dispatch.Strategy#ADAPTIVE} has one thread read and run it.
     */
    @FunctionalInterface
    interface NonBlocking extends FrameHandler {}
}
