/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.clean.CleanCommand;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.counters.CountersCommand;
import io.tailrace.tools.demo.DemoCommand;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.pubsub.PubCommand;
import io.tailrace.tools.pubsub.SubCommand;
import io.tailrace.tools.recording.RecordCommand;
import io.tailrace.tools.recording.ReplayCommand;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** All sub-commands as picocli sees them. */
final class CommandTree {
    private static final List<String> NAMES =
            List.of("driver", "pub", "sub", "dump", "record", "replay", "counters", "clean", "demo");

    private CommandTree() {}

    static int execute(String[] arguments, Termination termination, boolean debug) {
        // Only the command that is called is made; all of them only to be listed.
        if (arguments.length > 0 && NAMES.contains(arguments[0])) {
            CommandLine command = prepare(new CommandLine(command(arguments[0], termination)), debug);
            command.setCommandName("tailrace " + arguments[0]);
            String[] rest = List.of(arguments).subList(1, arguments.length).toArray(String[]::new);
            return command.execute(rest);
        }
        CommandLine root = root(termination, debug);
        if (arguments.length == 0) {
            root.usage(root.getErr());
            return ExitCode.USAGE;
        }
        return root.execute(arguments);
    }

    static CommandLine root(Termination termination, boolean debug) {
        CommandLine root = new CommandLine(new Root());
        for (String name : NAMES) {
            root.addSubcommand(name, command(name, termination));
        }
        root.addSubcommand("help", new HelpCommand());
        return prepare(root, debug);
    }

    private static Object command(String name, Termination termination) {
        return switch (name) {
            case "driver" -> new DriverCommand(termination);
            case "pub" -> new PubCommand(termination);
            case "sub" -> new SubCommand(termination);
            case "dump" -> new DumpCommand(termination);
            case "record" -> new RecordCommand(termination);
            case "replay" -> new ReplayCommand(termination);
            case "counters" -> new CountersCommand(termination);
            case "clean" -> new CleanCommand();
            case "demo" -> new DemoCommand(termination);
            default -> throw new IllegalArgumentException("no such sub-command: " + name);
        };
    }

    private static CommandLine prepare(CommandLine command, boolean debug) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(sub -> sub.getCommandSpec().versionProvider(new Version()));
        // Messages may begin with @, and need not be in ASCII.
        command.setExpandAtFiles(false);
        command.setCaseInsensitiveEnumValuesAllowed(true);
        // Unlike System.out it says when it cannot write.
        command.setOut(new PrintWriter(new OutputStreamWriter(Output.standard(), StandardCharsets.UTF_8), true));
        command.setErr(new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true));
        command.setParameterExceptionHandler((e, arguments) -> complain(e));
        command.setExecutionStrategy(parsed -> execute(parsed, debug));
        command.setExecutionExceptionHandler((e, line, result) -> Failure.report(e, debug));
        return command;
    }

    /** What fails while a help text is written, picocli hands to no handler. */
    private static int execute(ParseResult parsed, boolean debug) {
        try {
            return new CommandLine.RunLast().execute(parsed);
        } catch (Output.ClosedPipeException | UncheckedIOException e) {
            return Failure.report(e, debug);
        }
    }

    private static int complain(ParameterException e) {
        StringBuilder line = new StringBuilder(String.valueOf(e.getMessage()).strip());
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            line.append(". Did you mean: ").append(String.join(" or ", unmatched.getSuggestions()));
        }
        line.append(". Try: ")
                .append(e.getCommandLine().getCommandSpec().qualifiedName())
                .append(" --help");
        Console.error(line.toString());
        return ExitCode.USAGE;
    }

    /** What {@code tailrace} does by itself. */
    @Command(
            name = "tailrace",
            mixinStandardHelpOptions = true,
            description = "Publish and subscribe between processes on one host, through memory-mapped files.",
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "",
                "Example:",
                "  tailrace driver &",
                "  tailrace sub quotes &",
                "  echo 'EURUSD 1.0821' | tailrace pub quotes",
                "",
                "  tailrace demo      shows all of it in one go",
                ""
            },
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {
                "0:done",
                "64:the command line or a value on it is wrong",
                "65:a file is corrupt, or of another version",
                "69:no driver",
                "70:internal error; TAILRACE_DEBUG=1 in the environment shows where",
                "73:directory or lock in use, or a file to make is there",
                "74:input or output failed, or no space",
                "75:timed out",
                "77:permission denied",
                "129, 130, 143:ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM before it was done; what runs until a",
                "  signal ends it (driver, dump -f, sub and record without a count or time) ends with 0 then"
            })
    static final class Root {}

    /** What {@code --version} prints. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = TailraceMain.class.getPackage().getImplementationVersion();
            return new String[] {
                "tailrace " + (version == null ? "(unpackaged)" : version) + ", Java " + Runtime.version()
            };
        }
    }
}
