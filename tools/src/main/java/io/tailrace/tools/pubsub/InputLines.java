/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.memory.MappedBuffer;
import java.util.Arrays;

/**
 * Each line of the standard input as a message: the bytes as they are, without the line feed. The last line needs none.
 */
final class InputLines implements MessageSource {
    private static final int FIRST_CAPACITY = 64 * 1024;
    private static final long COUNTED = 1L << 30;

    private final StandardInput input;

    /** The part of a line that earlier chunks had. */
    private byte[] partial = new byte[0];

    private MappedBuffer partialBuffer = MappedBuffer.of(partial);
    private int partialLength;
    /** The length of the line that is being read where it is too long to be sent. */
    private long tooLong;

    InputLines(StandardInput input) {
        this.input = input;
    }

    @Override
    public boolean sendAll(Sender sender) {
        while (!sender.isAskedToEnd()) {
            StandardInput.Chunk chunk = input.poll();
            if (chunk == null) {
                continue;
            }
            if (chunk.isEnd()) {
                return (partialLength == 0 && tooLong == 0) || sendPartial(sender);
            }
            if (!sendLines(chunk, sender)) {
                return false;
            }
        }
        return true; // Whoever ends it has decided where the input ends.
    }

    private boolean sendLines(StandardInput.Chunk chunk, Sender sender) {
        int start = 0;
        for (int i = 0; i < chunk.length; i++) {
            if (chunk.bytes[i] == '\n') {
                if (!sendLine(chunk, start, i, sender)) {
                    return false;
                }
                start = i + 1;
            }
        }
        append(chunk, start, chunk.length, sender);
        return true;
    }

    private boolean sendLine(StandardInput.Chunk chunk, int start, int end, Sender sender) {
        if (partialLength == 0 && tooLong == 0) {
            return sender.send(chunk.buffer, start, end - start);
        }
        append(chunk, start, end, sender);
        return sendPartial(sender);
    }

    private boolean sendPartial(Sender sender) {
        sender.checkLength(tooLong);
        int length = partialLength;
        partialLength = 0;
        return sender.send(partialBuffer, 0, length);
    }

    private void append(StandardInput.Chunk chunk, int start, int end, Sender sender) {
        int length = end - start;
        int longest = sender.longest();
        if (tooLong > 0 || length > longest - partialLength) {
            // Only counted, so that the complaint can name its length; but a line may have no end.
            tooLong += partialLength + length;
            partialLength = 0;
            if (tooLong > COUNTED) {
                sender.checkLength(tooLong);
            }
            return;
        }
        if (length > partial.length - partialLength) {
            int capacity = Math.max(FIRST_CAPACITY, Math.max(2 * partial.length, partialLength + length));
            partial = Arrays.copyOf(partial, Math.min(capacity, longest));
            partialBuffer = MappedBuffer.of(partial);
        }
        System.arraycopy(chunk.bytes, start, partial, partialLength, length);
        partialLength += length;
    }
}
