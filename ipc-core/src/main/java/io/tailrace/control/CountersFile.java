/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static io.tailrace.control.CountersLayout.CLIENT_ID_OFFSET;
import static io.tailrace.control.CountersLayout.LENGTH;
import static io.tailrace.control.CountersLayout.MAGIC;
import static io.tailrace.control.CountersLayout.PID_OFFSET;
import static io.tailrace.control.CountersLayout.SLOTS;
import static io.tailrace.control.CountersLayout.SLOTS_OFFSET;
import static io.tailrace.control.CountersLayout.SLOT_LENGTH;
import static io.tailrace.control.CountersLayout.VERSION_MAJOR;
import static io.tailrace.control.CountersLayout.VERSION_MINOR;

import io.tailrace.memory.FaultPoint;
import io.tailrace.memory.FileAccess;
import io.tailrace.memory.FileFormatException;
import io.tailrace.memory.FileHeader;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedFile;
import io.tailrace.memory.OpenFolder;
import io.tailrace.memory.TemporaryName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A client's counters, mapped. The client makes the file under a temporary name in its own directory when it has
 * something to count, and writes it alone; it goes with the directory. One thread.
 */
public final class CountersFile implements AutoCloseable {
    private static final String NAME = "counters";

    private final MappedFile file;

    private CountersFile(MappedFile file) {
        this.file = file;
    }

    /** {@return where a client's file is, if it has one} */
    public static Path path(Path clientDirectory) {
        return clientDirectory.resolve(NAME);
    }

    /**
     * Client: makes the file, in place of whatever is there.
     *
     * @throws IOException if it can not be made; nothing is left then
     */
    public static CountersFile create(Path clientDirectory, FileAccess access, long clientId, long pid)
            throws IOException {
        Path path = path(clientDirectory);
        Path temporary = TemporaryName.of(path);
        Files.deleteIfExists(temporary);
        MappedFile file = MappedFile.create(temporary, LENGTH, access);
        try {
            MappedBuffer buffer = file.buffer();
            FileHeader.write(buffer, MAGIC, VERSION_MAJOR, VERSION_MINOR);
            buffer.putLong(CLIENT_ID_OFFSET, clientId);
            buffer.putLong(PID_OFFSET, pid);
            FileHeader.markReady(buffer);
            FaultPoint.reach("counters.written");
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            FaultPoint.reach("counters.renamed");
            return new CountersFile(file);
        } catch (IOException e) {
            file.close();
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    /**
     * Tool: maps it for reading only.
     *
     * @throws java.nio.file.NoSuchFileException if the client counts nothing
     * @throws FileFormatException if it is not what it should be
     */
    public static CountersFile openReadOnly(Path clientDirectory, long clientId) throws IOException {
        Path path = path(clientDirectory);
        MappedFile file = MappedFile.openReadOnly(path);
        try {
            FileHeader.check(file.buffer(), path, MAGIC, VERSION_MAJOR, LENGTH);
            long owner = file.buffer().getLong(CLIENT_ID_OFFSET);
            if (owner != clientId) {
                throw new FileFormatException(
                        path, "another client's: clientId=" + owner + ", directory of " + clientId);
            }
            return new CountersFile(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Driver, tool: deletes it, finished or not, of a client that is dead. */
    static void delete(OpenFolder clientDirectory) throws IOException {
        clientDirectory.delete(NAME);
        clientDirectory.delete(TemporaryName.of(Path.of(NAME)).toString());
    }

    /** {@return the client's process, for display only} */
    public long pid() {
        return file.buffer().getLong(PID_OFFSET);
    }

    /** {@return the region of the counters} */
    public MappedBuffer slots() {
        return file.buffer().view(SLOTS_OFFSET, SLOTS * SLOT_LENGTH);
    }

    @Override
    public void close() {
        file.close();
    }
}
