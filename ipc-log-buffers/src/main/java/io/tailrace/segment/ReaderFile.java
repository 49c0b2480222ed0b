/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedLong;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The file that records how far one named reader has read the logs of its stream. It also protects the segments that
 * the reader still needs ({@link Purge}). One process at a time has it open, and in that process one thread uses it;
 * any thread may store a position through its cell.
 *
 * <p>A reader begins logs in the order of their ids: all logs with a smaller id than a begun one are begun or done.
 */
public final class ReaderFile implements AutoCloseable {
    /** "TRAILRDR" read as a little-endian long. */
    public static final long MAGIC = 0x5244524C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 0;

    public static final int NAME_LENGTH_OFFSET = 24;
    public static final int NAME_OFFSET = 32;
    public static final int PID_OFFSET = 96;
    public static final int FLOOR_OFFSET = 128;
    public static final int LOGS_OFFSET = 256;

    public static final int LOG_LENGTH = 16;
    public static final int MAX_LOGS = 1000;
    public static final int LENGTH = 16384;

    public static final int READER_LOG_LOG_ID_OFFSET = 0;
    public static final int READER_LOG_POSITION_OFFSET = 8;

    public static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private static final int MAX_NAME_LENGTH = 64;

    private final MappedFile file;
    private final MappedBuffer buffer;

    private ReaderFile(MappedFile file) {
        this.file = file;
        this.buffer = file.buffer();
    }

    /**
     * Opens the file of a reader; creates the file and its folder if there is none.
     *
     * @throws FileFormatException if it is damaged, or belongs to another reader
     */
    public static ReaderFile open(Path path, String name, FileAccess access) throws IOException {
        byte[] bytes =
                LogLayout.checkName("reader's name", name, MAX_NAME_LENGTH).getBytes(StandardCharsets.UTF_8);
        if (!Files.exists(path)) {
            SegmentRecovery.makeFolder(path.resolveSibling(".").normalize());
            FORMAT.create(path, access, buffer -> {
                        buffer.putInt(NAME_LENGTH_OFFSET, bytes.length);
                        buffer.putBytes(NAME_OFFSET, bytes);
                    })
                    .close();
        }
        MappedFile file = FORMAT.openReadWrite(path);
        String found = name(file.buffer());
        if (!found.equals(name)) {
            file.close();
            throw new FileFormatException(path, "another reader's: name=" + found + ", expected=" + name);
        }
        file.buffer().putLong(PID_OFFSET, ProcessHandle.current().pid());
        return new ReaderFile(file);
    }

    private static String name(MappedBuffer buffer) {
        byte[] name = new byte[Math.max(0, Math.min(MAX_NAME_LENGTH, buffer.getInt(NAME_LENGTH_OFFSET)))];
        buffer.getBytes(NAME_OFFSET, name);
        return new String(name, StandardCharsets.UTF_8);
    }

    private static int slot(int index) {
        return LOGS_OFFSET + index * LOG_LENGTH;
    }

    private static long logId(MappedBuffer buffer, int index) {
        return buffer.getLongAcquire(
                slot(index) + READER_LOG_LOG_ID_OFFSET); // Acquire: pairs with the release in cell.
    }

    private static long position(MappedBuffer buffer, int index) {
        // Acquire: pairs with the release of the reader; what it has read need not be kept for it any more.
        return buffer.getLongAcquire(slot(index) + READER_LOG_POSITION_OFFSET);
    }

    /** {@return the slot of a log, or a free slot for id 0; -1 if there is none} */
    private int find(long logId) {
        for (int i = 0; i < MAX_LOGS; i++) {
            if (logId(buffer, i) == logId) {
                return i;
            }
        }
        return -1;
    }

    /** {@return whether it has begun any log} */
    public boolean hasBegun() {
        return floor() > 0 || logId(buffer, 0) != 0;
    }

    /** {@return the least id of a log that may not be done; all logs with a smaller id are done} */
    public long floor() {
        return buffer.getLong(FLOOR_OFFSET);
    }

    /**
     * {@return the position up to which a log is read; {@link LogLayout#NONE} if it is done; -1 if it is not begun: it
     * is then read from its beginning, unless its id is below the floor}
     */
    public long position(long logId) {
        int slot = find(logId);
        return slot < 0 ? -1 : position(buffer, slot);
    }

    /**
     * {@return the word for the position of a log, to be stored with release after everything before it is read} Begins
     * the log with position -1 if it is not begun.
     *
     * @throws IllegalStateException if {@value #MAX_LOGS} logs are begun
     */
    public MappedLong cell(long logId) {
        int slot = find(logId);
        if (slot < 0) {
            slot = find(0);
            if (slot < 0) {
                throw new IllegalStateException("no place for the position in another log: reader=" + name(buffer)
                        + ", logs=" + MAX_LOGS + "; read those that have ended to their end");
            }
            buffer.putLong(slot(slot) + READER_LOG_POSITION_OFFSET, -1);
            // Release: pairs with the acquire in logId; otherwise the position of another log would be read for this
            // one.
            buffer.putLongRelease(slot(slot) + READER_LOG_LOG_ID_OFFSET, logId);
        }
        return new MappedLong(buffer, slot(slot) + READER_LOG_POSITION_OFFSET);
    }

    /** Notes that a log is read to its end. */
    public void done(long logId) {
        cell(logId).setRelease(LogLayout.NONE);
        long open = LogLayout.NONE;
        long done = floor() - 1;
        for (int i = 0; i < MAX_LOGS; i++) {
            long id = logId(buffer, i);
            if (id != 0 && position(buffer, i) != LogLayout.NONE) {
                open = Math.min(open, id);
            } else {
                done = Math.max(done, id);
            }
        }
        long floor = Math.min(open, done + 1);
        // Release: pairs with the acquire in View; stored before the slots are freed, otherwise their logs would seem
        // not begun.
        buffer.putLongRelease(FLOOR_OFFSET, floor);
        for (int i = 0; i < MAX_LOGS; i++) {
            if (logId(buffer, i) < floor) {
                buffer.putLongRelease(slot(i) + READER_LOG_LOG_ID_OFFSET, 0);
            }
        }
    }

    @Override
    public void close() {
        file.close();
    }

    /**
     * The progress of a reader.
     *
     * @param floor all logs with a smaller id are done
     * @param positions of the logs that it has begun, as {@link ReaderFile#position}
     * @param pid of the process that last opened it
     */
    public record View(String name, long floor, Map<Long, Long> positions, long pid) {
        /**
         * Reads the file of a reader, concurrently with the reader.
         *
         * @throws FileFormatException if it is not such a file
         */
        public static View read(Path path) throws IOException {
            try (MappedFile file = FORMAT.openReadOnly(path)) {
                MappedBuffer buffer = file.buffer();
                Map<Long, Long> positions = new TreeMap<>();
                for (int i = 0; i < MAX_LOGS; i++) {
                    long logId = logId(buffer, i);
                    if (logId != 0) {
                        positions.put(logId, ReaderFile.position(buffer, i));
                    }
                }
                // Read after the slots, because they become free after it. Acquire: pairs with the release in done.
                long floor = buffer.getLongAcquire(FLOOR_OFFSET);
                PendingFault.raise(); // Before it is believed: of a file that was truncated meanwhile zeros are read.
                return new View(ReaderFile.name(buffer), floor, positions, buffer.getLong(PID_OFFSET));
            }
        }

        /** {@return whether it still needs a log's messages up to a position} */
        boolean pins(long logId, long end) {
            return logId >= floor && positions.getOrDefault(logId, -1L) < end;
        }
    }
}
