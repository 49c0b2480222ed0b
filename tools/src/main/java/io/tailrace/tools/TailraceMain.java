/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.BenchPublisher;
import io.tailrace.tools.measure.BenchSubscriber;
import io.tailrace.tools.measure.PingEcho;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The {@code tailrace} command; {@code tailrace --help} lists what it can do. */
public final class TailraceMain {
    private TailraceMain() {}

    public static void main(String[] arguments) {
        Termination termination = Termination.ofThisProcess();
        Terminal terminal = Terminal.ofThisProcess(System.getenv("TERM"), System.getenv("NO_COLOR"));
        boolean debug = System.getenv("TAILRACE_DEBUG") != null;
        termination.exit(run(CommandLineBytes.repair(arguments), termination, terminal, debug));
    }

    /**
     * Runs a command of another program like a command of this one, and ends the process.
     *
     * @param make makes the command, which is asked to end by the termination
     */
    public static void run(String name, Function<Termination, Callable<Integer>> make, String... options) {
        Termination termination = Termination.ofThisProcess();
        boolean debug = System.getenv("TAILRACE_DEBUG") != null;
        termination.exit(CommandTree.execute(name, make.apply(termination), CommandLineBytes.repair(options), debug));
    }

    static int run(String[] arguments, Termination termination, Terminal terminal, boolean debug) {
        try {
            Callable<Integer> part = part(arguments, termination, terminal);
            return part == null ? CommandTree.execute(arguments, termination, terminal, debug) : part.call();
        } catch (Throwable e) {
            return Failure.report(e, debug);
        }
    }

    /**
     * {@return a command that another command starts in a process of its own, or null if it is a command for users}
     */
    private static @Nullable Callable<Integer> part(String[] arguments, Termination termination, Terminal terminal) {
        return switch (arguments.length == 0 ? "" : arguments[0]) {
            case PingEcho.NAME -> new PingEcho(arguments, termination);
            case BenchPublisher.NAME -> new BenchPublisher(arguments, termination);
            case BenchSubscriber.NAME -> new BenchSubscriber(arguments, termination);
            case Rehearsal.NAME -> arguments.length == 2 ? new Rehearsal(arguments[1], termination, terminal) : null;
            default -> null;
        };
    }
}
