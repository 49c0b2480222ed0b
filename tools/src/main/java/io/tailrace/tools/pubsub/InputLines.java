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
 * Sends each line of the standard input as a message: its bytes unchanged, without the line feed, as soon as they
 * arrive. The last line needs no line feed. Reads from a channel, because an interrupt ends a channel's wait for input
 * when the command is asked to end.
 */
final class InputLines {
    private static final int CHUNK_LENGTH = 64 * 1024;
    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/0");

    private final ReadableByteChannel input;
    private final Termination termination;

    /** Bytes that were read but not sent: the beginning of a line. */
    private byte[] bytes = new byte[CHUNK_LENGTH];

    private MappedBuffer buffer = MappedBuffer.of(bytes);
    private int end;

    InputLines(ReadableByteChannel input, Termination termination) {
        this.input = input;
        this.termination = termination;
    }

    /** {@return the lines of this process's standard input} */
    static InputLines standard(Termination termination) {
        return new InputLines(
                isClosed()
                        ? Channels.newChannel(InputStream.nullInputStream())
                        : new FileInputStream(FileDescriptor.in).getChannel(),
                termination);
    }

    /**
     * A process that is started with its input closed gets descriptor 0 for the first file that it opens. That is a
     * file of the JVM, whose bytes must not be published.
     */
    private static boolean isClosed() {
        try {
            Path ownFile = Path.of(System.getProperty("java.home"), "lib", "modules");
            return Files.exists(ownFile) && Files.isSameFile(DESCRIPTOR, ownFile);
        } catch (IOException e) {
            return false; // A pipe or terminal without a file, or not Linux.
        }
    }

    /**
     * Sends all lines.
     *
     * @return false if the command was asked to end before the end of the input
     */
    boolean sendAll(Sender sender) {
        while (!termination.isRequested()) {
            if (end > bytes.length - CHUNK_LENGTH / 2) {
                bytes = Arrays.copyOf(bytes, Math.min(2 * bytes.length, sender.longest() + CHUNK_LENGTH));
                buffer = MappedBuffer.of(bytes);
            }
            ByteBuffer free = ByteBuffer.wrap(bytes, end, bytes.length - end);
            termination.await(() -> read(free));
            if (free.limit() == 0) {
                return end == 0 || sender.send(buffer, 0, end);
            }
            if (free.position() == end) {
                termination.sleep(1_000_000); // The input was opened as non-blocking.
            } else if (!sendLines(free.position(), sender)) {
                return false;
            }
        }
        return true; // The signal marks the end of the input.
    }

    /** Leaves the buffer empty at the end of the input. */
    private void read(ByteBuffer target) {
        try {
            if (input.read(target) < 0) {
                target.limit(0);
            }
        } catch (ClosedByInterruptException e) {
            // The command was asked to end.
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot read the standard input: " + e.getMessage(), e));
        }
    }

    private boolean sendLines(int newEnd, Sender sender) {
        int start = 0;
        for (int i = end; i < newEnd; i++) {
            if (bytes[i] == '\n') {
                if (!sender.send(buffer, start, i - start)) {
                    return false;
                }
                start = i + 1;
            }
        }
        end = newEnd - start;
        System.arraycopy(bytes, start, bytes, 0, end);
        sender.checkLength(end); // A line may never end.
        return true;
    }
}
