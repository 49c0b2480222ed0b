/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.LogLayout;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

/**
 * The frames that {@code dump} lists: those that overlap [from, to) and match the options, and of these the first or
 * the last ones. Damage and frames of an unknown type always match, so that damage is never hidden.
 */
final class Selection {
    static final long ALL = Long.MAX_VALUE;

    @Option(
            names = "--from",
            paramLabel = "POSITION",
            converter = PositionConverter.class,
            description = "First position, decimal or 0x…")
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
            description = "Limit on the frames listed; 0: only the state.")
    private @Nullable Long first;

    @Option(
            names = "--tail",
            arity = "0..1",
            paramLabel = "N",
            preprocessor = OptionalCount.class,
            converter = Quantity.Count.class,
            description = "List the last N frames. Default: 10.")
    private @Nullable Long asked;

    @Option(
            names = "--publisher",
            paramLabel = "SLOT",
            converter = Quantity.Count.class,
            description = "Only frames of the publishers that used this slot.")
    private @Nullable Long publisher;

    @Option(names = "--grep", paramLabel = "TEXT", description = "Only messages that contain this text.")
    private @Nullable String text;

    @Option(
            names = "--regex",
            paramLabel = "REGEX",
            description = "Only messages with a match of this Java expression.")
    private @Nullable String regex;

    private long last;
    private @Nullable Pattern pattern;
    private int shown;

    /**
     * Applies the options.
     *
     * @param byDefault how many of the last frames to list without an option
     * @param newShown how many bytes of each payload the report needs
     * @throws CommandException if the options contradict one another
     */
    void begin(long byDefault, int newShown) {
        if (first != null && asked != null) {
            throw new CommandException(
                    ExitCode.USAGE, "-n and --tail exclude one another: the first frames, or the last");
        }
        if (publisher != null && publisher >= LogLayout.MAX_PUBLISHERS) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "no such slot of a publisher: publisher=" + publisher + ", max=" + (LogLayout.MAX_PUBLISHERS - 1));
        }
        boolean any = Stream.of(from, to, first, publisher, text, regex).allMatch(Objects::isNull);
        last = asked != null ? asked : any ? byDefault : ALL;
        pattern = regex == null ? null : compile(regex);
        shown = newShown;
    }

    private long from() {
        return from == null ? 0 : from;
    }

    /** {@return the position from which on frames are not selected} */
    long to() {
        return to == null ? ALL : to;
    }

    /** {@return the most frames to list, counted from the first} */
    long first() {
        return first == null ? ALL : first;
    }

    /** {@return the most frames to list, counted back from the last; {@link #ALL} to begin with the first} */
    long last() {
        return last;
    }

    boolean isNothing() {
        return first() == 0 || last == 0 || from() >= to();
    }

    boolean isFromTheEnd() {
        return last != ALL;
    }

    boolean beginsInTime(Frame frame) {
        return frame.position < to();
    }

    boolean contains(Frame frame) {
        return frame.end > from() && beginsInTime(frame) && matches(frame);
    }

    /** {@return how many bytes of a payload are needed to show it} */
    int copyLimit() {
        return Math.max(searchLimit(), shown);
    }

    /** {@return how many bytes of a payload are needed to decide whether a frame matches} */
    int searchLimit() {
        return readsPayload() ? Integer.MAX_VALUE : 0;
    }

    private boolean readsPayload() {
        return text != null || regex != null;
    }

    private boolean matches(Frame frame) {
        boolean isOfPublisher = publisher == null || frame.owner == publisher;
        return switch (frame.kind) {
            case UNKNOWN, CORRUPT -> true;
            case PAD, CLAIMED -> !readsPayload() && isOfPublisher;
            case DATA -> isOfPublisher && hasText(frame) && hasRegex(frame);
        };
    }

    private boolean hasText(Frame frame) {
        if (text == null) {
            return true;
        }
        byte[] part = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i <= frame.payloadCopied - part.length; i++) {
            if (Arrays.equals(frame.payload, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasRegex(Frame frame) {
        if (pattern == null) {
            return true;
        }
        try {
            return pattern.matcher(new String(frame.payload, 0, frame.payloadCopied, StandardCharsets.UTF_8))
                    .find();
        } catch (StackOverflowError e) { // Java's regular expressions match alternatives by recursion.
            throw new CommandException(
                    ExitCode.USAGE,
                    "--regex takes too much stack for a message: position=" + frame.position + ", length="
                            + frame.payloadLength() + "; use a simpler one, or --grep");
        }
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

    /** Allows {@code --tail} before the stream: the next argument belongs to it only if it is a number. */
    private static final class OptionalCount implements IParameterPreprocessor {
        /** Separates option and value within one argument. */
        private static final String ATTACHED = "=";

        private static final Pattern COUNT = Pattern.compile("[0-9]+[kKmMgG]?");

        @Override
        @SuppressWarnings("JdkObsolete") // The interface requires a Stack.
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

    /** Converts a position on the command line: decimal, or hexadecimal with 0x. */
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
                // Reported in the same way as a negative number.
            }
            throw new TypeConversionException("'" + value + "' is not a position: 0 or more, decimal or 0x…");
        }
    }
}
