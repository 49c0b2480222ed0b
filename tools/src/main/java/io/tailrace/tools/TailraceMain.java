/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.bench.BenchPublisher;
import io.tailrace.tools.bench.BenchSubscriber;
import io.tailrace.tools.check.CheckCommand;
import io.tailrace.tools.clients.ClientsCommand;
import io.tailrace.tools.command.QuickArguments;
import io.tailrace.tools.command.QuickCommand;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.completion.StreamNames;
import io.tailrace.tools.counters.CountersCommand;
import io.tailrace.tools.demo.DemoPublisher;
import io.tailrace.tools.demo.DemoSubscriber;
import io.tailrace.tools.doctor.DoctorCommand;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.errors.ErrorsCommand;
import io.tailrace.tools.jitter.JitterCommand;
import io.tailrace.tools.ls.LsCommand;
import io.tailrace.tools.ping.PingCommand;
import io.tailrace.tools.ping.PingEcho;
import io.tailrace.tools.pubsub.PubCommand;
import io.tailrace.tools.pubsub.SubCommand;
import io.tailrace.tools.recording.RecordCommand;
import io.tailrace.tools.recording.ReplayCommand;
import io.tailrace.tools.stat.StatCommand;
import io.tailrace.tools.top.TopCommand;
import io.tailrace.tools.web.WebCommand;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The {@code tailrace} command; {@code tailrace --help} says what it can do. */
public final class TailraceMain {
    private TailraceMain() {}

    public static void main(String[] arguments) {
        Termination termination = Termination.ofThisProcess();
        Terminal terminal = Terminal.ofThisProcess(System.getenv("TERM"), System.getenv("NO_COLOR"));
        boolean debug = System.getenv("TAILRACE_DEBUG") != null;
        termination.exit(run(CommandLineBytes.repair(arguments), termination, terminal, debug));
    }

    static int run(String[] arguments, Termination termination, Terminal terminal, boolean debug) {
        try {
            Callable<Integer> command = quickCommand(arguments, termination, terminal);
            return command == null ? CommandTree.execute(arguments, termination, terminal, debug) : command.call();
        } catch (Throwable e) {
            return Failure.report(e, debug);
        }
    }

    /**
     * {@return the command with its arguments, or null if picocli should read the command line} Does not load picocli.
     */
    static @Nullable Callable<Integer> quickCommand(String[] arguments, Termination termination, Terminal terminal) {
        if (arguments.length == 0) {
            return null;
        }
        return switch (arguments[0]) {
            case "driver" -> quick(arguments, new DriverCommand(termination));
            case "pub" -> quick(arguments, new PubCommand(termination));
            case "sub" -> quick(arguments, new SubCommand(termination));
            case "ls" -> quick(arguments, new LsCommand(termination, terminal));
            case "clients" -> quick(arguments, new ClientsCommand(terminal));
            case "counters" -> quick(arguments, new CountersCommand(termination));
            case "errors" -> quick(arguments, new ErrorsCommand(terminal));
            case "stat" -> quick(arguments, new StatCommand(termination));
            case "top" -> quick(arguments, new TopCommand(termination, terminal));
            case "doctor" -> quick(arguments, new DoctorCommand(termination, terminal));
            case "check" -> quick(arguments, new CheckCommand(termination));
            case "web" -> quick(arguments, new WebCommand(termination));
            case "dump" -> quick(arguments, new DumpCommand(termination));
            case "record" -> quick(arguments, new RecordCommand(termination));
            case "replay" -> quick(arguments, new ReplayCommand(termination));
            case "ping" -> quick(arguments, new PingCommand(termination));
            case "jitter" -> quick(arguments, new JitterCommand(termination));
            case PingEcho.NAME -> new PingEcho(arguments, termination);
            case BenchPublisher.NAME -> new BenchPublisher(arguments, termination);
            case BenchSubscriber.NAME -> new BenchSubscriber(arguments, termination);
            case StreamNames.NAME -> quick(arguments, new StreamNames());
            case Rehearsal.NAME -> arguments.length == 2 ? new Rehearsal(arguments[1], termination, terminal) : null;
            case DemoPublisher.NAME -> new DemoPublisher(arguments, termination);
            case DemoSubscriber.NAME -> new DemoSubscriber(arguments, termination);
            default -> null;
        };
    }

    private static @Nullable Callable<Integer> quick(String[] arguments, QuickCommand command) {
        return QuickArguments.parse(arguments, 1, command) ? command : null;
    }
}
