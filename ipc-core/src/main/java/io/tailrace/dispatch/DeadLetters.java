/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import org.agrona.DirectBuffer;

/** Takes what no handler could. Any of the threads that run handlers, several at a time. */
@FunctionalInterface
public interface DeadLetters {
    /**
     * Takes a copy of a message; when this returns, the message counts as done.
     *
     * @throws RuntimeException if it could not: then the dispatch halts
     */
    void accept(DirectBuffer buffer, int offset, int length);
}
