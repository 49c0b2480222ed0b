/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.command.Termination;
import java.util.concurrent.Callable;

/** The {@code tailrace} command; {@code tailrace --help} says what it can do. */
public final class TailraceMain {
    private TailraceMain() {}

    public static void main(String[] arguments) {
        Termination termination = Termination.ofThisProcess();
        boolean debug = System.getenv("TAILRACE_DEBUG") != null;
        termination.exit(run(CommandLineBytes.repair(arguments), termination, debug));
    }

    static int run(String[] arguments, Termination termination, boolean debug) {
        try {
            Callable<Integer> command = QuickStart.command(arguments, termination);
            return command == null ? CommandTree.execute(arguments, termination, debug) : command.call();
        } catch (Throwable e) {
            return Failure.report(e, debug);
        }
    }
}
