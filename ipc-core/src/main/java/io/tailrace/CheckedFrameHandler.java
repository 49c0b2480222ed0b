/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.agrona.DirectBuffer;

/**
 * Handles the messages of a poll, on the polling thread. It may throw a checked exception, which the poll rethrows: a
 * lambda that writes to a file needs no {@code catch} because the compiler infers {@code E}. A handler that throws no
 * checked exception is a {@link FrameHandler}.
 *
 * @param <E> the checked exception that it throws
 */
@FunctionalInterface
public interface CheckedFrameHandler<E extends Exception> {
    /**
     * Handles one message. The bytes lie in the log itself and are valid until this method returns.
     *
     * <p>If it throws, the message counts as consumed, and the poll rethrows the exception.
     *
     * @param buffer the term that holds the message; read-only
     * @param offset where the message begins in the buffer
     * @param length of the message in bytes; may be 0
     * @param header describes the message's origin; valid until this method returns
     */
    void onFrame(DirectBuffer buffer, int offset, int length, Header header) throws E;
}
