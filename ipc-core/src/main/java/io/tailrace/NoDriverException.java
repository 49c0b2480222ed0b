/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** No media driver runs in the directory, or the driver there has exited. */
public final class NoDriverException extends TailraceException {
    private static final long serialVersionUID = 1L;

    public NoDriverException(String message) {
        super(message);
    }
}
