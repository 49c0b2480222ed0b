/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.command.ToolHost;
import io.tailrace.tools.doctor.CheckCommand;
import io.tailrace.tools.doctor.CleanCommand;
import io.tailrace.tools.doctor.DoctorCommand;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.history.HistoryCommand;
import io.tailrace.tools.look.ClientsCommand;
import io.tailrace.tools.look.CountersCommand;
import io.tailrace.tools.look.EventsCommand;
import io.tailrace.tools.look.LsCommand;
import io.tailrace.tools.look.ReleaseCommand;
import io.tailrace.tools.measure.DemoCommand;
import io.tailrace.tools.measure.PingCommand;
import io.tailrace.tools.pubsub.PubCommand;
import io.tailrace.tools.pubsub.SubCommand;
import io.tailrace.tools.web.WebCommand;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** All sub-commands, as picocli commands. */
final class CommandTree {
    /** A line of the list of commands. */
    private record Summary(String names, String text) {}

    /** The list of commands in its order; related commands share a line. */
    private static final List<Summary> SUMMARIES = List.of(
            new Summary("driver", "runs a media driver until a signal"),
            new Summary("pub, sub", "publishes messages or lines; prints messages"),
            new Summary("history", "keeps streams on disk; replays one"),
            new Summary("bridge", "mirrors streams to other hosts"),
            new Summary("ls, top", "shows streams: as a list; live"),
            new Summary("web", "serves a live page to browsers"),
            new Summary("clients", "lists the driver and its clients"),
            new Summary("events", "lists arrivals, departures, deaths, losses and errors"),
            new Summary("counters", "lists the counters of driver and clients"),
            new Summary("dump", "shows the contents of a stream's logs"),
            new Summary("doctor, check", "diagnoses host and driver; a verdict for monitors"),
            new Summary("release", "frees publishers from a vacant name"),
            new Summary("clean", "shows files that a crash left; removes them if asked"),
            new Summary("ping", "measures whether a driver works, and how fast"),
            new Summary("demo", "shows everything in one run"),
            new Summary("completion", "prints a completion script for bash and zsh"));

    private static final List<String> NAMES = SUMMARIES.stream()
            .flatMap(summary -> Stream.of(summary.names.split(", ", -1)))
            .toList();

    /** The commands that took the place of former ones. */
    private static final Map<String, String> MOVED = Map.of(
            "bench", "tailrace sub STREAM --timed, and tailrace pub STREAM --timed",
            "stat", "tailrace ls --watch 1s",
            "errors", "tailrace events --errors",
            "record", "tailrace history --stream STREAM --to DIR --until-end",
            "replay", "tailrace history replay");

    /** Arguments that ask for the list of commands, or for the version. */
    private static final Set<String> ABOUT_ALL = Set.of("help", "--help", "-h", "--version", "-V");

    /** The options are left out: the synopsis already names them. */
    private static final List<String> ROOT_SECTIONS = List.of(
            UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            UsageMessageSpec.SECTION_KEY_DESCRIPTION,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            UsageMessageSpec.SECTION_KEY_FOOTER);

    private CommandTree() {}

    static int execute(String[] arguments, Termination termination, Terminal terminal, boolean debug) {
        // Make only the command that is called: picocli takes some milliseconds for each.
        if (arguments.length > 0 && (NAMES.contains(arguments[0]) || arguments[0].equals(PingCommand.ECHO))) {
            String[] rest = List.of(arguments).subList(1, arguments.length).toArray(String[]::new);
            Object command = command(arguments[0], termination, terminal);
            CommandLine line = prepare(command instanceof CommandLine made ? made : new CommandLine(command), debug);
            line.setCommandName("tailrace " + arguments[0]);
            return line.execute(rest);
        }
        String moved = arguments.length == 0 ? null : MOVED.get(arguments[0]);
        if (moved != null) {
            throw new CommandException(ExitCode.USAGE, "no such command any more: " + arguments[0] + ". Use: " + moved);
        }
        List<String> names = ABOUT_ALL.containsAll(List.of(arguments)) ? List.of() : NAMES;
        CommandLine root = root(names, termination, terminal, debug);
        if (arguments.length == 0) {
            root.usage(root.getErr());
            return ExitCode.USAGE;
        }
        return root.execute(arguments);
    }

    static CommandLine root(Termination termination, Terminal terminal, boolean debug) {
        return root(NAMES, termination, terminal, debug);
    }

