/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.agrona.DirectBuffer;

/**
 * The standard output with one large buffer: nothing is visible before {@link #flush}, or until the buffer is full. One
 * thread at a time.
 *
 * <p>Every method throws {@link ClosedPipeException} if the reader has closed the pipe, and {@link
 * UncheckedIOException} if writing fails otherwise; never an {@link IOException}, so that message handlers may write.
 */
public final class Output extends OutputStream {
    private static final int CAPACITY = 64 * 1024;
    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");

    private final OutputStream target;
    private final boolean standard;
    private final byte[] buffer = new byte[CAPACITY];
    private int length;

    /** Buffers for another stream, which gets large writes only. */
    public Output(OutputStream target) {
        this(target, false);
    }

    private Output(OutputStream target, boolean standard) {
        this.target = target;
        this.standard = standard;
    }

    /** {@return a new output for the standard output} */
    public static Output standard() {
        return new Output(new FileOutputStream(FileDescriptor.out), true);
    }

    @Override
    public void write(int value) {
        if (length == CAPACITY) {
            drain();
        }
        buffer[length++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        if (count > CAPACITY - length) {
            drain();
            if (count >= CAPACITY) {
                writeThrough(bytes, offset, count);
                return;
            }
        }
        System.arraycopy(bytes, offset, buffer, length, count);
        length += count;
    }

    /** Adds bytes as they are. */
    public Output bytes(DirectBuffer source, int offset, int count) {
        int done = 0;
        while (done < count) {
            if (length == CAPACITY) {
                drain();
            }
            int part = Math.min(count - done, CAPACITY - length);
            source.getBytes(offset + done, buffer, length, part);
            length += part;
            done += part;
        }
        return this;
    }

    /** Adds two hexadecimal digits a byte. */
    public Output hex(DirectBuffer source, int offset, int count) {
        byte[] bytes = new byte[count];
        source.getBytes(offset, bytes);
        return text(EscapedText.hex(bytes, count));
    }

    /** Adds a text in UTF-8. */
    public Output text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(bytes, 0, bytes.length);
        return this;
    }

    /** Adds a text in UTF-8, formatted as by {@link String#format}; too slow for every message. */
    public Output format(String format, Object... values) {
        return text(String.format(Locale.ROOT, format, values));
    }

    /** Ends the line. */
    public Output newLine() {
        write('\n');
        return this;
    }

    /** Writes out everything that was added. */
    @Override
    public void flush() {
        drain();
        try {
            target.flush();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Flushes; the standard output itself stays open. */
    @Override
    public void close() {
        flush();
    }

    private void drain() {
        int count = length;
        if (count > 0) {
            // Drop what could not be written, so that closing does not try it again.
            length = 0;
            writeThrough(buffer, 0, count);
        }
    }

    private void writeThrough(byte[] bytes, int offset, int count) {
        try {
            target.write(bytes, offset, count);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private RuntimeException failed(IOException e) {
        return isClosedPipe(e)
                ? new ClosedPipeException()
                : new UncheckedIOException("cannot write to the standard output: " + e.getMessage(), e);
    }

    /**
     * Java has no type for a closed pipe, and the system's error text is in the user's language. So if the text is not
     * the English one, check whether the output is a pipe: writing to a pipe fails for no other reason.
     */
    private boolean isClosedPipe(IOException e) {
        if (!standard || String.valueOf(e.getMessage()).contains("Broken pipe")) {
            return standard;
        }
        try {
            String target = Files.readSymbolicLink(DESCRIPTOR).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException notLinux) {
            return false;
        }
    }

    /**
     * The reader of the standard output has closed it, as {@code head} does: the command exits quietly, with success.
     */
    public static final class ClosedPipeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ClosedPipeException() {
            super("the reader of the output has gone", null, false, false);
        }
    }
}
