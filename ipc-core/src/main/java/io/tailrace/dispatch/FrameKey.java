/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import org.agrona.DirectBuffer;

/** Tells what must stay in order. */
@FunctionalInterface
public interface FrameKey {
    /**
     * The key of a message: those of the same key and log are handled in order, one after the other. Called by one
     * thread at a time for each log; if it throws, the dispatch halts before that message.
     *
     * @param buffer the term that holds the message, read-only
     * @param offset where the message begins in it
     * @param length of the message in bytes; may be 0
     * @return any number, for example the hash of a longer key
     */
    long of(DirectBuffer buffer, int offset, int length);
}
