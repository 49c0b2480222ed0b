/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import picocli.CommandLine.Option;

/**
 * A hidden option for a process that another command starts: the process ends together with that command, however that
 * command ends, because their pipe closes.
 */
public final class Lifeline {
    /** The option, for the command that starts the process. */
    public static final String OPTION = "--until-input-ends";

    @Option(names = OPTION, hidden = true, description = "Exit when the standard input ends.")
    private boolean isHeld;

    /** Asks the command to end when its input ends, if the option is given. */
    public void hold(Termination termination) {
        if (isHeld) {
            termination.requestAtEndOfInput();
        }
    }
}
