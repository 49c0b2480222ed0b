/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/**
 * A kind of file: its first 24 bytes and its length. A file is made under a temporary name, and its ready word is
 * stored last, so a process that opens a file finds it complete. A reader understands every minor version of its major
 * one.
 *
 * <pre>
 *   offset  size  field      meaning
 *   ------  ----  ---------  --------------------------------------------------
 *        0     8  magic      names the kind of file
 *        8     4  version    major in the upper 16 bits, minor in the lower
 *       12     4  byteOrder  0x01020304 in the byte order of the file
 *       16     4  ready      stored last, with release; 1 once everything else is there
 *       20     4  (padding)
 * </pre>
 *
 * @param length of a new file; an existing file that is shorter is truncated
 */
public record FileFormat(long magic, int major, int minor, int length) {
    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 8;
    private static final int BYTE_ORDER_OFFSET = 12;
    private static final int READY_OFFSET = 16;

    private static final int BYTE_ORDER_MARK = 0x01020304;

    /**
     * Creates a file, replacing anything at the path, and maps it.
     *
     * @param fields writes the fields after the header
     * @throws IOException if it cannot be created; then nothing remains
     */
    public MappedFile create(Path path, FileAccess access, Consumer<MappedBuffer> fields) throws IOException {
        Path temporary = TemporaryName.of(path);
        Files.deleteIfExists(temporary);
        MappedFile file = MappedFile.create(temporary, length, access);
        try {
            write(file.buffer(), fields);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException e) {
            file.close();
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    /** Writes a header, then the fields, and then the ready word. */
    public void write(MappedBuffer buffer, Consumer<MappedBuffer> fields) {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new UnsupportedOperationException(
                    "the file format is little-endian: byteOrder=" + ByteOrder.nativeOrder());
        }
        buffer.putLong(MAGIC_OFFSET, magic);
        buffer.putInt(VERSION_OFFSET, (major << 16) | minor);
        buffer.putInt(BYTE_ORDER_OFFSET, BYTE_ORDER_MARK);
        fields.accept(buffer);
        // Release: pairs with the acquire in check; a process that sees the ready word sees the whole file.
        buffer.putIntRelease(READY_OFFSET, 1);
    }

    /**
     * Maps a file for reading.
     *
     * @throws FileFormatException if its header or its length is wrong
     */
    public MappedFile openReadOnly(Path path) throws IOException {
        return checked(MappedFile.openReadOnly(path));
    }

    /** Maps a file for reading and writing; otherwise as {@link #openReadOnly}. */
    public MappedFile openReadWrite(Path path) throws IOException {
        return checked(MappedFile.openReadWrite(path));
    }

    private MappedFile checked(MappedFile file) throws IOException {
        try {
            check(file.buffer(), file.path());
            return file;
        } catch (IOException | RuntimeException | Error e) {
            file.close(); // A process that waits for the file opens it repeatedly.
            throw e;
        }
    }

    /**
     * Checks that a file is of this kind, of a supported version, and complete.
     *
     * @param buffer the file, or its beginning
     * @throws FileFormatException naming the mismatch, with both values
     */
    public void check(MappedBuffer buffer, Path path) throws FileFormatException {
        if (buffer.capacity() < length) {
            throw new FileFormatException(
                    path, "truncated: length=" + buffer.capacity() + ", expected at least " + length);
        }
        // Acquire: pairs with the release in write.
        boolean ready = buffer.getInt(READY_OFFSET) == 1;
        VarHandle.acquireFence(); // A buffer on the heap has no acquiring read.
        if (buffer.getLong(MAGIC_OFFSET) != magic) {
            throw new FileFormatException(
                    path,
                    "not a file of this kind: magic=0x" + Long.toHexString(buffer.getLong(MAGIC_OFFSET))
                            + ", expected=0x" + Long.toHexString(magic));
        }
        if (buffer.getInt(BYTE_ORDER_OFFSET) != BYTE_ORDER_MARK) {
            throw new FileFormatException(path, "written in another byte order");
        }
        int version = buffer.getInt(VERSION_OFFSET);
        if (version >>> 16 != major) {
            throw new FileFormatException(
                    path,
                    "another layout version: file=" + (version >>> 16) + "." + (version & 0xFFFF) + ", supported="
                            + major + ".x");
        }
        if (!ready) {
            throw new FileFormatException(path, "incomplete: its maker stopped before it was ready");
        }
    }
}
