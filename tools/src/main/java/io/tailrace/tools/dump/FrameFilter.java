/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which frames are listed, by what is in them. What is no frame, or none of a known type, passes: damage is never
 * hidden.
 *
 * @param publisher slot that the header names, {@link Frame#NO_OWNER} for any
 * @param text what the message has to contain, in UTF-8; null for anything
 * @param regex what has to be found in the message as UTF-8; null for anything
 */
record FrameFilter(
        int publisher, @Nullable String text, @Nullable Pattern regex) {
    /** Lets every frame pass. */
    static final FrameFilter ALL = new FrameFilter(Frame.NO_OWNER, null, null);

    boolean isAll() {
        return publisher == Frame.NO_OWNER && !readsPayload();
    }

    /** {@return whether it needs the whole payload of a frame} */
    boolean readsPayload() {
        return text != null || regex != null;
    }

    boolean matches(Frame frame) {
        return switch (frame.kind) {
            case UNKNOWN, CORRUPT -> true;
            case PAD, CLAIMED -> !readsPayload() && isOfPublisher(frame);
            case DATA -> isOfPublisher(frame) && hasText(frame) && hasRegex(frame);
        };
    }

    private boolean isOfPublisher(Frame frame) {
        return publisher == Frame.NO_OWNER || frame.owner == publisher;
    }

    private boolean hasText(Frame frame) {
        return text == null || contains(frame.payload, frame.payloadCopied, text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean contains(byte[] payload, int length, byte[] part) {
        for (int i = 0; i <= length - part.length; i++) {
            if (Arrays.equals(payload, i, i + part.length, part, 0, part.length)) {
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