    private static CommandLine root(List<String> names, Termination termination, Terminal terminal, boolean debug) {
        CommandLine root = new CommandLine(new Root());
        for (String name : names) {
            root.addSubcommand(name, command(name, termination, terminal));
        }
        root.addSubcommand("help", new HelpCommand());
        root.addSubcommand(new ExitCodes());
        root.getCommandSpec().usageMessage().sectionKeys(ROOT_SECTIONS);
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandList());
        return prepare(root, debug);
    }

    /** {@return the list of commands, with one line for related commands, so that it fits on a screen} */
    static String list() {
        StringBuilder list = new StringBuilder();
        SUMMARIES.forEach(line -> list.append(String.format(Locale.ROOT, "  %-15s  %s%n", line.names, line.text)));
        return list.toString();
    }

    private static Object command(String name, Termination termination, Terminal terminal) {
        Context context = new Context(termination, terminal, new ToolHost(), Output::standard);
        return switch (name) {
            case "driver" -> new DriverCommand().in(context);
            case "pub" -> new PubCommand().in(context);
            case "sub" -> new SubCommand().in(context);
            case "ls" -> new LsCommand().in(context);
            case "top" -> new LsCommand.Top().in(context);
            case "web" -> new WebCommand().in(context);
            case "clients" -> new ClientsCommand().in(context);
            case "events" -> new EventsCommand().in(context);
            case "dump" -> new DumpCommand().in(context);
            case "history" ->
                new CommandLine(new HistoryCommand().in(context))
                        .addSubcommand("replay", new HistoryCommand.Replay().in(context));
            case "bridge" -> BridgeCommand.in(context);
            case "counters" -> new CountersCommand().in(context);
            case "doctor" -> new DoctorCommand().in(context);
            case "check" -> new CheckCommand().in(context);
            case "clean" -> new CleanCommand().in(context);
            case "release" -> new ReleaseCommand().in(context);
            case "ping" -> new PingCommand().in(context);
            case "demo" -> new DemoCommand(termination);
            case "completion" -> new CompletionCommand(() -> root(termination, terminal, false));
            case PingCommand.ECHO -> new PingCommand.Echo().in(context);
            default -> throw new IllegalArgumentException("no such sub-command: " + name);
        };
    }

    private static CommandLine prepare(CommandLine command, boolean debug) {
        complete(command);
        // Messages may begin with @ and may be other than ASCII.
        command.setExpandAtFiles(false);
        command.setCaseInsensitiveEnumValuesAllowed(true);
        Quantity.register(command);
        // Unlike System.out, it reports when it cannot write.
        command.setOut(new PrintWriter(new OutputStreamWriter(Output.standard(), StandardCharsets.UTF_8), true));
        command.setErr(new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true));
        Execution execution = new Execution(debug);
        command.setParameterExceptionHandler(execution);
        command.setExecutionStrategy(execution);
        command.setExecutionExceptionHandler(execution);
        return command;
    }

    /**
     * Adds the version, and an empty line above each paragraph of the notes; lines that are indented belong to the
     * paragraph above them. The notes of all commands end with examples.
     */
    private static void complete(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.versionProvider(new Version());
        List<String> notes = List.of(spec.usageMessage().footer());
        if (notes.contains("Example:")) {
            spec.usageMessage()
                    .footer(notes.stream()
                            .flatMap(line -> line.startsWith(" ") ? Stream.of(line) : Stream.of("", line))
                            .toArray(String[]::new));
        }
        command.getSubcommands().values().forEach(CommandTree::complete);
    }

    /**
     * Handles errors. It is a record and {@link CommandList} a class, because the JVM leaves the interfaces of lambdas,
     * and the classes that depend on them, out of the launcher's archive of classes.
     */
    private record Execution(boolean debug)
            implements IParameterExceptionHandler, IExecutionStrategy, IExecutionExceptionHandler {
        /** Handles failures while a help text is written: picocli passes these to no handler. */
        @Override
        public int execute(ParseResult parsed) {
            try {
                return new CommandLine.RunLast().execute(parsed);
            } catch (Output.ClosedPipeException | UncheckedIOException e) {
                return Failure.report(e, debug);
            }
        }

        @Override
        public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
            return Failure.report(e, debug);
        }

        @Override
        public int handleParseException(ParameterException e, String[] arguments) {
            Console.error(Failure.ofUsage(e));
            int own = e.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
            return own == CommandLine.ExitCode.USAGE ? ExitCode.USAGE : own;
        }
    }

    /** The list of commands in the help of {@code tailrace}. */
    private static final class CommandList implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            return list();
        }
    }

    /** {@code tailrace} without a sub-command. */
    @Command(
            name = "tailrace",
            mixinStandardHelpOptions = true,
            description = "Publish and subscribe between the processes of a host, through mapped files.",
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "More: tailrace COMMAND --help, tailrace help exit-codes, and docs/TOOLS.md.",
                "Environment: TAILRACE_DIR: directory of the driver; TAILRACE_OPTS: options for",
                "the JVM of ./tailrace; TAILRACE_DEBUG=1: shows where an error occurred."
            })
    static final class Root {}

    /** A chapter of the help that is not in the list of commands. */
    @Command(
            name = "exit-codes",
            hidden = true,
            customSynopsis = "tailrace help exit-codes",
            description = "Meaning of the exit codes:",
            exitCodeList = {
                "0:success, or the reader of the output has gone",
                "1:events --fail has found something",
                "64:wrong command line",
                "65:a file is corrupt, or of another version",
                "69:no living driver, or nothing of that name",
                "70:internal error; TAILRACE_DEBUG=1 shows where",
                "73:in use, already present, or a limit is reached",
                "74:input or output failed, or no space",
                "75:timeout",
                "77:not allowed",
                "129:interrupted by SIGHUP",
                "130:interrupted by SIGINT (Ctrl-C)",
                "143:interrupted by SIGTERM"
            },
            footer = "doctor and check: 0 OK, 1 warning, 2 critical; check also 3 unknown.")
    static final class ExitCodes implements Runnable {
        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public void run() {
            CommandLine line = spec.commandLine();
            line.usage(line.getOut());
        }
    }

    /** Provides the text of {@code --version}. */
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
