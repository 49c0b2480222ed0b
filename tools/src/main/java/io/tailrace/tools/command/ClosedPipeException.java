/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

/** Whoever read the standard output has closed it, as {@code head} does: the command ends quietly, with success. */
public final class ClosedPipeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClosedPipeException() {
        super("nobody reads the output any more", null, false, false);
    }
}
