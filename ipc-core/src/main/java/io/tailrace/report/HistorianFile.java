/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.MappedFile;
import io.tailrace.liveness.FileOwner;
import io.tailrace.liveness.KernelLock;
import io.tailrace.liveness.KernelLock.Holder;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The mapped file in which a historian reports its state to tools. */
public final class HistorianFile extends StatusFile<HistorianFile.State> {
    /** The state of a historian, in the order of its numbers in the file. */
    public enum State {
        /** The file holds another value. */
        UNKNOWN,
        RUNNING,
        /** It waits for space on its disk, or drops new messages. */
        FULL,
        /** It has ended in good order. */
        ENDED,
        /** It has ended because of an error. */
        FAILED
    }

    static final int SYNC_MODE_OFFSET = 40;
    static final int WHEN_FULL_OFFSET = 44;
    static final int SYNC_EVERY_MS_OFFSET = 80;
    static final int MIN_FREE_BYTES_OFFSET = 88;
    static final int PATTERNS_OFFSET = 96;
    static final int SYNCED_MS_OFFSET = 152;
    static final int WRITTEN_BYTES_OFFSET = 160;
    static final int DROPPED_BYTES_OFFSET = 168;
    static final int FREE_BYTES_OFFSET = 176;
    static final int LAG_BYTES_OFFSET = 184;
    static final List<State> STATES = List.of(State.values());
    static final Text ERROR = new Text(272, 280, 1024);

    /** "TRAILHST" read as a little-endian long. */
    static final long MAGIC = 0x5453484C49415254L;

    static final FileFormat FORMAT = new FileFormat(MAGIC, 1, 0, 4096);

    private static final String LOCK = "lock";
    private static final String FILE = "historian";

    private HistorianFile(MappedFile file) {
        super(file, STATES, ERROR);
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
        return new HistorianFile(create(FORMAT, directory.resolve(FILE), FileAccess.PRIVATE, nowMs, buffer -> {
            buffer.putInt(SYNC_MODE_OFFSET, settings.syncMode());
            buffer.putInt(WHEN_FULL_OFFSET, settings.drops() ? 2 : 1);
            buffer.putLong(SYNC_EVERY_MS_OFFSET, settings.syncEveryMs());
            buffer.putLong(MIN_FREE_BYTES_OFFSET, settings.minFreeBytes());
            buffer.putLong(PATTERNS_OFFSET, settings.patterns());
            buffer.putLong(STATE_OFFSET, STATES.indexOf(State.RUNNING));
        }));
    }

    /** Beats, and reports the work to do. */
    public void beat(long nowMs, long lagBytes, long freeBytes) {
        beat(nowMs);
        figures(FREE_BYTES_OFFSET, freeBytes, lagBytes);
    }

    /** Reports the work done since its start. */
    public void done(long writtenBytes, long droppedBytes) {
        figures(WRITTEN_BYTES_OFFSET, writtenBytes, droppedBytes);
    }

    /** Reports that everything written before this time is safe from a power loss. */
    public void synced(long beforeMs) {
        buffer.putLongRelease(SYNCED_MS_OFFSET, beforeMs);
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
        Texts texts = read(buffer, ERROR);
        return new View(
                isAlive,
                state(buffer, STATES),
                settings,
                buffer.getLong(FileOwner.PID_OFFSET),
                buffer.getLong(STARTED_MS_OFFSET),
                buffer.getLongAcquire(HEARTBEAT_MS_OFFSET),
                buffer.getLongAcquire(SYNCED_MS_OFFSET),
                buffer.getLongAcquire(WRITTEN_BYTES_OFFSET),
                buffer.getLongAcquire(DROPPED_BYTES_OFFSET),
                buffer.getLongAcquire(FREE_BYTES_OFFSET),
                buffer.getLongAcquire(LAG_BYTES_OFFSET),
                texts.errorMs(),
                texts.values().get(0));
    }
}
