/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

/** A process of a run could not be started, or has died, or ended without its report. */
public final class ChildFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ChildFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
