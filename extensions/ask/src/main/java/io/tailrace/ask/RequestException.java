/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.TailraceException;

/** A request that a thread waited for was not answered; the message says why. */
public final class RequestException extends TailraceException {
    private static final long serialVersionUID = 1L;

    private final AnswerStatus status;

    RequestException(AnswerStatus status, String message) {
        super(message);
        this.status = status;
    }

    /** {@return the outcome of the request} */
    public AnswerStatus status() {
        return status;
    }
}
