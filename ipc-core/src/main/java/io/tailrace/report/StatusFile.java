/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.MappedFile;
import io.tailrace.liveness.FileOwner;
import io.tailrace.liveness.ProgramName;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A mapped file in which a program reports its state to tools: what a {@link HistorianFile} and a {@link LinkFile} have
 * in common. The program replaces the file when it starts, and the file stays after the program has ended. {@code
 * FORMAT.md} lists the fields. Any thread may write: each figure is a separate word, and the variable texts have a
 * sequence that is odd while one of them is written.
 *
 * @param <S> its states, by their numbers in the file; the first one stands for all other numbers
 */
public abstract class StatusFile<S> implements AutoCloseable {
    static final int STARTED_MS_OFFSET = 24;
    static final int HEARTBEAT_NS_OFFSET = 128;
    static final int HEARTBEAT_MS_OFFSET = 136;
    static final int STATE_OFFSET = 144;
    static final int TEXT_SEQUENCE_OFFSET = 256;
    static final int ERROR_MS_OFFSET = 264;

    private static final int MAX_LOOKS = 1000;

    final MappedBuffer buffer;
    private final MappedFile file;
    private final List<S> states;
    private final Text error;

    /** @param error the text of the last error */
    StatusFile(MappedFile file, List<S> states, Text error) {
        this.file = file;
        this.buffer = file.buffer();
        this.states = states;
        this.error = error;
    }

    /** A text of the file, in UTF-8. It is cut to the maximum length, and has no control characters. */
    record Text(int lengthOffset, int offset, int length) {
        void write(MappedBuffer buffer, String text) {
            byte[] bytes = ProgramName.cut(text, length).getBytes(StandardCharsets.UTF_8);
            buffer.putIntOpaque(lengthOffset, bytes.length);
            buffer.putBytes(offset, bytes);
        }

        /** A hostile program may have written any bytes. */
        String read(MappedBuffer buffer) {
            byte[] bytes = new byte[Math.max(0, Math.min(buffer.getIntOpaque(lengthOffset), length))];
            buffer.getBytes(offset, bytes, 0, bytes.length);
            return ProgramName.cut(new String(bytes, StandardCharsets.UTF_8), length);
        }
    }

    /** The variable texts as they were at one time, and when the last error was reported; 0: never. */
    record Texts(long errorMs, List<String> values) {}

    /** Creates a file of this process, replacing an earlier one. */
    static MappedFile create(FileFormat format, Path path, FileAccess access, long nowMs, Consumer<MappedBuffer> fields)
            throws IOException {
        return format.create(path, access, buffer -> {
            buffer.putLong(STARTED_MS_OFFSET, nowMs);
            buffer.putLong(FileOwner.PID_OFFSET, ProcessHandle.current().pid());
            FileOwner.write(buffer);
            fields.accept(buffer);
        });
    }

    final void beat(long nowMs) {
        buffer.putLongRelease(HEARTBEAT_NS_OFFSET, System.nanoTime());
        buffer.putLongRelease(HEARTBEAT_MS_OFFSET, nowMs);
    }

    /** Stores figures in words that follow each other. */
    final void figures(int firstOffset, long... figures) {
        for (int i = 0; i < figures.length; i++) {
            buffer.putLongRelease(firstOffset + i * Long.BYTES, figures[i]);
        }
    }

    public void state(S state) {
        buffer.putLongRelease(STATE_OFFSET, states.indexOf(state));
    }

    static <S> S state(MappedBuffer buffer, List<S> states) {
        long code = buffer.getLongAcquire(STATE_OFFSET);
        return states.get(code > 0 && code < states.size() ? (int) code : 0);
    }

    /** Reports the last failure, cut to 1,024 bytes. */
    public final void error(long nowMs, String text) {
        write(() -> {
            buffer.putLongOpaque(ERROR_MS_OFFSET, nowMs);
            error.write(buffer, text);
        });
    }

    /** Writes variable texts. */
    final synchronized void write(Runnable texts) {
        long sequence = buffer.getLong(TEXT_SEQUENCE_OFFSET);
        buffer.putLongOpaque(TEXT_SEQUENCE_OFFSET, sequence + 1);
        // Pairs with the fence in read: a reader that has read a byte of this sees that it is being written.
        VarHandle.releaseFence();
        texts.run();
        // Release, after the text: pairs with the acquire in read.
        buffer.putLongRelease(TEXT_SEQUENCE_OFFSET, sequence + 2);
    }

    static Texts read(MappedBuffer buffer, Text... texts) {
        for (int look = 0; look < MAX_LOOKS; look++) {
            // Acquire: pairs with the release in write. The same even number before and after means that the texts are
            // intact.
            long before = buffer.getLongAcquire(TEXT_SEQUENCE_OFFSET);
            Texts read = new Texts(
                    buffer.getLongOpaque(ERROR_MS_OFFSET),
                    Stream.of(texts).map(text -> text.read(buffer)).toList());
            VarHandle.acquireFence(); // Pairs with the fence in write.
            if (before % 2 == 0 && buffer.getLongOpaque(TEXT_SEQUENCE_OFFSET) == before) {
                return read;
            }
            Thread.onSpinWait();
        }
        return new Texts(0, Collections.nCopies(texts.length, "")); // Its writer died while writing them.
    }

    /** Called when the program ends and its state is stored, before it releases its lock. The file stays. */
    @Override
    public final void close() {
        FileOwner.leave(buffer);
        file.close();
    }
}
