/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import org.agrona.DirectBuffer;

/** Handles the answers of a poll, on the polling thread. */
@FunctionalInterface
public interface AnswerHandler {
    /**
     * Handles one answer, or the absence of one. It may ask, but must not poll, nor ask and wait. If it throws, the
     * poll rethrows, and the answer counts as consumed.
     *
     * @param buffer holds the answer, in place in the log; valid until this method returns
     * @param offset where the answer begins in the buffer
     * @param length length of the answer in bytes; 0 if there is no answer
     * @param header identifies the request and its outcome; reused, valid until this method returns
     */
    void onAnswer(DirectBuffer buffer, int offset, int length, AnswerHeader header);
}
