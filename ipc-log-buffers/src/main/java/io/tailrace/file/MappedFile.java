/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.tailrace.internal.OwnMemory;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A whole file mapped into memory. No other class maps files.
 *
 * <p>Closing releases the mapping but does not unmap it: that is done when a garbage collection finds that no view of
 * it is left. {@link Removal} frees the space of a file before. Unmapping at once would take {@code
 * Unsafe.invokeCleaner}, which needs a flag or prints a warning on newer JDKs, and with which any thread that still
 * uses a view crashes the JVM.
 *
 * <p>An interrupt neither fails nor damages any operation here; the thread keeps its interrupt status.
 *
 * <p><b>Threads:</b> one thread at a time creates, opens and closes; {@link #buffer()} may be called by any, its result
 * is used as {@link MappedBuffer} says.
 */
public final class MappedFile implements AutoCloseable {
    private final Path path;
    private final int length;
    private final Reference<ByteBuffer> mapping;
    private volatile @Nullable MappedBuffer buffer;

    private MappedFile(Path path, int length, ByteBuffer mapping) {
        this.path = path;
        this.length = length;
        this.buffer = MappedBuffer.of(new OwnMemory(mapping, length));
        this.mapping = MappingLimit.add(mapping);
    }

    /**
     * Creates a file, writes zeros over its whole length, and maps it for reading and writing. See
     * {@link FileAllocation} for doing it in steps.
     *
     * @param length in bytes, not 0
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the path
     * @throws IOException if it cannot be created, for example because the file system is full; then nothing remains
     */
    public static MappedFile create(Path path, int length, FileAccess access) throws IOException {
        try (FileAllocation allocation = FileAllocation.start(path, length, access)) {
            allocation.step(length);
            return allocation.map();
        }
    }

    /**
     * Maps an existing file for reading. Writes to its buffer throw {@link java.nio.ReadOnlyBufferException}.
     *
     * @throws FileFormatException if it is empty, is not a regular file, or is longer than {@link Integer#MAX_VALUE}
     * @throws IOException if it cannot be opened or mapped
     */
    public static MappedFile openReadOnly(Path path) throws IOException {
        return open(path, MapMode.READ_ONLY, Set.of(READ, NOFOLLOW_LINKS));
    }

    /** Maps an existing file for reading and writing; otherwise as {@link #openReadOnly}. */
    public static MappedFile openReadWrite(Path path) throws IOException {
        return open(path, MapMode.READ_WRITE, Set.of(READ, WRITE, NOFOLLOW_LINKS));
    }

    private static MappedFile open(Path path, MapMode mode, Set<OpenOption> options) throws IOException {
        requireRegularFile(path);
        return Uninterrupted.run(() -> {
            try (FileChannel channel = FileChannel.open(path, options)) {
                return mapWhole(path, channel, mode);
            }
        });
    }

    private static MappedFile mapWhole(Path path, FileChannel channel, MapMode mode) throws IOException {
        long length = channel.size();
        while (true) {
            try {
                return map(path, channel, mode, requireMappableLength(path, length));
            } catch (IOException e) {
                long current = channel.isOpen() ? channel.size() : length;
                if (current >= length) {
                    throw e;
                }
                length = current; // Its writer has shortened it meanwhile, as at the end of a segment.
            }
        }
    }

    /**
     * Called before a file is opened, because opening a pipe would wait for its other end.
     *
     * @throws FileFormatException if it is not a regular file
     */
    public static void requireRegularFile(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
        if (attributes.isSymbolicLink()) {
            throw new FileFormatException(path, "symbolic link");
        }
        if (!attributes.isRegularFile()) {
            throw new FileFormatException(path, "not a regular file");
        }
    }

    /** {@return the identity of the file that a path leads to: not that of another file which takes its place} */
    public static Object identity(Path path) throws IOException {
        return Files.getAttribute(path, "fileKey");
    }

    private static int requireMappableLength(Path path, long length) throws IOException {
        if (length == 0) {
            throw new FileFormatException(path, "truncated: length=0");
        }
        if (length > Integer.MAX_VALUE) {
            throw new FileFormatException(path, "too long: length=" + length + ", max=" + Integer.MAX_VALUE);
        }
        return (int) length;
    }

    /** Maps the file of a channel; the mapping outlives the channel. */
    static MappedFile map(Path path, FileChannel channel, MapMode mode, int length) throws IOException {
        try {
            return new MappedFile(path, length, channel.map(mode, 0, length));
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            String problem = "file not mapped: path=" + path + ", length=" + length + ", reason=" + e.getMessage();
            if (e.getCause() instanceof OutOfMemoryError) {
                throw new MappingLimitException(
                        problem + MappingLimit.ofProcess().describeRefusal(), e);
            }
            throw new IOException(problem, e);
        }
    }

    /**
     * Returns the window on the whole file, always the same one: create a {@link MappedBuffer#view} to wrap it
     * differently.
     *
     * @throws IllegalStateException if closed
     */
    public MappedBuffer buffer() {
        MappedBuffer current = buffer;
        if (current == null) {
            throw new IllegalStateException("mapped file closed: path=" + path);
        }
        return current;
    }

    /**
     * Creates a read-only window on the whole of an open file.
     *
     * @throws IllegalStateException if closed
     */
    public MappedBuffer readOnlyBuffer() {
        buffer(); // While this object is reachable, the mapping exists.
        return MappedBuffer.of(
                new OwnMemory(Objects.requireNonNull(mapping.get()).asReadOnlyBuffer(), length));
    }

    /**
     * Checks whether the file was truncated: a thread that touches the missing part gets an {@link InternalError}, at
     * once or a little later. A deleted file stays whole for processes that have it mapped.
     *
     * @param at the file's current path
     * @return the message; null if the file has its length
     */
    public @Nullable FileFormatException findTruncation(Path at) {
        try {
            long current = Files.size(at);
            return current >= length
                    ? null
                    : new FileFormatException(
                            at, "truncated while it was in use: length=" + current + ", expected=" + length);
        } catch (IOException e) {
            return null; // The file is gone, but not its mapping.
        }
    }

    public Path path() {
        return path;
    }

    public int length() {
        return length;
    }

    /** Releases the mapping; views of it that are still held stay usable. Has no effect the second time. */
    @Override
    public void close() {
        if (buffer != null) {
            buffer = null;
            MappingLimit.release(mapping);
        }
    }
}
