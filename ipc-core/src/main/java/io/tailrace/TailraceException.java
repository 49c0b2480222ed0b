/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Something that a program did not do wrong went wrong: the message names the cause, the values and the next step. */
public class TailraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TailraceException(String message) {
        super(message);
    }

    public TailraceException(String message, Throwable cause) {
        super(message, cause);
    }
}
