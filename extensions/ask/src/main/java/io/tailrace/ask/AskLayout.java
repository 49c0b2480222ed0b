/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.log.LogLayout;
import java.nio.charset.StandardCharsets;
import org.agrona.MutableDirectBuffer;

/**
 * The headers of a request and of an answer ({@code FORMAT.md}), and the stream that carries answers. Numbers are in
 * the byte order of the machine, as in the log.
 *
 * <p>Both ends know each other's ids without a message. A requester has one exclusive log for its requests, and a
 * responder has one for its answers to each requester. The id of that log identifies its end.
 */
final class AskLayout {
    static final int CORRELATION_OFFSET = 0;
    static final int RESPONDER_OFFSET = 8;
    static final int STATUS_OFFSET = 8;
    static final int RESERVED_OFFSET = 12;
    static final int HEADER_LENGTH = 16;
    /** The absence of a responder; no log has this id. */
    static final long ALL = 0;

    private AskLayout() {}

    /**
     * {@return the stream that carries the answers to one requester}
     *
     * @throws IllegalArgumentException if its name would be too long
     */
    static String answers(String stream, long requesterId) {
        String suffix = "/answers/" + requesterId;
        int longest = LogLayout.MAX_STREAM_LENGTH - suffix.length();
        int length = stream.getBytes(StandardCharsets.UTF_8).length;
        if (length > longest) {
            throw new IllegalArgumentException("stream name too long to ask on: length=" + length + ", max=" + longest
                    + ", because its answers go through a stream of that name and \"" + suffix + '"');
        }
        return stream + suffix;
    }

    static void putAnswer(MutableDirectBuffer message, long correlation, AnswerStatus status) {
        message.putLong(CORRELATION_OFFSET, correlation);
        message.putInt(STATUS_OFFSET, status.code());
        message.putInt(RESERVED_OFFSET, 0);
    }

    /** @throws IllegalArgumentException if the message is neither a request nor an answer */
    static void checkLength(int length, String stream) {
        if (length < HEADER_LENGTH) {
            throw new IllegalArgumentException("neither request nor answer: stream=" + stream + ", length=" + length
                    + ", min=" + HEADER_LENGTH + "; another program publishes to it: use another stream there");
        }
    }
}
