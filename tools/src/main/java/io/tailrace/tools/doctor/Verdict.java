/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

/** The verdict of a command that judges; its exit code follows the convention of Nagios. */
public enum Verdict {
    OK(0),
    /** There is not enough information for a verdict. */
    UNKNOWN(3),
    WARNING(1),
    CRITICAL(2);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }

    /** {@return the worse of both verdicts} */
    public Verdict worse(Verdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
