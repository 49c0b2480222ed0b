/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.command.Terminal.Colour;

/** The verdict of a command that judges, the worst last; its exit code follows the convention of Nagios. */
public enum Verdict {
    OK(0, "OK", Colour.NONE),
    /** There is not enough information for a verdict. */
    UNKNOWN(3, "?", Colour.DIM),
    WARNING(1, "WARN", Colour.YELLOW),
    CRITICAL(2, "CRIT", Colour.RED);

    final String word;
    final Colour colour;
    private final int exitCode;

    Verdict(int exitCode, String word, Colour colour) {
        this.exitCode = exitCode;
        this.word = word;
        this.colour = colour;
    }

    public int exitCode() {
        return exitCode;
    }
}
