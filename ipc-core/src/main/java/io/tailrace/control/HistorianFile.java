/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.KernelLock.Holder;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The mapped file in which a historian reports its state to tools. The historian replaces the file when it starts, and
 * the file stays after it has ended. {@code FORMAT.md} lists its fields. Any thread may write: each figure is a
 * separate word, and the last error has a sequence that is odd while it is written.
 */
public final class HistorianFile implements AutoCloseable {
    /** The state of a historian. */
    public enum State {
        /** The file holds another value. */
        UNKNOWN(0),
        RUNNING(1),
        /** It waits for space on its disk, or drops new messages. */
        FULL(2),
        /** It has ended in good order. */
        ENDED(3),
        /** It has ended because of an error. */
        FAILED(4);

        private final long code;

        State(long code) {
            this.code = code;
        }

        static State of(long code) {
            return Arrays.stream(values())
                    .filter(state -> state.code == code)
                    .findFirst()
                    .orElse(UNKNOWN);
        }
    }

    static final int STARTED_MS_OFFSET = 24;
    static final int SYNC_MODE_OFFSET = 40;
    static final int WHEN_FULL_OFFSET = 44;
    static final int SYNC_EVERY_MS_OFFSET = 80;
    static final int MIN_FREE_BYTES_OFFSET = 88;
    static final int PATTERNS_OFFSET = 96;
    static final int HEARTBEAT_NS_OFFSET = 128;
    static final int HEARTBEAT_MS_OFFSET = 136;
    static final int STATE_OFFSET = 144;
    static final int SYNCED_MS_OFFSET = 152;
    static final int WRITTEN_BYTES_OFFSET = 160;
    static final int DROPPED_BYTES_OFFSET = 168;
    static final int FREE_BYTES_OFFSET = 176;
    static final int LAG_BYTES_OFFSET = 184;
    static final int ERROR_SEQUENCE_OFFSET = 256;
    static final int ERROR_MS_OFFSET = 264;
    static final int ERROR_LENGTH_OFFSET = 272;
    static final int ERROR_OFFSET = 280;
    static final int ERROR_LENGTH = 1024;

    /** "TRAILHST" read as a little-endian long. */
    static final long MAGIC = 0x5453484C49415254L;

    static final FileFormat FORMAT = new FileFormat(MAGIC, 1, 0, 4096);

    private static final String LOCK = "lock";
    private static final String FILE = "historian";
    private static final int MAX_LOOKS = 1000;

    private final MappedFile file;
    private final MappedBuffer buffer;

    private HistorianFile(MappedFile file) {
        this.file = file;
        this.buffer = file.buffer();
    }

    /**
     * The settings of a historian, which never change.
     *
     * @param syncMode 1: never; 2: each {@code syncEveryMs}; 3: before it acknowledges
     * @param syncEveryMs 0 with another mode
     * @param drops whether it drops new messages when its disk is full; otherwise publishers wait
     * @param minFreeBytes of its disk to leave free
     * @param patterns number of its streams and stream patterns
     */
    public record Settings(int syncMode, long syncEveryMs, boolean drops, long minFreeBytes, int patterns) {}

    /**
     * A snapshot of the file. Times are milliseconds since 1970; 0: never.
     *
     * @param isAlive whether its historian is alive, as far as can be proven
     * @param lagBytes bytes published and not written to the history yet
     * @param error the last error; empty if there was none
     */
    public record View(
            boolean isAlive,
            State state,
            Settings settings,
            long pid,
            long startedMs,
            long heartbeatMs,
            long syncedMs,
            long writtenBytes,
            long droppedBytes,
            long freeBytes,
            long lagBytes,
            long errorMs,
            String error) {}

    /** {@return the lock file of a historian in the directory of its history} */
    public static Path lockFile(Path directory) {
        return directory.resolve(LOCK);
    }

    /** Historian: creates the file, replacing an earlier one. The caller holds the lock. */
    public static HistorianFile create(Path directory, Settings settings, long nowMs) throws IOException {
        return new HistorianFile(FORMAT.create(directory.resolve(FILE), FileAccess.PRIVATE, buffer -> {
            buffer.putLong(STARTED_MS_OFFSET, nowMs);
            buffer.putLong(FileOwner.PID_OFFSET, ProcessMark.own().pid());
            FileOwner.write(buffer);
            buffer.putInt(SYNC_MODE_OFFSET, settings.syncMode());
            buffer.putInt(WHEN_FULL_OFFSET, settings.drops() ? 2 : 1);
            buffer.putLong(SYNC_EVERY_MS_OFFSET, settings.syncEveryMs());
            buffer.putLong(MIN_FREE_BYTES_OFFSET, settings.minFreeBytes());
            buffer.putLong(PATTERNS_OFFSET, settings.patterns());
            buffer.putLong(STATE_OFFSET, State.RUNNING.code);
        }));
    }

