/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.check.CheckCommand;
import io.tailrace.tools.clean.CleanCommand;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.doctor.DoctorCommand;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.look.ClientsCommand;
import io.tailrace.tools.look.CountersCommand;
import io.tailrace.tools.look.ErrorsCommand;
import io.tailrace.tools.look.LsCommand;
import io.tailrace.tools.look.StatCommand;
import io.tailrace.tools.look.TopCommand;
import io.tailrace.tools.measure.DemoCommand;
import io.tailrace.tools.measure.PingCommand;
import io.tailrace.tools.pubsub.PubCommand;
import io.tailrace.tools.pubsub.RecordCommand;
import io.tailrace.tools.pubsub.ReplayCommand;
import io.tailrace.tools.pubsub.SubCommand;
import io.tailrace.tools.web.WebCommand;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
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
import picocli.CommandLine.UnmatchedArgumentException;

/** All sub-commands as picocli sees them. */
final class CommandTree {
    /** In the order of the list of commands: those that belong together, with their line there. */
    private static final Map<String, String> SUMMARIES = summaries(
            "driver", "runs a media driver until a signal",
            "pub, sub", "publishes messages, or lines; prints those of a stream",
            "record, replay", "keeps a stream in a file; publishes it again",
            "ls, top", "lists streams, and how they do; shows them again and again",
            "web", "serves a live page about all of it to browsers",
            "stat", "writes one line an interval about all streams",
            "clients, errors", "lists processes; lists what went wrong in them",
            "counters", "lists what driver and clients count",
            "dump", "looks into the logs of a stream",
            "doctor, check", "tells what is wrong, and the fix; a verdict for monitors",
            "clean", "shows what a crash left; removes it if told to",
            "ping", "tells whether a driver works, and how fast",
            "demo", "shows all of it in one go",
            "completion", "prints a script by which bash and zsh complete all this");

    private static final List<String> NAMES = SUMMARIES.keySet().stream()
            .flatMap(names -> Stream.of(names.split(", ", -1)))
            .toList();

    /** What was a command here before. */
    private static final Set<String> MOVED = Set.of("bench", "jitter");

    /** Arguments that ask for the list of commands, or for the version. */
    private static final Set<String> ABOUT_ALL = Set.of("help", "--help", "-h", "--version", "-V");

    /** Not its options, which the synopsis names, too. */
    private static final List<String> ROOT_SECTIONS = List.of(
            UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            UsageMessageSpec.SECTION_KEY_DESCRIPTION,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            UsageMessageSpec.SECTION_KEY_FOOTER);

    private CommandTree() {}

