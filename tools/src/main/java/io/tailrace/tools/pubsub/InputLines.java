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

    /** What was read and is not sent: the beginning of a line. */
    private byte[] bytes = new byte[CHUNK_LENGTH];

    private MappedBuffer buffer = MappedBuffer.of(bytes);
    private int end;
    /** How much of a line that is too long to be sent was dropped, so that the complaint can name its length. */
    private long dropped;

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
            if (end > bytes.length - CHUNK_LENGTH / 2) {
                bytes = Arrays.copyOf(bytes, Math.min(2 * bytes.length, sender.longest() + CHUNK_LENGTH));
                buffer = MappedBuffer.of(bytes);
            }
            ByteBuffer free = ByteBuffer.wrap(bytes, end, bytes.length - end);
            termination.await(() -> read(free));
            if (free.limit() == 0) {
                return (end == 0 && dropped == 0) || sendLine(0, end, sender);
            }
            if (free.position() == end) {
                termination.sleep(1_000_000); // The input was opened so that it does not block.
            } else if (!sendLines(free.position(), sender)) {
                return false;
            }
        }
        return true; // A signal ends it, and so says where the input ends.
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

    private boolean sendLines(int newEnd, Sender sender) {
        int start = 0;
        for (int i = end; i < newEnd; i++) {
            if (bytes[i] == '\n') {
                if (!sendLine(start, i, sender)) {
                    return false;
                }
                start = i + 1;
            }
        }
        end = newEnd - start;
        System.arraycopy(bytes, start, bytes, 0, end);
        if (end > sender.longest()) {
            dropped += end;
            end = 0;
        }
        if (dropped > COUNTED) {
            sender.checkLength(dropped); // A line may have no end.
        }
        return true;
    }

    private boolean sendLine(int start, int lineEnd, Sender sender) {
        sender.checkLength(dropped + lineEnd - start);
        return sender.send(buffer, start, lineEnd - start);
    }
}
