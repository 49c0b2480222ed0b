/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.inspect.Unreadable;
import io.tailrace.internal.SystemError;

/** The exit codes of every sub-command; the numbers are those of {@code sysexits.h}. */
public final class ExitCode {
    /** Done. */
    public static final int OK = 0;
    /** The condition that a monitor asked about holds: not an error of the command. */
    public static final int FOUND = 1;
    /** The command line or a value on it is wrong. */
    public static final int USAGE = 64;
    /** A file is corrupt, or of another version. */
    public static final int CORRUPT = 65;
    /** No driver lives in the directory, or the driver has gone. */
    public static final int NO_DRIVER = 69;
    /** A defect of the program itself. */
    public static final int INTERNAL = 70;
    /** A directory, a lock or a slot is in use by another process, or a file to be made exists already. */
    public static final int IN_USE = 73;
    /** Input or output failed, or there is no space. */
    public static final int IO_FAILED = 74;
    /** Something did not happen in time. */
    public static final int TIMED_OUT = 75;
    /** Not allowed. */
    public static final int PERMISSION = 77;
    /** Ended by SIGHUP before it was done, in the convention of shells: 128 plus the signal's number. */
    public static final int INTERRUPTED_BY_HANGUP = 129;
    /** The same by SIGINT (Ctrl-C). */
    public static final int INTERRUPTED = 130;
    /** The same by SIGTERM. */
    public static final int INTERRUPTED_BY_TERM = 143;

    private ExitCode() {}

    /** {@return the exit code of a command that could not read something} */
    public static int of(Unreadable.Reason reason) {
        return switch (reason) {
            case CORRUPT -> CORRUPT;
            case GONE -> NO_DRIVER;
            case NOT_ALLOWED -> PERMISSION;
            case FAILED -> IO_FAILED;
        };
    }

    /** {@return the exit code where an address cannot be listened at, for the reason in a text} */
    public static int ofAddress(String reason) {
        if (SystemError.ADDRESS_IN_USE.isIn(reason)) {
            return IN_USE;
        }
        return SystemError.ACCESS_DENIED.isIn(reason) ? PERMISSION : IO_FAILED;
    }
}
