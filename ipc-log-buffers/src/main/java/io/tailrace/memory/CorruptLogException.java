/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

/**
 * A log holds bytes that no publisher writes: a file was damaged, or does not match its meta file. A poll that reads
 * such bytes throws this.
 */
public final class CorruptLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CorruptLogException(String message) {
        super(message);
    }
}
