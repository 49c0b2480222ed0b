/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

/** What a command says that judges; its exit code is the verdict's, by the convention of Nagios. */
public enum Verdict {
    OK(0),
    /** It can not be told. */
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

    /** {@return the one of both that needs a person more} */
    public Verdict worse(Verdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
