/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.tailrace.internal.Uninterrupted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file that is being created: zeros are written over its whole length, in steps of any size, so that a thread with
 * other duties can create a big file. After that the file can be mapped, and no access to the mapping can find the file
 * system full.
 *
 * <p>Closing it deletes the file unless it was finished or mapped. For one thread at a time.
 */
public final class FileAllocation implements AutoCloseable {
    private static final ByteBuffer ZEROES =
            ByteBuffer.allocateDirect(64 * 1024).asReadOnlyBuffer();

    private final Path path;
    private final int length;
    private FileChannel channel;
    private int written;
    /** Whether it was finished, mapped or closed. */
    private boolean over;

    private FileAllocation(Path path, int length, FileChannel channel) {
        this.path = path;
        this.length = length;
        this.channel = channel;
    }

    /**
     * Creates the file, empty, with its final group and mode.
     *
     * @param length in bytes, not 0
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the path
     * @throws IOException if the file cannot be created, or cannot get its group and mode; then nothing remains
     */
    public static FileAllocation start(Path path, int length, FileAccess access) throws IOException {
        FileAllocation allocation = new FileAllocation(path, length, create(path));
        try {
            access.applyToFile(path);
            return allocation;
        } catch (IOException | RuntimeException e) {
            try (allocation) {
                throw e;
            }
        }
    }

    private static FileChannel create(Path path) throws IOException {
        try {
            return FileChannel.open(path, Set.of(CREATE_NEW, READ, WRITE), FileAccess.PRIVATE_FILE);
        } catch (IOException e) {
            throw NoInodeException.explain(e, path);
        }
    }

    /**
     * Writes the next bytes, at most {@code maxBytes}.
     *
     * @return true when the whole file is written
     * @throws IOException if the bytes cannot be written, for example because the file system is full; try again, or
     *     close
     */
    public boolean step(int maxBytes) throws IOException {
        int end = (int) Math.min(length, (long) written + maxBytes);
        try {
            return onOpenChannel(() -> writeUpTo(end));
        } catch (IOException e) {
            throw new IOException(
                    "file not allocated: path=" + path + ", length=" + length + ", written=" + written + ", reason="
                            + e.getMessage(),
                    e);
        }
    }

    private boolean writeUpTo(int end) throws IOException {
        while (written < end) {
            ByteBuffer zeroes = ZEROES.duplicate().limit(Math.min(ZEROES.capacity(), end - written));
            written += channel.write(zeroes, written);
        }
        return written == length;
    }

    /**
     * Maps the file, of which all is written, for reading and writing. From now on, closing this object keeps the file.
     *
     * @throws IOException if it cannot be mapped
     */
    public MappedFile map() throws IOException {
        MappedFile file = onOpenChannel(() -> MappedFile.map(path, channel, MapMode.READ_WRITE, length));
        finish();
        return file;
    }

    /** Keeps the finished file unmapped, because a mapping stays until a garbage collection. */
    public void finish() throws IOException {
        channel.close();
        over = true;
    }

    /** Deletes the file unless it was finished or mapped. Has no effect the second time. */
    @Override
    public void close() throws IOException {
        if (!over) {
            over = true;
            try {
                channel.close();
            } finally {
                Files.deleteIfExists(path);
            }
        }
    }

    /** Opens the file again if an interrupt closed its channel. */
    private <T> T onOpenChannel(Uninterrupted.Operation<T> operation) throws IOException {
        return Uninterrupted.run(() -> {
            if (!channel.isOpen()) {
                channel = FileChannel.open(path, READ, WRITE, LinkOption.NOFOLLOW_LINKS);
            }
            return operation.run();
        });
    }
}
