/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.META_LENGTH;
import static io.tailrace.log.LogLayout.TERM_COUNT;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileAllocation;
import io.tailrace.file.MappedFile;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Creates a log's files in bounded steps: under a temporary name, fully allocated by writing zeros (a full file system
 * is an error now, never a fault later), and only then renamed. If a step fails, nothing incomplete remains. Used by
 * one thread.
 */
public final class LogCreation implements AutoCloseable {

    private final Path directory;
    private final Path temporary;
    private final LogMeta.Constants constants;
    private final FileAccess access;
    private final Deque<Path> remaining = new ArrayDeque<>();
    private @Nullable FileAllocation current;
    private boolean complete;

    /**
     * @param directory the log's directory, which must not exist yet; its parent must
     */
    public LogCreation(Path directory, LogMeta.Constants constants, FileAccess access) throws IOException {
        this.directory = directory;
        this.temporary = TemporaryName.of(directory);
        this.constants = constants;
        this.access = access;
        remaining.add(LogFiles.metaPath(temporary));
        for (int i = 0; i < TERM_COUNT; i++) {
            remaining.add(LogFiles.termPath(temporary, i));
        }
        access.createDirectory(temporary); // Last: if there was no heap for the rest, nothing remains on disk.
    }

    /**
     * Does at most about {@code maxBytes} of the work. After a failed step, the caller may try again when there may be
     * more space, or close the creation.
     *
     * @return whether the log is complete
     */
    public boolean step(int maxBytes) throws IOException {
        int left = maxBytes;
        while (!remaining.isEmpty() && left > 0) {
            left -= write(remaining.element(), left);
        }
        if (remaining.isEmpty() && !complete) {
            FaultPoint.reach("log.written");
            Files.move(temporary, directory, StandardCopyOption.ATOMIC_MOVE);
            complete = true;
        }
        return complete;
    }

    /** Writes a piece of a file. Returns at most the length of the piece. */
    private int write(Path path, int maxBytes) throws IOException {
        boolean isMeta = path.equals(LogFiles.metaPath(temporary));
        int length = isMeta ? META_LENGTH : constants.termLength();
        if (current == null) {
            current = FileAllocation.start(path, length, access);
        }
        if (current.step(maxBytes)) {
            if (isMeta) {
                try (MappedFile file = current.map()) {
                    new LogMeta(file.buffer()).initialise(constants);
                }
            } else {
                current.finish();
            }
            current = null;
            remaining.remove();
        }
        return Math.min(length, maxBytes);
    }

    /** Deletes the files made so far, unless the log is complete. */
    @Override
    public void close() throws IOException {
        if (complete) {
            return;
        }
        if (current != null) {
            current.close();
        }
        delete(temporary);
    }

    /** Deletes a log's directory with all its files. */
    public static void delete(Path directory) throws IOException {
        Files.deleteIfExists(LogFiles.metaPath(directory));
        for (int i = 0; i < TERM_COUNT; i++) {
            Files.deleteIfExists(LogFiles.termPath(directory, i));
        }
        Files.deleteIfExists(directory);
    }
}
