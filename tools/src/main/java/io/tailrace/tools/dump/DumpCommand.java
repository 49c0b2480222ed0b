/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.control.DriverDirectory;
import io.tailrace.log.LogFiles;
import io.tailrace.memory.ErrorText;
import io.tailrace.memory.PendingFault;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.dump.Listing.Selection;
import io.tailrace.tools.view.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/**
 * Shows the logs of a stream: constants, positions, terms, publishers, subscribers, frames. It maps the files for
 * reading only and needs no driver, so it works on one that lives, on what a dead one left, and on a copy.
 */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        description = {
            "Shows what is in the logs of a stream: of a living driver, of a dead one, or in a copy of its files. "
                    + "Changes nothing.",
            "Lists the last 10 frames unless --from, --to, -n or --tail says otherwise."
        },
        footer = {
            "",
            "Says whose claim readers wait for first, and which subscriber is furthest behind. A hole is claimed "
                    + "space whose publisher has not written a header yet: every publisher that lives may be the one.",
            "",
            "A term is ACTIVE (takes the next claim), DIRTY (written, not cleaned yet) or CLEAN (zeroed). "
                    + "The length of a"
                    + " frame is that with its header of 8 bytes. CLAIMED: its publisher has not committed it yet.",
            "",
            "Example:",
            "  tailrace dump quotes                  the state, and the last 10 frames",
            "  tailrace dump quotes --from 0         all frames that are still there",
            "  tailrace dump quotes -n 0             the state alone",
            "  tailrace dump --verify /tmp/copy/17   whether the log in this directory is sound; else exit 65"
        })
public final class DumpCommand implements Callable<Integer> {
    private final Supplier<Output> newOutput;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Parameters(
            paramLabel = "STREAM|LOG-DIRECTORY",
            description = "Name of a stream, all of whose logs are shown, or directory of one log (with a file meta).")
    private String name = "";

    @Option(
            names = "--from",
            paramLabel = "POSITION",
            converter = PositionConverter.class,
            description = "First position to list, decimal or 0x…")
    private @Nullable Long from;

    @Option(
            names = "--to",
            paramLabel = "POSITION",
            converter = PositionConverter.class,
            description = "Position to stop before.")
    private @Nullable Long to;

    @Option(
            names = "-n",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "List at most N frames; 0: only the state.")
    private @Nullable Long first;

    @Option(
            names = "--tail",
            arity = "0..1",
            paramLabel = "N",
            preprocessor = OptionalCount.class,
            converter = Quantity.Count.class,
            description = "List the last N frames. Default: 10.")
    private @Nullable Long last;

    @Option(names = "--headers", description = "Show flags and owner of each frame instead of its payload.")
    private boolean headers;

    @Option(names = "--hex", description = "Show payloads in hexadecimal digits.")
    private boolean hex;

