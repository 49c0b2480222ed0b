/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static io.tailrace.control.ControlLayout.COUNTERS_LENGTH;
import static io.tailrace.control.ControlLayout.COUNTERS_OFFSET;
import static io.tailrace.control.ControlLayout.DOORBELL_OFFSET;
import static io.tailrace.control.ControlLayout.ERROR_LOG_LENGTH;
import static io.tailrace.control.ControlLayout.ERROR_LOG_OFFSET;
import static io.tailrace.control.ControlLayout.EVENTS_LENGTH;
import static io.tailrace.control.ControlLayout.EVENTS_OFFSET;
import static io.tailrace.control.ControlLayout.HEARTBEAT_NS_OFFSET;
import static io.tailrace.control.ControlLayout.INCARNATION_OFFSET;
import static io.tailrace.control.ControlLayout.LENGTH;
import static io.tailrace.control.ControlLayout.MAGIC;
import static io.tailrace.control.ControlLayout.NEXT_ID_OFFSET;
import static io.tailrace.control.ControlLayout.PID_OFFSET;
import static io.tailrace.control.ControlLayout.RELAYS_OFFSET;
import static io.tailrace.control.ControlLayout.SLEEPERS_OFFSET;
import static io.tailrace.control.ControlLayout.TERM_LENGTH_OFFSET;
import static io.tailrace.control.ControlLayout.VERSION_MAJOR;
import static io.tailrace.control.ControlLayout.VERSION_MINOR;

import io.tailrace.memory.FaultPoint;
import io.tailrace.memory.FileAccess;
import io.tailrace.memory.FileFormatException;
import io.tailrace.memory.FileHeader;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedFile;
import io.tailrace.memory.TemporaryName;
import io.tailrace.sleep.DriverSleepers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** The control file, mapped. Any thread, but for the regions, which have the rules of what lives there. */
public final class ControlFile implements AutoCloseable {
    private static final int FIRST_MINOR_WITH_NAMES = 6;
    private static final int FIRST_MINOR_WITH_RETENTION = 7;

    private final Path path;
    private final MappedFile file;
    private final boolean owned;
    private final MappedBuffer buffer;

    private ControlFile(Path path, MappedFile file, boolean owned) {
        this.path = path;
        this.file = file;
        this.owned = owned;
        this.buffer = file.buffer();
    }

    /** Driver: makes a new control file and puts it in the place of any old one. */
    public static ControlFile create(
            Path path, FileAccess access, long incarnation, long pid, int termLength, long firstId) throws IOException {
        Path temporary = TemporaryName.of(path);
        Files.deleteIfExists(temporary);
        MappedFile file = MappedFile.create(temporary, LENGTH, access);
        MappedBuffer buffer = file.buffer();
        FileHeader.write(buffer, MAGIC, VERSION_MAJOR, VERSION_MINOR);
        buffer.putLong(INCARNATION_OFFSET, incarnation);
        buffer.putLong(PID_OFFSET, pid);
        FileOwner.write(buffer);
        buffer.putInt(TERM_LENGTH_OFFSET, termLength);
        buffer.putLong(NEXT_ID_OFFSET, firstId);
        FileHeader.markReady(buffer);
        FaultPoint.reach("control.written");
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        FaultPoint.reach("control.renamed");
        return new ControlFile(path, file, true);
    }

    /**
     * Client: maps it for reading and writing, since ids and the doorbell are taken by an atomic add.
     *
     * @throws io.tailrace.memory.FileFormatException if it is not what it should be
     */
    public static ControlFile open(Path path) throws IOException {
        return check(path, MappedFile.openReadWrite(path));
    }

    /** Tool: maps it for reading only. */
    public static ControlFile openReadOnly(Path path) throws IOException {
        return check(path, MappedFile.openReadOnly(path));
    }

    private static ControlFile check(Path path, MappedFile file) throws IOException {
        try {
            FileHeader.check(file.buffer(), path, MAGIC, VERSION_MAJOR, LENGTH);
        } catch (IOException e) {
            file.close(); // A client that waits for a driver opens it again and again.
            throw e;
        }
        return new ControlFile(path, file, false);
    }

    /** {@return what to say if somebody has truncated the file, else null} As {@link MappedFile#findTruncation}. */
    public @Nullable FileFormatException findTruncation() {
        return file.findTruncation(path);
    }

    /** An atomic add on memory that is gone ends the process, where a load or a store only throws. */
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
        return buffer.getLong(PID_OFFSET);
    }

    /** {@return the length of the terms that the driver gives to new logs} */
    public int termLength() {
        return buffer.getInt(TERM_LENGTH_OFFSET);
    }

    /**
     * {@return an id that nobody else has: of a client or a registration}
     *
     * @throws FileFormatException if what stands there cannot be one: somebody wrote into the file, or truncated it
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

    /** Client: tells the driver that there is a new client. */
    public void ringDoorbell() throws FileFormatException {
        requireWhole();
        buffer.getAndAddLong(DOORBELL_OFFSET, 1);
    }

    public long doorbell() {
        return buffer.getLongAcquire(DOORBELL_OFFSET);
    }

    /** Driver: from now on it wakes sleepers for processes that cannot. */
    public void relay() {
        buffer.putIntRelease(RELAYS_OFFSET, 1);
    }

    /** {@return whether the driver wakes sleepers for processes that cannot} */
    public boolean relays() {
        return buffer.getIntAcquire(RELAYS_OFFSET) == 1;
    }

    /** {@return whether the driver knows names of subscriptions, and positions to join at} */
    public boolean knowsNames() {
        return FileHeader.minorVersion(buffer) >= FIRST_MINOR_WITH_NAMES;
    }

    /** {@return whether the driver knows that publications may ask how long their log stays} */
    public boolean knowsRetention() {
        return FileHeader.minorVersion(buffer) >= FIRST_MINOR_WITH_RETENTION;
    }

    /** {@return the sleepers of the driver's threads} */
    public DriverSleepers sleepers() {
        return new DriverSleepers(file, SLEEPERS_OFFSET, path.resolveSibling(""));
    }

    /** Driver: its conductor works. */
    public void beat(long nowNs) {
        buffer.putLongRelease(HEARTBEAT_NS_OFFSET, nowNs);
    }

    public Heartbeat heartbeat() {
        return new Heartbeat(buffer.getLongAcquire(HEARTBEAT_NS_OFFSET));
    }

    /** {@return the region of the driver's counters} */
    public MappedBuffer counters() {
        return buffer.view(COUNTERS_OFFSET, COUNTERS_LENGTH);
    }

    /** {@return the region of the events broadcast} */
    public MappedBuffer events() {
        return buffer.view(EVENTS_OFFSET, EVENTS_LENGTH);
    }

    /** {@return the region of the error log} */
    public MappedBuffer errorLog() {
        return buffer.view(ERROR_LOG_OFFSET, ERROR_LOG_LENGTH);
    }

    /** The driver that made it closes it before it lets go of its lock: so others know that it has ended. */
    @Override
    public void close() {
        if (owned) {
            FileOwner.leave(buffer);
        }
        file.close();
    }
}
