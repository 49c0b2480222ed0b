/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** Bytes in a log that no publisher writes: the file was damaged, or is not what its meta file says. */
public final class CorruptLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CorruptLogException(String message) {
        super(message);
    }
}
