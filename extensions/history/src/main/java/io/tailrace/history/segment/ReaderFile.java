/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedLong;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * The file that records how far one named reader has read the logs of its stream. No purge deletes the segments that
 * the reader still needs. One process at a time has it open, and in that process one thread uses it;
 * any thread may store a position through its cell.
 */
public final class ReaderFile implements AutoCloseable {
    /** "TRAILRDR" read as a little-endian long. */
    public static final long MAGIC = 0x5244524C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 1;

    public static final int NAME_LENGTH_OFFSET = 24;
    public static final int NAME_OFFSET = 32;
    public static final int PID_OFFSET = 96;
    public static final int FLOOR_ID_OFFSET = 128;
    public static final int FLOOR_OFFSET = 136;
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
        LogLayout.checkName("reader's name", name, MAX_NAME_LENGTH);
        if (!Files.exists(path)) {
            StreamHistory.makeFolder(path.resolveSibling(".").normalize());
            FORMAT.create(
                            path,
                            access,
                            buffer -> buffer.putInt(
                                    NAME_LENGTH_OFFSET, buffer.putStringWithoutLengthUtf8(NAME_OFFSET, name)))
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
        int length = Math.max(0, Math.min(MAX_NAME_LENGTH, buffer.getInt(NAME_LENGTH_OFFSET)));
        return buffer.getStringWithoutLengthUtf8(NAME_OFFSET, length);
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
        return floor() > 0 || floorId() > 0 || logId(buffer, 0) != 0;
    }

    /** {@return the least {@link LogHistory#order} of a log that may not be done} */
    private long floor() {
        return buffer.getLong(FLOOR_OFFSET);
    }

    /** {@return the same for logs without an order: the least id} */
    private long floorId() {
        return buffer.getLong(FLOOR_ID_OFFSET);
    }

    /** {@return whether a log is done by its order; if not, {@link #position} says it} */
    public boolean hasPassed(LogHistory log) {
        return hasPassed(log, floor(), floorId());
    }

    private static boolean hasPassed(LogHistory log, long floor, long floorId) {
        return log.order() == 0 ? log.logId() < floorId : log.order() < floor;
    }

    /**
     * {@return the position up to which a log is read; {@link LogLayout#NONE} if it is done; -1 if it is not begun: it
     * is then read from its beginning, unless it {@link #hasPassed}}
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
    }

    /** {@return whether another log has no place before {@link #forget}} */
    public boolean isFull() {
        return find(0) < 0;
    }

    /**
     * Frees the places of done logs that cannot come again: the driver does not have them, and history does not either,
     * or has only done logs before them.
     *
     * @param exists whether the driver has a log
     */
    public void forget(StreamHistory history, LongPredicate exists) throws IOException {
        Set<Long> forgotten = new HashSet<>();
        for (int i = 0; i < MAX_LOGS; i++) {
            long logId = logId(buffer, i);
            if (position(buffer, i) == LogLayout.NONE && !exists.test(logId)) {
                forgotten.add(logId); // Before history is listed, because it may get more of a log that exists.
            }
        }
        long floor = 1; // A file with a floor belongs to a reader that has begun.
        boolean passed = true;
        for (LogHistory log : history.logs()) {
            boolean before = passed;
            passed &= hasPassed(log) || position(log.logId()) == LogLayout.NONE;
            floor = before ? Math.max(floor, log.order() + (passed ? 1 : 0)) : floor;
            if (!passed || log.order() == 0) {
                forgotten.remove(log.logId());
            }
        }
        // Release: pairs with the acquire in View; stored before the slots are freed, otherwise their logs would seem
        // not begun.
        buffer.putLongRelease(FLOOR_OFFSET, Math.max(floor, floor()));
        for (int i = 0; i < MAX_LOGS; i++) {
            if (forgotten.contains(logId(buffer, i))) {
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
     * @param floor all logs with a smaller order are done
     * @param floorId all logs without an order that have a smaller id are done
     * @param positions of the logs that it has begun, as {@link ReaderFile#position}
     * @param pid of the process that last opened it
     */
    public record View(String name, long floor, long floorId, Map<Long, Long> positions, long pid) {
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
                return new View(
                        ReaderFile.name(buffer),
                        floor,
                        buffer.getLong(FLOOR_ID_OFFSET),
                        positions,
                        buffer.getLong(PID_OFFSET));
            }
        }

        /** {@return how far it has read a log; -1 if it has not begun it} */
        public long position(LogHistory log) {
            return ReaderFile.hasPassed(log, floor, floorId)
                    ? LogLayout.NONE
                    : positions.getOrDefault(log.logId(), -1L);
        }
    }
}
