/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

/** The outcome of a request, or of one responder's share of it. */
public enum AnswerStatus {
    /** The responder has answered; the bytes are its answer. */
    ANSWERED(0),
    /** The responder's handler threw; the bytes are the text of the exception, in UTF-8. */
    FAILED(1),
    /** The responder's handler returned without an answer and will send none. */
    NOT_TAKEN(2),
    /**
     * No answer arrived in time; a late answer is dropped. For a request to all responders: the missing answers did not
     * arrive in time.
     */
    TIMED_OUT(3),
    /** The responder is proven dead, or was closed, and has not answered; it may have begun to handle the request. */
    GONE(4),
    /**
     * The thread that waited for the answer was interrupted; its interrupt status stays set. The request may still be
     * answered.
     */
    INTERRUPTED(5);

    private static final AnswerStatus[] SENT = {ANSWERED, FAILED, NOT_TAKEN};

    private final int code;

    AnswerStatus(int code) {
        this.code = code;
    }

    /** {@return its code in an answer} */
    int code() {
        return code;
    }

    /** @throws IllegalArgumentException if no responder sends this code */
    static AnswerStatus of(int code) {
        if (code < 0 || code >= SENT.length) {
            throw new IllegalArgumentException(
                    "no status of an answer: code=" + code + ", max=" + (SENT.length - 1) + "; is its sender newer?");
        }
        return SENT[code];
    }
}