    private static Map<String, String> summaries(String... pairs) {
        Map<String, String> summaries = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            summaries.put(pairs[i], pairs[i + 1]);
        }
        return summaries;
    }

    static int execute(String[] arguments, Termination termination, Terminal terminal, boolean debug) {
        // Makes only the command that is called, for picocli takes some milliseconds for each.
        if (arguments.length > 0 && (NAMES.contains(arguments[0]) || arguments[0].equals(StreamNames.NAME))) {
            String[] rest = List.of(arguments).subList(1, arguments.length).toArray(String[]::new);
            return execute("tailrace " + arguments[0], command(arguments[0], termination, terminal), rest, debug);
        }
        if (arguments.length > 0 && MOVED.contains(arguments[0])) {
            throw new CommandException(
                    ExitCode.USAGE, arguments[0] + " is a command of tailrace-bench: tailrace-bench " + arguments[0]);
        }
        List<String> names = ABOUT_ALL.containsAll(List.of(arguments)) ? List.of() : NAMES;
        CommandLine root = root(names, termination, terminal, debug);
        if (arguments.length == 0) {
            root.usage(root.getErr());
            return ExitCode.USAGE;
        }
        return root.execute(arguments);
    }

    /** Runs a command by itself. */
    static int execute(String name, Object command, String[] options, boolean debug) {
        CommandLine line = prepare(new CommandLine(command), debug);
        line.setCommandName(name);
        return line.execute(options);
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
        root.addSubcommand(new ExitCodesCommand());
        root.getCommandSpec().usageMessage().sectionKeys(ROOT_SECTIONS);
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandList());
        return prepare(root, debug);
    }

    /** A line for those that belong together, so that all of it fits on a screen. */
    private static String list() {
        StringBuilder list = new StringBuilder();
        SUMMARIES.forEach((names, summary) -> list.append(String.format(Locale.ROOT, "  %-15s  %s%n", names, summary)));
        return list.toString();
    }

    /** {@return the manual page of all commands} */
    static String manPage(CommandLine root) {
        Map<String, String> exitCodes = CommandSpec.forAnnotatedObject(new ExitCodesCommand())
                .usageMessage()
                .exitCodeList();
        return ManPage.of(root.getCommandSpec(), list(), exitCodes);
    }

    private static Object command(String name, Termination termination, Terminal terminal) {
        Context context = Context.standard(termination, terminal);
        return switch (name) {
            case "driver" -> new DriverCommand(termination);
            case "pub" -> new PubCommand(termination);
            case "sub" -> new SubCommand(termination);
            case "ls" -> new LsCommand(context);
            case "top" -> new TopCommand(context);
            case "web" -> new WebCommand(termination);
            case "stat" -> new StatCommand(context);
            case "clients" -> new ClientsCommand(context);
            case "errors" -> new ErrorsCommand(context);
            case "dump" -> new DumpCommand(context);
            case "record" -> new RecordCommand(termination);
            case "replay" -> new ReplayCommand(termination);
            case "counters" -> new CountersCommand(context);
            case "doctor" -> new DoctorCommand(context);
            case "check" -> new CheckCommand(context);
            case "clean" -> new CleanCommand(context);
            case "ping" -> new PingCommand(termination);
            case "demo" -> new DemoCommand(termination);
            case "completion" -> new CompletionCommand(() -> root(termination, terminal, false));
            case StreamNames.NAME -> new StreamNames();
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
        Execution execution = new Execution(debug);
        command.setParameterExceptionHandler(execution);
        command.setExecutionStrategy(execution);
        command.setExecutionExceptionHandler(execution);
        return command;
    }

    /**
     * Says what went wrong. No lambdas, nor is {@link CommandList} one: with them the JVM leaves their interfaces, and
     * what depends on those, out of the launcher's archive of classes.
     */
    private record Execution(boolean debug)
            implements IParameterExceptionHandler, IExecutionStrategy, IExecutionExceptionHandler {
        /** What fails while a help text is written, picocli hands to no handler. */
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
            StringBuilder line =
                    new StringBuilder(String.valueOf(e.getMessage()).strip());
            if (e instanceof UnmatchedArgumentException unmatched
                    && !unmatched.getSuggestions().isEmpty()) {
                line.append(". Did you mean: ").append(String.join(" or ", unmatched.getSuggestions()));
            }
            if (line.charAt(line.length() - 1) == '.') {
                line.setLength(line.length() - 1);
            }
            line.append(". Try: ")
                    .append(e.getCommandLine().getCommandSpec().qualifiedName())
                    .append(" --help");
            Console.error(line.toString());
            int own = e.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
            return own == CommandLine.ExitCode.USAGE ? ExitCode.USAGE : own;
        }
    }

    /** The commands, as the help of all shows them. */
    private static final class CommandList implements IHelpSectionRenderer {
        @Override
        public String render(Help help) {
            return list();
        }
    }

    /** What {@code tailrace} does by itself. */
    @Command(
            name = "tailrace",
            mixinStandardHelpOptions = true,
            description = "Publish and subscribe between the processes of a host, through mapped files.",
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "More: tailrace COMMAND --help, tailrace help exit-codes, and docs/TOOLS.md.",
                "Environment: TAILRACE_DIR: directory of the driver; TAILRACE_OPTS: options for",
                "the JVM of ./tailrace; TAILRACE_DEBUG=1: says where an error came from."
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
