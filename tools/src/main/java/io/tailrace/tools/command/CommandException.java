/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.inspect.Unreadable;

/**
 * A command cannot continue. The message is the one line that its user sees: the cause, the values and the next step.
 */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** Ends the command with one of the codes of {@link ExitCode}. */
    public CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** Ends the command because something cannot be read. */
    public CommandException(Unreadable what) {
        this(ExitCode.of(what.reason()), what.message());
    }

    public int exitCode() {
        return exitCode;
    }
}
