/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;

/** The {@code tailrace} command; {@code tailrace --help} lists what it can do. */
public final class TailraceMain {
    private TailraceMain() {}

    public static void main(String[] arguments) {
        Termination termination = Termination.ofThisProcess();
        if (System.getenv(Termination.LIFELINE) != null) {
            termination.requestAtEndOfInput();
        }
        Terminal terminal = Terminal.ofThisProcess(System.getenv("TERM"), System.getenv("NO_COLOR"));
        boolean debug = System.getenv("TAILRACE_DEBUG") != null;
        termination.exit(run(arguments, termination, terminal, debug));
    }

    static int run(String[] arguments, Termination termination, Terminal terminal, boolean debug) {
        try {
            boolean isRehearsal = arguments.length == 2 && arguments[0].equals(Rehearsal.NAME);
            return isRehearsal
                    ? new Rehearsal(arguments[1], termination, terminal).call()
                    : CommandTree.execute(arguments, termination, terminal, debug);
        } catch (Throwable e) {
            return Failure.report(e, debug);
        }
    }
}
