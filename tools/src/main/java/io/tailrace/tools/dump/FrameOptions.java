/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.LogLayout;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import java.util.Map;
import java.util.Objects;
import java.util.Stack;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which frames {@code dump} lists. */
final class FrameOptions {
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

    @Option(
            names = "--publisher",
            paramLabel = "SLOT",
            converter = Quantity.Count.class,
            description = "Only frames of the publisher in this slot. A frame names no more than the slot, which may "
                    + "have had other publishers before the one that is shown in it now.")
    private @Nullable Long publisher;

    @Option(names = "--grep", paramLabel = "TEXT", description = "Only messages that contain this text, in UTF-8.")
    private @Nullable String text;

    @Option(
            names = "--regex",
            paramLabel = "REGEX",
            description = "Only messages in which this expression of Java is found, such as '(?i)eur.*1[.]08'.")
    private @Nullable String regex;

    /**
     * {@return which frames were asked for}
     *
     * @param byDefault which ones are the last to be listed where nothing was asked for
     * @param shown how many bytes of each payload the report needs
     */
    Selection selection(long byDefault, int shown) {
        if (first != null && last != null) {
            throw new CommandException(
                    ExitCode.USAGE, "-n and --tail exclude one another: the first frames, or the last");
        }
        if (publisher != null && publisher >= LogLayout.MAX_PUBLISHERS) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "no such slot of a publisher: publisher=" + publisher + ", max=" + (LogLayout.MAX_PUBLISHERS - 1));
        }
        boolean any = Stream.of(from, to, first, last, publisher, text, regex).allMatch(Objects::isNull);
        return new Selection(
                from == null ? 0 : from,
                to == null ? Selection.ALL : to,
                first == null ? Selection.ALL : first,
                last == null ? (any ? byDefault : Selection.ALL) : last,
                publisher == null ? Frame.NO_OWNER : publisher.intValue(),
                text,
                regex == null ? null : compile(regex),
                shown);
    }

    private static Pattern compile(String regex) {
        try {
            return Pattern.compile(regex, Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "not a regular expression: " + e.getDescription() + " at " + e.getIndex() + ": '" + regex + "'");
        }
    }

    /** Lets {@code --tail} stand before the stream: what follows it belongs to it only if that is a number. */
    private static final class OptionalCount implements IParameterPreprocessor {
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
            option.setValue(DumpCommand.LAST_BY_DEFAULT);
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
