/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A chapter of the help that has no place in the list of commands. */
@Command(
        name = "exit-codes",
        hidden = true,
        customSynopsis = "tailrace help exit-codes",
        description = "What the exit code of a command means:",
        exitCodeList = {
            "0:done, also where whoever read the output went away",
            "1:errors --fail has found one",
            "64:the command line or a value on it is wrong",
            "65:a file is corrupt, or of another version",
            "69:no driver lives there, it has gone, or nothing has that name",
            "70:internal error; TAILRACE_DEBUG=1 in the environment shows where",
            "73:in use, already there, or a limit is reached",
            "74:input or output failed, or there is no space",
            "75:something did not happen in time",
            "77:not allowed",
            "129:ended by SIGHUP before it was done",
            "130:ended by SIGINT (Ctrl-C) before it was done",
            "143:ended by SIGTERM before it was done"
        },
        footer = "doctor and check judge: 0 fine, 1 warning, 2 critical; check also 3 unknown.")
final class ExitCodesCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        CommandLine line = spec.commandLine();
        line.usage(line.getOut());
    }
}
