/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** A failure that is not the program's mistake. The message names the cause, the values and the next step. */
public class TailraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TailraceException(String message) {
        super(message);
    }

    public TailraceException(String message, Throwable cause) {
        super(message, cause);
    }
}
