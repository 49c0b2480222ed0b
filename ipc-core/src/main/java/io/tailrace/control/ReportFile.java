/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.file.OpenFolder;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.FaultPoint;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A client's report to people, mapped: its counters, or its errors. The client makes the file in its own directory when
 * it has something to tell, and writes it alone; it goes with the directory. One thread.
 */
public final class ReportFile implements AutoCloseable {
    public static final Kind COUNTERS = new Kind("counters", CountersLayout.FORMAT, CountersLayout.SLOTS_OFFSET);
    public static final Kind ERRORS = new Kind("errors", ErrorsLayout.FORMAT, ErrorsLayout.ERRORS_OFFSET);

    /**
     * A kind of report. All begin with the same fields.
     *
     * @param offset of what is told
     */
    public record Kind(String name, FileFormat format, int offset) {
        /** {@return where a client's file is, if it has one} */
        public Path path(Path clientDirectory) {
            return clientDirectory.resolve(name);
        }

        /**
         * Client: makes the file, in place of whatever is there.
         *
         * @throws IOException if it can not be made; nothing is left then
         */
        public ReportFile create(Path clientDirectory, FileAccess access, long clientId, long pid) throws IOException {
            Path path = path(clientDirectory);
            MappedFile file = format.create(path, access, buffer -> {
                buffer.putLong(CountersLayout.CLIENT_ID_OFFSET, clientId);
                buffer.putLong(CountersLayout.PID_OFFSET, pid);
                FaultPoint.reach("report.written");
            });
            FaultPoint.reach("report.renamed");
            return new ReportFile(path, file, offset);
        }

        /**
         * Tool: maps it for reading only.
         *
         * @throws java.nio.file.NoSuchFileException if the client has nothing to tell
         * @throws FileFormatException if it is not what it should be
         */
        public ReportFile openReadOnly(Path clientDirectory, long clientId) throws IOException {
            Path path = path(clientDirectory);
            MappedFile file = format.openReadOnly(path);
            long owner = file.buffer().getLong(CountersLayout.CLIENT_ID_OFFSET);
            if (owner != clientId) {
                file.close();
                throw new FileFormatException(
                        path, "another client's: clientId=" + owner + ", directory of " + clientId);
            }
            return new ReportFile(path, file, offset);
        }

        /** Driver, tool: deletes it, finished or not, of a client that is dead. */
        void delete(OpenFolder clientDirectory) throws IOException {
            clientDirectory.delete(name);
            clientDirectory.delete(TemporaryName.of(Path.of(name)).toString());
        }
    }

    private final Path path;
    private final MappedFile file;
    private final int offset;

    private ReportFile(Path path, MappedFile file, int offset) {
        this.path = path;
        this.file = file;
        this.offset = offset;
    }

    /** {@return the client's process, for display only} */
    public long pid() {
        return file.buffer().getLong(CountersLayout.PID_OFFSET);
    }

    /** {@return the region of the counters or errors} */
    public MappedBuffer region() {
        return file.buffer().view(offset, file.length() - offset);
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
