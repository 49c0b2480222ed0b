/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.TailraceException;
import java.io.IOException;
import java.io.UncheckedIOException;
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
            SummarizeCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done, or ended by a signal in order",
            "64:the command line or a value on it is wrong",
            "69:there is no media driver, or it refuses: the stage may run already",
            "70:internal error",
            "74:input or output failed"
        })
public final class SummarizerMain {
    /** The command line or a value on it is wrong. */
    static final int USAGE = 64;
    /** There is no media driver, or it refuses. */
    static final int UNAVAILABLE = 69;
    /** A defect of the program itself. */
    static final int INTERNAL = 70;
    /** Input or output failed. */
    static final int IO_FAILED = 74;

    private final Termination termination = new Termination();

    SummarizerMain() {}

    public static void main(String[] arguments) {
        SummarizerMain main = new SummarizerMain();
        main.termination.exit(main.run(arguments));
    }

    /** {@return what has a signal end the command in order} */
    Termination termination() {
        return termination;
    }

    int run(String... arguments) {
        CommandLine command = new CommandLine(this);
        command.setExpandAtFiles(false);
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
        if (thrown instanceof TailraceException) {
            say(String.valueOf(thrown.getMessage()));
            return UNAVAILABLE;
        }
        if (thrown instanceof IOException || thrown instanceof UncheckedIOException) {
            say(thrown.getMessage() + (thrown.getCause() == null ? "" : ": " + thrown.getCause()));
            return IO_FAILED;
        }
        say("internal error: " + thrown);
        return INTERNAL;
    }

    /** Says something to the user in one line. */
    static void say(String line) {
        System.err.println("summarizer: " + line.strip().replace("\r", "").replace('\n', ' '));
    }
}
