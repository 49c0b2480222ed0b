/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.Termination;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Each line of the standard input as a message: the bytes as they are, without the line feed, as soon as they come. The
 * last line needs none. A channel is read, because an interrupt ends its wait for input when the command is to end.
 */
final class InputLines {
    private static final int CHUNK_LENGTH = 64 * 1024;
    private static final long COUNTED = 1L << 30;
    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/0");

    private final ReadableByteChannel input;
    private final Termination termination;
    private final byte[] chunk = new byte[CHUNK_LENGTH];
    private final MappedBuffer chunkBuffer = MappedBuffer.of(chunk);

    /** The part of a line that earlier chunks had. */
    private byte[] partial = new byte[0];

    private MappedBuffer partialBuffer = MappedBuffer.of(partial);
    private int partialLength;
    /** The length of the line that is being read where it is too long to be sent. */
    private long tooLong;

    InputLines(ReadableByteChannel input, Termination termination) {
        this.input = input;
        this.termination = termination;
    }

    /** {@return those of this process} */
    static InputLines standard(Termination termination) {
        return new InputLines(
                isClosed()
                        ? Channels.newChannel(InputStream.nullInputStream())
                        : new FileInputStream(FileDescriptor.in).getChannel(),
                termination);
    }

    /**
     * A process that is started with its input closed gets descriptor 0 for the first file that it opens, and that is a
     * file of the JVM: its bytes are not for publishing.
     */
    private static boolean isClosed() {
        try {
            Path ownFile = Path.of(System.getProperty("java.home"), "lib", "modules");
            return Files.exists(ownFile) && Files.isSameFile(DESCRIPTOR, ownFile);
        } catch (IOException e) {
            return false; // A pipe or a terminal that has no file, or not Linux.
        }
    }

    /**
     * Sends all of them.
     *
     * @return false if the command was asked to end before that
     */
    boolean sendAll(Sender sender) {
        while (!termination.isRequested()) {
            ByteBuffer read = ByteBuffer.wrap(chunk);
            termination.await(() -> read(read));
            if (read.limit() == 0) {
                return (partialLength == 0 && tooLong == 0) || sendPartial(sender);
            }
            if (!sendLines(read.position(), sender)) {
                return false;
            }
            if (read.position() == 0) {
                termination.sleep(1_000_000); // Whoever opened the input has set it not to block.
            }
        }
        return true; // Whoever ends it has decided where the input ends.
    }

    /** Leaves no room at the end of the input. */
    private void read(ByteBuffer target) {
        try {
            if (input.read(target) < 0) {
                target.limit(0);
            }
        } catch (ClosedByInterruptException e) {
            // The command is asked to end.
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot read the standard input: " + e.getMessage(), e));
        }
    }

    private boolean sendLines(int length, Sender sender) {
        int start = 0;
        for (int i = 0; i < length; i++) {
            if (chunk[i] == '\n') {
                if (!sendLine(start, i, sender)) {
                    return false;
                }
                start = i + 1;
            }
        }
        append(start, length, sender);
        return true;
    }

    private boolean sendLine(int start, int end, Sender sender) {
        if (partialLength == 0 && tooLong == 0) {
            return sender.send(chunkBuffer, start, end - start);
        }
        append(start, end, sender);
        return sendPartial(sender);
    }

    private boolean sendPartial(Sender sender) {
        sender.checkLength(tooLong);
        int length = partialLength;
        partialLength = 0;
        return sender.send(partialBuffer, 0, length);
    }

    private void append(int start, int end, Sender sender) {
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
            int capacity = Math.max(CHUNK_LENGTH, Math.max(2 * partial.length, partialLength + length));
            partial = Arrays.copyOf(partial, Math.min(capacity, longest));
            partialBuffer = MappedBuffer.of(partial);
        }
        System.arraycopy(chunk, start, partial, partialLength, length);
        partialLength += length;
    }
}
