/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/**
 * A kind of file: what its {@link FileHeader} says, and how long it is. Whoever opens one finds it whole: it is made
 * under a temporary name, and its ready word is stored last.
 *
 * @param length of a new one; an old one that is shorter is truncated
 */
public record FileFormat(long magic, int major, int minor, int length) {
    /**
     * Makes a file, in the place of whatever is there, and maps it.
     *
     * @param fields writes what stands behind the header
     * @throws IOException if it cannot be made; nothing is left then
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

    /** Writes a header, then the fields, and then that all is there. */
    public void write(MappedBuffer buffer, Consumer<MappedBuffer> fields) {
        FileHeader.write(buffer, magic, major, minor);
        fields.accept(buffer);
        FileHeader.markReady(buffer);
    }

    /**
     * Maps a file for reading.
     *
     * @throws FileFormatException if it is not what it should be
     */
    public MappedFile openReadOnly(Path path) throws IOException {
        return check(MappedFile.openReadOnly(path));
    }

    /** Maps a file for reading and writing; else as {@link #openReadOnly}. */
    public MappedFile openReadWrite(Path path) throws IOException {
        return check(MappedFile.openReadWrite(path));
    }

    private MappedFile check(MappedFile file) throws IOException {
        try {
            FileHeader.check(file.buffer(), file.path(), magic, major, length);
            return file;
        } catch (IOException | RuntimeException | Error e) {
            file.close(); // Who waits for it opens it again and again.
            throw e;
        }
    }
}
