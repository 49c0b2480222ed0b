/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

/** What has become of a request, or of the share that one responder has in it. */
public enum AnswerStatus {
    /** The responder has answered; the bytes are what it says. */
    ANSWERED(0),
    /** The responder's handler has thrown; the bytes are the text of what it threw, in UTF-8. */
    FAILED(1),
    /** The responder's handler has returned, has not answered, and will not. */
    NOT_TAKEN(2),
    /** No answer came in time; one that still comes is dropped. Of a request to all: none of those that are missing. */
    TIMED_OUT(3),
    /** The responder has died, which is proven, or was closed, and has not answered; it may have begun. */
    GONE(4),
    /** The thread that waited for the answer was interrupted, and still is; the request may be answered yet. */
    INTERRUPTED(5);

    private static final AnswerStatus[] SENT = {ANSWERED, FAILED, NOT_TAKEN};

    private final int code;

    AnswerStatus(int code) {
        this.code = code;
    }

    /** {@return what stands for it in an answer} */
    int code() {
        return code;
    }

    /** @throws IllegalArgumentException if no responder sends that */
    static AnswerStatus of(int code) {
        if (code < 0 || code >= SENT.length) {
            throw new IllegalArgumentException(
                    "no status of an answer: code=" + code + ", max=" + (SENT.length - 1) + "; is its sender newer?");
        }
        return SENT[code];
    }
}
