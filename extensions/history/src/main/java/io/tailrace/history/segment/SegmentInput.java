/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import io.tailrace.file.MappedFile;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.memory.MappedBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads segments by system calls, one segment at a time, and not through a mapping: a mapping keeps the space of a
 * purged segment until a garbage collection, and HotSpot delivers the fault of a truncated one late, perhaps when
 * another segment is read. Has a window of memory with the bytes that were read last. Used by one thread.
 */
final class SegmentInput implements AutoCloseable {
    /** For reading whole segments. */
    private static final int LONG_WINDOW = 64 * 1024;
    /** For looking at a few bytes. */
    private static final int SHORT_WINDOW = 8 * 1024;

    private static final int TABLE_LENGTH = 4096;

    /** A part of a segment cannot be read any more. */
    static final class MissingException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Whether the segment was purged; else it is damaged. */
        private final boolean purged;

        private MissingException(Path path, IOException cause) {
            super(path + ": " + cause, cause);
            // A purged segment has lost its name before it is truncated.
            this.purged = !Files.exists(path, NOFOLLOW_LINKS);
        }

        boolean isPurged() {
            return purged;
        }
    }

    private final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final boolean isLong;
    private MappedBuffer window = MappedBuffer.allocate(0);
    private ByteBuffer bytes = window.byteBuffer();
    /** The part of the file that the window has. */
    private long begin;

    private long end;
    /** A part of the table of a sealed segment, to save system calls; and where it begins. */
    private final ByteBuffer table = ByteBuffer.allocate(TABLE_LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    private int tableBegin = Integer.MAX_VALUE;
    private @Nullable Path path;
    private @Nullable FileChannel channel;

    /** @param isLong whether it is used for long, and reads much; else its memory is on the heap */
    SegmentInput(boolean isLong) {
        this.isLong = isLong;
    }

    /** Opens a file, and returns its length. */
    long open(Path segment) throws IOException {
        close();
        MappedFile.requireRegularFile(segment);
        if (window.capacity() == 0) {
            allocate(isLong ? LONG_WINDOW : SHORT_WINDOW);
        }
        path = segment;
        return Uninterrupted.run(() -> channel(segment).size());
    }

    private void allocate(int capacity) {
        window = MappedBuffer.allocate(isLong ? capacity : 0);
        if (!isLong) {
            window.wrap(new byte[capacity]);
        }
        bytes = window.byteBuffer();
    }

    /** {@return the channel; an interrupt has closed the previous one} */
    private FileChannel channel(Path from) throws IOException {
        FileChannel current = channel;
        if (current == null || !current.isOpen()) {
            current = FileChannel.open(from, READ, NOFOLLOW_LINKS);
            channel = current;
        }
        return current;
    }

    /**
     * {@return the word at an offset, as its writer has stored it} A copy of the kernel may tear a word that is stored
     * meanwhile, so it counts once two copies are the same. Later reads return data as new as the word, or newer.
     */
    long wordAcquire(long at) {
        long value = word(at);
        for (long again = word(at); again != value; again = word(at)) {
            value = again;
        }
        VarHandle.acquireFence();
        return value;
    }

    /** {@return the word at an offset, which does not change any more} */
    long word(long at) {
        read(word.clear(), at);
        return word.getLong(0);
    }

    /**
     * {@return a word of an entry of a table that does not change any more}
     *
     * @param last the end of the table
     */
    long finalWord(int at, int field, int last) {
        if (at < tableBegin || at - tableBegin >= table.limit()) {
            tableBegin = Integer.MAX_VALUE; // If this fails, it has nothing.
            read(table.clear().limit(Math.min(TABLE_LENGTH, last - at)), at);
            tableBegin = at;
        }
        return table.getLong(at - tableBegin + field);
    }

    /**
     * Reads bytes that may have changed since they were read before, at most as many as the window has room for.
     *
     * @return these bytes, at the beginning of the window
     */
    ByteBuffer read(long at, int length) {
        begin = at;
        end = at; // If this fails, the window has nothing.
        read(bytes.clear().limit(length), at);
        end = at + length;
        return bytes.flip();
    }

    /**
     * {@return the index in the window of bytes that do not change any more} Reads them if the window does not have
     * them, and as many more as it has room for.
     *
     * @param last the offset up to which the bytes do not change
     */
    int load(long at, int length, long last) {
        if (at < begin || at + length > end) {
            if (length > window.capacity()) {
                allocate(Math.max(LONG_WINDOW, (int) Math.min(Integer.MAX_VALUE, 2L * length) & -LONG_WINDOW));
            }
            read(at, (int) Math.min(window.capacity(), last - at));
        }
        return (int) (at - begin);
    }

    /** Fills a buffer, which begins at its index 0. */
    void read(ByteBuffer to, long at) {
        Path from = Objects.requireNonNull(path, "no segment is open");
        try {
            Uninterrupted.run(() -> {
                FileChannel current = channel(from);
                while (to.hasRemaining()) {
                    if (current.read(to, at + to.position()) < 0) {
                        throw new EOFException("truncated while it was read");
                    }
                }
                return to;
            });
        } catch (IOException e) {
            if (e instanceof FileSystemException && !(e instanceof NoSuchFileException)) {
                throw new UncheckedIOException(e); // It could not be opened again.
            }
            throw new MissingException(from, e);
        }
    }

    /** {@return the memory that has the bytes that were loaded last} */
    MappedBuffer window() {
        return window;
    }

    int capacity() {
        return window.capacity();
    }

    /** {@return the offset up to which the window has bytes} */
    long end() {
        return end;
    }

    /** Releases the file. The input may be used again. */
    @Override
    public void close() {
        FileChannel current = channel;
        begin = 0;
        end = 0;
        tableBegin = Integer.MAX_VALUE;
        path = null;
        channel = null;
        if (current != null) {
            try {
                current.close();
            } catch (IOException e) {
                // Nothing was written.
            }
        }
    }
}
