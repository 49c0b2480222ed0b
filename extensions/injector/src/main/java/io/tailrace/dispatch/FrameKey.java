/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import org.agrona.DirectBuffer;

/** Determines which messages must stay in order. */
@FunctionalInterface
public interface FrameKey {
    /**
     * {@return the key of a message, for example the hash of a longer one} Messages with the same key in the same log
     * are handled in order, one after the other. The method is called by one thread at a time for each log. If it
     * throws, the dispatch halts before that message.
     *
     * @param buffer the term that holds the message; read-only
     * @param offset where the message begins in the buffer
     * @param length of the message in bytes; may be 0
     */
    long of(DirectBuffer buffer, int offset, int length);
}
