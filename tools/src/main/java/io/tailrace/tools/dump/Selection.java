/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

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

    @Option(names = "-n", paramLabel = "N", description = "Limit on the frames listed; 0: only the state.")
    private @Nullable Long first;

    @Option(names = "--tail", paramLabel = "N", description = "List the last N frames, or those that take 16 MiB.")
    private @Nullable Long asked;

    @Option(names = "--grep", paramLabel = "TEXT", description = "Only messages that contain this text.")
    private @Nullable String text;

    private long last;
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
        boolean any = Stream.of(from, to, first, text).allMatch(Objects::isNull);
        last = asked != null ? asked : any ? byDefault : ALL;
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

    /** {@return how many bytes of a payload are needed to select and to show it} */
    int copyLimit() {
        return text != null ? Integer.MAX_VALUE : shown;
    }

    private boolean matches(Frame frame) {
        return switch (frame.kind) {
            case UNKNOWN, CORRUPT -> true;
            case PAD, CLAIMED -> text == null;
            case DATA -> hasText(frame);
        };
    }

    private boolean hasText(Frame frame) {
        if (text == null) {
            return true;
        }
        byte[] part = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i <= frame.payload.length - part.length; i++) {
            if (Arrays.equals(frame.payload, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }

    /** Converts a position on the command line: decimal, or hexadecimal with 0x. */
    private static final class PositionConverter extends Quantity.Converter<Long> {
        PositionConverter() {
            super(text -> {
                if (!text.matches("[0-9]{1,18}|0x[0-9a-fA-F]{1,15}")) {
                    throw new IllegalArgumentException("'" + text + "' is not a position: decimal or 0x…");
                }
                return text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
            });
        }
    }
}
