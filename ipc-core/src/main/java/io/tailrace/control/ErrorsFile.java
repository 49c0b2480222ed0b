/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static io.tailrace.control.ErrorsLayout.CLIENT_ID_OFFSET;
import static io.tailrace.control.ErrorsLayout.ERRORS_LENGTH;
import static io.tailrace.control.ErrorsLayout.ERRORS_OFFSET;
import static io.tailrace.control.ErrorsLayout.LENGTH;
import static io.tailrace.control.ErrorsLayout.MAGIC;
import static io.tailrace.control.ErrorsLayout.PID_OFFSET;
import static io.tailrace.control.ErrorsLayout.VERSION_MAJOR;
import static io.tailrace.control.ErrorsLayout.VERSION_MINOR;

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
import org.jspecify.annotations.Nullable;

/**
 * A client's errors, mapped. The client makes the file under a temporary name in its own directory when the first thing
 * goes wrong, and writes it alone; it goes with the directory. One thread.
 */
public final class ErrorsFile implements AutoCloseable {
    private static final String NAME = "errors";

    private final Path path;
    private final MappedFile file;

    private ErrorsFile(Path path, MappedFile file) {
        this.path = path;
        this.file = file;
    }

    /** {@return where a client's file is, if it has one} */
    public static Path path(Path clientDirectory) {
        return clientDirectory.resolve(NAME);
    }

    /** Client: makes the file, in place of whatever is there; where that fails nothing is left. */
    static ErrorsFile create(Path clientDirectory, FileAccess access, long clientId, long pid) throws IOException {
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
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new ErrorsFile(path, file);
        } catch (IOException e) {
            file.close();
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    /**
     * Tool: maps it for reading only.
     *
     * @throws java.nio.file.NoSuchFileException if nothing went wrong in that client
     * @throws FileFormatException if it is not what it should be
     */
    public static ErrorsFile openReadOnly(Path clientDirectory) throws IOException {
        Path path = path(clientDirectory);
        MappedFile file = MappedFile.openReadOnly(path);
        try {
            FileHeader.check(file.buffer(), path, MAGIC, VERSION_MAJOR, LENGTH);
            return new ErrorsFile(path, file);
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

    /** {@return the region of the errors} */
    public MappedBuffer errors() {
        return file.buffer().view(ERRORS_OFFSET, ERRORS_LENGTH);
    }

    /** {@return what to say if somebody has truncated the file, else null} As {@link MappedFile#findTruncation}. */
    public @Nullable FileFormatException findTruncation() {
        return file.findTruncation(path);
    }

    @Override
    public void close() {
        file.close();
    }
}
