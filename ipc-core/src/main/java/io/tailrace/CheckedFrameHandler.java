/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.agrona.DirectBuffer;

/**
 * Takes the messages of a poll, on the polling thread, and may throw a checked exception, which the poll throws on. So
 * a lambda that writes to a file needs no {@code catch} of its own: the compiler finds {@code E}. One that throws
 * nothing that is checked is a {@link FrameHandler}.
 *
 * @param <E> what it throws
 */
@FunctionalInterface
public interface CheckedFrameHandler<E extends Exception> {
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
    void onFrame(DirectBuffer buffer, int offset, int length, Header header) throws E;
}
