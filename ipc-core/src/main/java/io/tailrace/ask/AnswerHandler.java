/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import org.agrona.DirectBuffer;

/** Takes the answers of a poll, on the polling thread. */
@FunctionalInterface
public interface AnswerHandler {
    /**
     * Takes one answer, or that there is none. It may ask, but not poll, nor ask and wait. If it throws, the poll does,
     * and the answer counts as taken.
     *
     * @param buffer holds the answer where it lies in the log, valid until this returns
     * @param offset of the answer in it
     * @param length in bytes; 0 where nobody has answered
     * @param header which request it is about, and what has become of it; reused, valid until this returns
     */
    void onAnswer(DirectBuffer buffer, int offset, int length, AnswerHeader header);
}