    @Option(
            names = "--limit",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Show at most so many bytes of a payload. Default: 64.")
    private long limit = 64;

    @Option(names = "--json", description = "Write one JSON object a line: log, frame, skipped, anomaly, total.")
    private boolean json;

    @Option(names = "--verify", description = "Look at everything and report anomalies; lists frames only if asked to.")
    private boolean verify;

    /** For the standard output. */
    public DumpCommand() {
        this(Output::standard);
    }

    DumpCommand(Supplier<Output> newOutput) {
        this.newOutput = newOutput;
    }

    @Override
    public Integer call() {
        Selection selection = selection();
        LogLocator.Found found = LogLocator.find(new DriverDirectory(directory.path()), name);
        found.unreadable()
                .forEach(reason -> Console.error("left out a log, of this stream or another: " + ErrorText.of(reason)));
        Ending ending = new Ending();
        try (Output out = newOutput.get()) {
            Report report = json ? new JsonReport(out, payloads()) : new TextReport(out, payloads());
            for (Path log : found.logs()) {
                dump(log, selection, report, out, ending);
            }
        }
        if (ending.failure != null) {
            throw ending.failure;
        }
        boolean sound = !verify || (ending.anomalies == 0 && found.unreadable().isEmpty());
        return sound ? ExitCode.OK : ExitCode.CORRUPT;
    }

    /** How it went with all logs. */
    private static final class Ending {
        private long anomalies;
        private @Nullable CommandException failure;

        /** The first one ends the command; those behind it are told here. */
        void fail(CommandException newFailure) {
            if (failure == null) {
                failure = newFailure;
            } else {
                Console.error(newFailure);
            }
        }
    }

    private void dump(Path log, Selection selection, Report report, Output out, Ending ending) {
        try (LogFiles files = LogFiles.open(log, LogFiles.Access.NOTHING)) {
            LogDump dump = new LogDump(files.buffers(), report, headers ? 0 : (int) Math.min(limit, Integer.MAX_VALUE));
            dump.summary(log);
            if (verify) {
                ending.anomalies += dump.verify();
            }
            String problem = dump.list(selection, !verify);
            PendingFault.raise(); // Before anything that was found is believed.
            out.flush();
            if (problem != null && !verify) {
                ending.fail(new CommandException(
                        ExitCode.CORRUPT, log + ": corrupt: " + problem + "; --verify looks at everything"));
            }
        } catch (IOException e) {
            ending.fail(Unreadable.log(log, e));
        } catch (CommandException e) {
            throw e;
        } catch (RuntimeException e) { // What was read of a file that is gone may be anything.
            if (isReadable(log) && !(e instanceof IllegalArgumentException)) {
                throw e;
            }
            ending.fail(new CommandException(ExitCode.CORRUPT, log + ": corrupt: " + e));
        } catch (InternalError e) {
            ending.fail(new CommandException(ExitCode.CORRUPT, log + ": a file became shorter while it was read"));
        }
    }

    private static boolean isReadable(Path log) {
        try (LogFiles files = LogFiles.open(log, LogFiles.Access.NOTHING)) {
            PendingFault.raise();
            return files.findTruncation() == null;
        } catch (IOException | InternalError e) {
            return false;
        }
    }

    private Selection selection() {
        if (first != null && last != null) {
            throw new CommandException(
                    ExitCode.USAGE, "-n and --tail exclude one another: the first frames, or the last");
        }
        if (from == null && to == null && first == null && last == null) {
            return verify ? Selection.NONE : new Selection(0, Selection.ALL, Selection.ALL, OptionalCount.DEFAULT);
        }
        return new Selection(
                from == null ? 0 : from,
                to == null ? Selection.ALL : to,
                first == null ? Selection.ALL : first,
                last == null ? Selection.ALL : last);
    }

    private Report.Payloads payloads() {
        if (headers) {
            return Report.Payloads.NONE;
        }
        return hex ? Report.Payloads.HEX : Report.Payloads.TEXT;
    }

    /** Lets {@code --tail} stand before the stream: what follows it belongs to it only if that is a number. */
    private static final class OptionalCount implements IParameterPreprocessor {
        static final long DEFAULT = 10;

        /** Between option and value if they are one argument. */
        private static final String ATTACHED = "=";

        private static final Pattern COUNT = Pattern.compile("[0-9]+[kKmMgG]?");

        @Override
        @SuppressWarnings("JdkObsolete") // The interface wants a Stack.
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean attached = ATTACHED.equals(info.get("separator"));
            boolean counted = !args.isEmpty() && COUNT.matcher(args.peek()).matches();
            if (attached || counted) {
                return false;
            }
            option.setValue(DEFAULT);
            return true;
        }
    }

    /** A position on the command line: decimal, or hexadecimal with 0x. */
    private static final class PositionConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            boolean hex = value.startsWith("0x") || value.startsWith("0X");
            try {
                long position = hex ? Long.parseLong(value.substring(2), 16) : Long.parseLong(value);
                if (position >= 0) {
                    return position;
                }
            } catch (NumberFormatException e) {
                // As wrong as a negative one.
            }
            throw new TypeConversionException("'" + value + "' is no position: 0 or more, decimal or 0x…");
        }
    }
}