    /** Beats, and reports the work to do. */
    public void beat(long nowMs, long lagBytes, long freeBytes) {
        buffer.putLongRelease(HEARTBEAT_NS_OFFSET, System.nanoTime());
        buffer.putLongRelease(HEARTBEAT_MS_OFFSET, nowMs);
        buffer.putLongRelease(LAG_BYTES_OFFSET, lagBytes);
        buffer.putLongRelease(FREE_BYTES_OFFSET, freeBytes);
    }

    /** Reports the work done since its start. */
    public void done(long writtenBytes, long droppedBytes) {
        buffer.putLongRelease(WRITTEN_BYTES_OFFSET, writtenBytes);
        buffer.putLongRelease(DROPPED_BYTES_OFFSET, droppedBytes);
    }

    /** Reports that everything written before this time is safe from a power loss. */
    public void synced(long beforeMs) {
        buffer.putLongRelease(SYNCED_MS_OFFSET, beforeMs);
    }

    public void state(State state) {
        buffer.putLongRelease(STATE_OFFSET, state.code);
    }

    /** Reports the last failure; a text that is too long is cut. */
    public synchronized void error(long nowMs, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, ERROR_LENGTH);
        long sequence = buffer.getLong(ERROR_SEQUENCE_OFFSET);
        buffer.putLongOpaque(ERROR_SEQUENCE_OFFSET, sequence + 1);
        // Pairs with the fence in readError: a reader that has read a byte of this text sees that it is being written.
        VarHandle.releaseFence();
        buffer.putLongOpaque(ERROR_MS_OFFSET, nowMs);
        buffer.putIntOpaque(ERROR_LENGTH_OFFSET, length);
        buffer.putBytes(ERROR_OFFSET, bytes, 0, length);
        // Release, after the text: pairs with the acquire in readError.
        buffer.putLongRelease(ERROR_SEQUENCE_OFFSET, sequence + 2);
    }

    /** Called when the historian ends and is about to release the lock. */
    @Override
    public void close() {
        FileOwner.leave(buffer);
        file.close();
    }

    /**
     * Tool: reads the file, even while it is being written.
     *
     * @throws java.nio.file.NoSuchFileException if no historian has ever run there
     * @throws io.tailrace.file.FileFormatException if it is invalid
     */
    public static View read(Path directory) throws IOException {
        Path path = directory.resolve(FILE);
        try (MappedFile file = FORMAT.openReadOnly(path)) {
            Holder holder = FileOwner.judge(KernelLock.probe(lockFile(directory)), path, MAGIC, HEARTBEAT_NS_OFFSET);
            return read(file.buffer(), holder == Holder.ALIVE);
        }
    }

    private static View read(MappedBuffer buffer, boolean isAlive) {
        Settings settings = new Settings(
                buffer.getInt(SYNC_MODE_OFFSET),
                buffer.getLong(SYNC_EVERY_MS_OFFSET),
                buffer.getInt(WHEN_FULL_OFFSET) == 2,
                buffer.getLong(MIN_FREE_BYTES_OFFSET),
                (int) buffer.getLong(PATTERNS_OFFSET));
        long errorMs = buffer.getLongAcquire(ERROR_MS_OFFSET);
        return new View(
                isAlive,
                State.of(buffer.getLongAcquire(STATE_OFFSET)),
                settings,
                buffer.getLong(FileOwner.PID_OFFSET),
                buffer.getLong(STARTED_MS_OFFSET),
                buffer.getLongAcquire(HEARTBEAT_MS_OFFSET),
                buffer.getLongAcquire(SYNCED_MS_OFFSET),
                buffer.getLongAcquire(WRITTEN_BYTES_OFFSET),
                buffer.getLongAcquire(DROPPED_BYTES_OFFSET),
                buffer.getLongAcquire(FREE_BYTES_OFFSET),
                buffer.getLongAcquire(LAG_BYTES_OFFSET),
                errorMs,
                errorMs == 0 ? "" : readError(buffer));
    }

    private static String readError(MappedBuffer buffer) {
        byte[] bytes = new byte[ERROR_LENGTH];
        for (int look = 0; look < MAX_LOOKS; look++) {
            // Acquire: pairs with the release in error. The same even number before and after means that the text is
            // intact.
            long before = buffer.getLongAcquire(ERROR_SEQUENCE_OFFSET);
            int length = Math.max(0, Math.min(buffer.getIntAcquire(ERROR_LENGTH_OFFSET), ERROR_LENGTH));
            buffer.getBytes(ERROR_OFFSET, bytes, 0, length);
            VarHandle.acquireFence(); // Pairs with the fence in error.
            if (before % 2 == 0 && buffer.getLongOpaque(ERROR_SEQUENCE_OFFSET) == before) {
                return new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8);
            }
            Thread.onSpinWait();
        }
        return ""; // Its writer died while writing it.
    }
}
