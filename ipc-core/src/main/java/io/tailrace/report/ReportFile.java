/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import io.tailrace.control.ClientFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A mapped report of a client for people: its counters ({@link CounterSlots}), or its errors ({@link ErrorLog}); the
 * driver's reports are in the control file. The client creates the file in its own directory when it has something to
 * report, and is its only writer; the file is deleted with the directory. Reports inform people; they decide nothing,
 * and only tools read them. {@code FORMAT.md} lists the fields. Used by one thread.
 */
public final class ReportFile implements AutoCloseable {
    static final int CLIENT_ID_OFFSET = 24;
    static final int PID_OFFSET = 32;
    /** The length of the report's region. */
    static final int REPORT_OFFSET = 128;

    /** Counters of a client. */
    public static final int SLOTS = 512;

    /** "TRAILCNT" read as a little-endian long. */
    public static final Kind COUNTERS =
            new Kind(ClientFiles.COUNTERS_NAME, 0x544E434C49415254L, REPORT_OFFSET + SLOTS * CounterSlots.SLOT_LENGTH);
    /** "TRAILERR" read as a little-endian long. */
    public static final Kind ERRORS = new Kind(ClientFiles.ERRORS_NAME, 0x5252454C49415254L, 64 * 1024);

    /** A kind of report. All kinds begin with the same fields. */
    public record Kind(String name, FileFormat format) {
        private Kind(String name, long magic, int length) {
            this(name, new FileFormat(magic, 1, 0, length));
        }

        /** {@return the path of a client's file, if it has one} */
        public Path path(Path clientDirectory) {
            return clientDirectory.resolve(name);
        }

        /**
         * Client: creates the file, replacing anything at the path.
         *
         * @throws IOException if it cannot be created; then nothing remains
         */
        public ReportFile create(Path clientDirectory, FileAccess access, long clientId, long pid) throws IOException {
            Path path = path(clientDirectory);
            MappedFile file = format.create(path, access, buffer -> {
                buffer.putLong(CLIENT_ID_OFFSET, clientId);
                buffer.putLong(PID_OFFSET, pid);
            });
            return new ReportFile(path, file);
        }

        /**
         * Tool: maps it read-only.
         *
         * @throws java.nio.file.NoSuchFileException if the client has nothing to report
         * @throws FileFormatException if it is invalid
         */
        public ReportFile openReadOnly(Path clientDirectory, long clientId) throws IOException {
            Path path = path(clientDirectory);
            MappedFile file = format.openReadOnly(path);
            long owner = file.buffer().getLong(CLIENT_ID_OFFSET);
            if (owner != clientId) {
                file.close();
                throw new FileFormatException(
                        path, "another client's: clientId=" + owner + ", directory of " + clientId);
            }
            return new ReportFile(path, file);
        }
    }

    private final Path path;
    private final MappedFile file;

    private ReportFile(Path path, MappedFile file) {
        this.path = path;
        this.file = file;
    }

    /** {@return the client's process, for display only} */
    public long pid() {
        return file.buffer().getLong(PID_OFFSET);
    }

    /** {@return the region of the counters or errors} */
    public MappedBuffer region() {
        return file.buffer().view(REPORT_OFFSET, file.length() - REPORT_OFFSET);
    }

    /** {@return a message if the file was truncated, else null} As {@link MappedFile#findTruncation}. */
    public @Nullable FileFormatException findTruncation() {
        return file.findTruncation(path);
    }

    @Override
    public void close() {
        file.close();
    }
}
