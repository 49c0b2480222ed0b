/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

/** The outcome of a request, or of one responder's share of it. */
public enum AnswerStatus {
    /** The responder has answered; the bytes are its answer. */
    ANSWERED,
    /** The responder's handler threw; the bytes are the text of the exception, in UTF-8. */
    FAILED,
    /** The responder's handler returned without an answer and will send none. */
    NOT_TAKEN,
    /**
     * No answer arrived in time; a late answer is dropped. For a request to all responders: the missing answers did not
     * arrive in time.
     */
    TIMED_OUT,
    /** The responder is proven dead, or was closed, and has not answered; it may have begun to handle the request. */
    GONE,
    /**
     * The thread that waited for the answer was interrupted; its interrupt status stays set. The request may still be
     * answered.
     */
    INTERRUPTED;

    /** Those that a responder sends; the code of each in an answer is its ordinal. */
    private static final AnswerStatus[] SENT = {ANSWERED, FAILED, NOT_TAKEN};

    /** @throws IllegalArgumentException if no responder sends this code */
    static AnswerStatus of(long code) {
        if (code < 0 || code >= SENT.length) {
            throw new IllegalArgumentException(
                    "no status of an answer: code=" + code + ", max=" + (SENT.length - 1) + "; is its sender newer?");
        }
        return SENT[(int) code];
    }
}
