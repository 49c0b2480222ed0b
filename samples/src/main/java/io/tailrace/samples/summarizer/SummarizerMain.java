/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.TailraceException;
import io.tailrace.samples.summarizer.process.ChildFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The command of the Summarizer; {@code --help} says what it can do. */
@Command(
        name = "summarizer",
        mixinStandardHelpOptions = true,
        description = "Summarizes log events that come as lines of syslog.",
        subcommands = {
            GenerateCommand.class,
            RunCommand.class,
            IngestCommand.class,
            ParseCommand.class,
            SummarizeCommand.class,
            RejectsCommand.class,
            QueryCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done",
            "64:the command line or a value on it is wrong",
            "69:there is no media driver, or it refuses; nobody listens where lines are sent to",
            "70:internal error, or a process of the run has failed",
            "73:cannot listen: the port or the address is not free",
            "74:input or output failed"
        })
public final class SummarizerMain {
    /** The command line or a value on it is wrong. */
    static final int USAGE = 64;
    /** There is no media driver, or it refuses; or nobody listens where lines are sent to. */
    static final int UNAVAILABLE = 69;
    /** A defect of the program itself, or one of its processes has failed. */
    static final int INTERNAL = 70;
    /** A port is in use by others, or not to be had. */
    static final int IN_USE = 73;
    /** Input or output failed. */
    static final int IO_FAILED = 74;

    /** The first one in which Tailrace sleeps by the kernel's futex. */
    private static final int FIRST_JDK_WITH_FUTEX = 22;

    private final Termination termination = new Termination();

    SummarizerMain() {}

    public static void main(String[] arguments) {
        // The page's server reads it once. Without it who connects and sends nothing keeps one of its threads for ever.
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
        System.setProperty("java.awt.headless", "true"); // For the plots of a sweep, also where there is a screen.
        SummarizerMain main = new SummarizerMain();
        main.termination.exit(main.run(arguments));
    }

    /** {@return what ends a command that runs until a signal} */
    Termination termination() {
        return termination;
    }

    /** {@return what starts this program again, without its arguments} */
    static List<String> ownCommand() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= FIRST_JDK_WITH_FUTEX) {
            command.add("--enable-native-access=ALL-UNNAMED"); // As the manifest of the jar says.
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SummarizerMain.class.getName()));
        return command;
    }

    int run(String... arguments) {
        CommandLine command = new CommandLine(this);
        command.addSubcommand(new SweepCommand(ownCommand()));
        command.setExpandAtFiles(false);
        command.setCaseInsensitiveEnumValuesAllowed(true);
        command.setParameterExceptionHandler((e, line) -> complain(e));
        command.setExecutionExceptionHandler((e, line, result) -> report(e));
        if (arguments.length == 0) {
            command.usage(System.err);
            return USAGE;
        }
        return command.execute(arguments);
    }

    private static int complain(ParameterException e) {
        say(e.getMessage() + ". Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return USAGE;
    }

    private static int report(Throwable thrown) {
        Throwable cause =
                thrown instanceof ExecutionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof ChildFailedException || cause instanceof TailraceException) {
            say(String.valueOf(cause.getMessage()));
            return cause instanceof TailraceException ? UNAVAILABLE : INTERNAL;
        }
        boolean isIo = cause instanceof IOException || cause instanceof UncheckedIOException;
        say(isIo ? String.valueOf(cause.getMessage()) + reason(cause) : "internal error: " + cause);
        if (cause instanceof BindException) {
            return IN_USE;
        }
        if (cause instanceof ConnectException) {
            return UNAVAILABLE;
        }
        return isIo ? IO_FAILED : INTERNAL;
    }

    private static String reason(Throwable thrown) {
        return thrown.getCause() == null ? "" : ": " + thrown.getCause();
    }

    /** Tells whoever sits at the terminal something in one line. */
    static void say(String line) {
        System.err.println("summarizer: " + line.strip().replace("\r", "").replace('\n', ' '));
    }
}
