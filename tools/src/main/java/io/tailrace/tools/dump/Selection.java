/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which frames are listed: those that reach into [from, to) and have what was asked for, and of these the first or the
 * last ones. What is no frame, or none of a known type, has all: damage is never hidden.
 *
 * @param first how many at most, from the first on
 * @param last how many at most, up to the last; {@link #ALL} to begin with the first
 * @param publisher slot that the header names, {@link Frame#NO_OWNER} for any
 * @param text what the message has to contain, in UTF-8; null for anything
 * @param regex what has to be found in the message as UTF-8; null for anything
 * @param shown how many bytes of each payload the report needs
 */
record Selection(
        long from,
        long to,
        long first,
        long last,
        int publisher,
        @Nullable String text,
        @Nullable Pattern regex,
        int shown) {
    static final long ALL = Long.MAX_VALUE;

    boolean isNothing() {
        return first == 0 || last == 0 || from >= to;
    }

    boolean isFromTheEnd() {
        return last != ALL;
    }

    boolean beginsInTime(Frame frame) {
        return frame.position < to;
    }

    boolean contains(Frame frame) {
        return frame.end > from && beginsInTime(frame) && matches(frame);
    }

    /** {@return how many bytes of a payload are needed to show it} */
    int copyLimit() {
        return Math.max(searchLimit(), shown);
    }

    /** {@return how many to tell whether a frame is one of these} */
    int searchLimit() {
        return readsPayload() ? Integer.MAX_VALUE : 0;
    }

    /** {@return the same, up to a position at most} */
    Selection until(long position) {
        return new Selection(from, Math.min(to, position), first, last, publisher, text, regex, shown);
    }

    private boolean readsPayload() {
        return text != null || regex != null;
    }

    private boolean matches(Frame frame) {
        boolean isOfPublisher = publisher == Frame.NO_OWNER || frame.owner == publisher;
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
        if (regex == null) {
            return true;
        }
        try {
            return regex.matcher(new String(frame.payload, 0, frame.payloadCopied, StandardCharsets.UTF_8))
                    .find();
        } catch (StackOverflowError e) { // Java matches alternatives by recursion.
            throw new CommandException(
                    ExitCode.USAGE,
                    "--regex takes too much stack for a message: position=" + frame.position + ", length="
                            + frame.payloadLength() + "; use a simpler one, or --grep");
        }
    }
}
