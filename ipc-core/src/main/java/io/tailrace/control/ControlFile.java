/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.FaultPoint;
import io.tailrace.liveness.FileOwner;
import io.tailrace.liveness.FileOwner.EndNote;
import io.tailrace.liveness.Heartbeat;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.DriverSleeper;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The mapped control file, in which the media driver publishes its state to all processes. {@code FORMAT.md} lists its
 * fields, their writers and readers. Any thread, except for the regions, which have the rules of their contents.
 */
public final class ControlFile implements AutoCloseable {
    /** "TRAILCTL" read as a little-endian long. */
    public static final long MAGIC = 0x4C54434C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 11;

    public static final int INCARNATION_OFFSET = 24;

    public static final int TERM_LENGTH_OFFSET = 40;
    /** 1 once the driver wakes sleepers for processes that cannot; see {@link io.tailrace.sleep.WakeRelay}. */
    public static final int RELAYS_OFFSET = 44;

    public static final int NEXT_ID_OFFSET = 128;
    public static final int DOORBELL_OFFSET = 256;
    /** System.nanoTime of its last cycle; 0 before the first. */
    public static final int HEARTBEAT_NS_OFFSET = 384;

    public static final int COUNTERS_OFFSET = 512;

    public static final int COUNTERS_LENGTH = 3584;

    public static final int EVENTS_OFFSET = 4096;
    /** Half a mebibyte, and Agrona's trailer. */
    public static final int EVENTS_LENGTH = 512 * 1024 + 128;

    public static final int ERROR_LOG_OFFSET = 528512;
    public static final int ERROR_LOG_LENGTH = 128 * 1024;

    /** See {@link DriverSleeper}. */
    public static final int SLEEPER_OFFSET = 659584;

    public static final int LENGTH = SLEEPER_OFFSET + DriverSleeper.LENGTH;

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private final Path path;
    private final MappedFile file;
    private final MappedBuffer buffer;
    private final @Nullable EndNote endNote;

    private ControlFile(Path path, MappedFile file, boolean owned) {
        this.path = path;
        this.file = file;
        this.buffer = file.buffer();
        this.endNote = owned ? new EndNote(buffer) : null;
    }

    /** Driver: creates a new control file and replaces any old one. */
    public static ControlFile create(
            Path path, FileAccess access, long incarnation, long pid, int termLength, long firstId) throws IOException {
        MappedFile file = FORMAT.create(path, access, buffer -> {
            buffer.putLong(INCARNATION_OFFSET, incarnation);
            buffer.putLong(FileOwner.PID_OFFSET, pid);
            FileOwner.write(buffer);
            buffer.putInt(TERM_LENGTH_OFFSET, termLength);
            buffer.putLong(NEXT_ID_OFFSET, firstId);
            FaultPoint.reach("control.written");
        });
        return new ControlFile(path, file, true);
    }

    /**
     * Client: maps it for reading and writing, because ids and the doorbell use an atomic add.
     *
     * @throws io.tailrace.file.FileFormatException if it is invalid
     */
    public static ControlFile open(Path path) throws IOException {
        return new ControlFile(path, FORMAT.openReadWrite(path), false);
    }

    public static ControlFile openReadOnly(Path path) throws IOException {
        return new ControlFile(path, FORMAT.openReadOnly(path), false);
    }

    /** {@return a message if the file was truncated, else null} As {@link MappedFile#findTruncation}. */
    public @Nullable FileFormatException findTruncation() {
        return file.findTruncation(path);
    }

    /** An atomic add on memory that is gone crashes the process, while a load or a store only throws. */
    private void requireWhole() throws FileFormatException {
        FileFormatException truncation = findTruncation();
        if (truncation != null) {
            throw truncation;
        }
    }

    /** {@return the number of this life of the driver} */
    public long incarnation() {
        return buffer.getLong(INCARNATION_OFFSET);
    }

    public long pid() {
        return buffer.getLong(FileOwner.PID_OFFSET);
    }

    /** {@return the driver's term length for new logs} */
    public int termLength() {
        return buffer.getInt(TERM_LENGTH_OFFSET);
    }

    /**
     * {@return a unique id for a client or a registration}
     *
     * @throws FileFormatException if the stored value cannot be an id: the file was damaged or truncated
     */
    public long nextId() throws FileFormatException {
        requireWhole();
        long id = buffer.getAndAddLong(NEXT_ID_OFFSET, 1);
        if (id < 1 || id > DriverDirectory.MAX_ID) {
            throw new FileFormatException(
                    path, "corrupt: nextId=" + id + ", min=1, max=" + DriverDirectory.MAX_ID + "; restart the driver");
        }
        return id;
    }

    /** {@return the last id that {@link #nextId} gave} */
    public long lastId() {
        return buffer.getLongAcquire(NEXT_ID_OFFSET) - 1;
    }

    /** Client: notifies the driver of a new client. */
    public void ringDoorbell() throws FileFormatException {
        requireWhole();
        buffer.getAndAddLong(DOORBELL_OFFSET, 1);
    }

    public long doorbell() {
        return buffer.getLongAcquire(DOORBELL_OFFSET);
    }

    /** Driver: announces that it wakes sleepers for processes that cannot. */
    public void relay() {
        buffer.putIntRelease(RELAYS_OFFSET, 1);
    }

    public boolean relays() {
        return buffer.getIntAcquire(RELAYS_OFFSET) == 1;
    }

    public DriverSleeper sleeper() {
        return new DriverSleeper(file, SLEEPER_OFFSET, path.resolveSibling(""));
    }

    /** Driver: beats for its conductor. */
    public void beat(long nowNs) {
        buffer.putLongRelease(HEARTBEAT_NS_OFFSET, nowNs);
    }

    public Heartbeat heartbeat() {
        return new Heartbeat(buffer.getLongAcquire(HEARTBEAT_NS_OFFSET));
    }

    public MappedBuffer counters() {
        return buffer.view(COUNTERS_OFFSET, COUNTERS_LENGTH);
    }

    public MappedBuffer events() {
        return buffer.view(EVENTS_OFFSET, EVENTS_LENGTH);
    }

    public MappedBuffer errorLog() {
        return buffer.view(ERROR_LOG_OFFSET, ERROR_LOG_LENGTH);
    }

    /** The driver that created it closes it before it releases its lock, so that others know that it has stopped. */
    @Override
    public void close() {
        if (endNote != null) {
            endNote.close();
        }
        file.close();
    }
}
