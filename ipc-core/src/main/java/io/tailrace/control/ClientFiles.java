/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormat;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.file.OpenFolder;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.PendingFault;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.ClientSleepers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A client's directory: its lock, its commands file, and its counters once it has some. The commands file has a ring of
 * its own for each client, so that a stopped or hostile client cannot block or tear the commands of others; {@code
 * FORMAT.md} says what stands where in it, who writes it and who reads it. The client makes the directory
 * under a temporary name, and renames it when it is complete. The lock file gets its name when its lock is held, so one
 * that nobody holds is always that of a dead client, in a complete directory and in a half-made one. The driver deletes
 * it last. A client that dies before it has its lock leaves an empty directory, of which nothing is proven; it goes
 * with the driver.
 */
public final class ClientFiles implements AutoCloseable {
    /** "TRAILCMD" read as a little-endian long. */
    public static final long MAGIC = 0x444D434C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 3;

    public static final int CLIENT_ID_OFFSET = 24;
    /** System.nanoTime of its last cycle, one clock for all processes of a host; 0 before the first. */
    public static final int HEARTBEAT_NS_OFFSET = 128;
    /**
     * How far it has read the events of the control file that it joined, in bytes, 1 at least; 0 where it does not say.
     */
    public static final int EVENTS_READ_OFFSET = 136;

    public static final int RING_OFFSET = 512;
    /** 32 KiB, and Agrona's trailer. */
    public static final int RING_LENGTH = 32 * 1024 + 768;

    public static final int LENGTH = RING_OFFSET + RING_LENGTH;

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private static final String LOCK_NAME = "lock";
    private static final String COMMANDS_NAME = "commands";
    private static final long RENEWAL_NS = 250_000_000;

    private final @Nullable KernelLock lock;
    private final Path directory;
    private final Path lockPath;
    private final @Nullable Object lockIdentity;
    private final MappedFile commands;
    private final MappedBuffer buffer;
    private final long clientId;
    private final long pid;
    private final OneToOneRingBuffer ring;
    private boolean lockIsLost;
    private long lastRenewalNs = System.nanoTime();

    private ClientFiles(Path directory, @Nullable KernelLock lock, MappedFile commands) throws IOException {
        this.lock = lock;
        this.directory = directory;
        this.lockPath = directory.resolve(LOCK_NAME);
        this.lockIdentity = KernelLock.identity(lockPath);
        this.commands = commands;
        this.buffer = commands.buffer();
        this.clientId = buffer.getLong(CLIENT_ID_OFFSET);
        this.pid = buffer.getLong(FileOwner.PID_OFFSET);
        this.ring = new OneToOneRingBuffer(buffer.view(RING_OFFSET, RING_LENGTH));
    }

    /**
     * Client: makes the directory, and holds its lock from before others can see it.
     *
     * @param name for people, at most {@link ProgramName#MAX_BYTES}
     */
    public static ClientFiles create(Path directory, FileAccess access, long clientId, long pid, String name)
            throws IOException {
        Path temporary = TemporaryName.of(directory);
        access.createDirectory(temporary, FileAccess.Entries.OF_ALL); // The driver notes things there, and removes it.
        FaultPoint.reach("client.directory-made");
        KernelLock lock = null;
        try {
            Path lockPath = temporary.resolve(LOCK_NAME);
            lock = KernelLock.tryAcquire(TemporaryName.of(lockPath), access);
            if (lock == null) {
                throw new IOException("the lock of a new client is held: path=" + TemporaryName.of(lockPath));
            }
            Files.move(TemporaryName.of(lockPath), lockPath, StandardCopyOption.ATOMIC_MOVE);
            FaultPoint.reach("client.locked");
            MappedFile commands = MappedFile.create(temporary.resolve(COMMANDS_NAME), LENGTH, access);
            FORMAT.write(commands.buffer(), buffer -> {
                buffer.putLong(CLIENT_ID_OFFSET, clientId);
                buffer.putLong(FileOwner.PID_OFFSET, pid);
                FileOwner.write(buffer);
                ProgramName.write(buffer, name);
            });
            FaultPoint.reach("client.written");
            Files.move(temporary, directory, StandardCopyOption.ATOMIC_MOVE);
            FaultPoint.reach("client.renamed");
            return new ClientFiles(directory, lock, commands);
        } catch (IOException | RuntimeException e) {
            takeBack(temporary, lock, e);
            throw e;
        }
    }

    private static void takeBack(Path temporary, @Nullable KernelLock lock, Exception cause) {
        try (lock) {
            delete(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Driver: opens the files of a client.
     *
     * @throws FileFormatException if they are not what they should be
     */
    public static ClientFiles open(Path directory, long clientId) throws IOException {
        Path path = directory.resolve(COMMANDS_NAME);
        MappedFile commands = FORMAT.openReadWrite(path);
        long owner = commands.buffer().getLong(CLIENT_ID_OFFSET);
        if (owner != clientId) {
            commands.close();
            throw new FileFormatException(path, "another client's: clientId=" + owner + ", directory of " + clientId);
        }
        return new ClientFiles(directory, null, commands);
    }

    /**
     * Tool: checks the file of a client.
     *
     * @throws FileFormatException if it is not what it should be
     */
    public static void check(Path directory) throws IOException {
        FORMAT.openReadOnly(directory.resolve(COMMANDS_NAME)).close();
    }

    /** Anybody: reads which process a client is or was, and when it last worked; unknown where that cannot be read. */
    public static ProcessInfo processOf(Path directory) {
        try {
            FileOwner owner = FileOwner.find(directory.resolve(COMMANDS_NAME), MAGIC, HEARTBEAT_NS_OFFSET);
            return owner == null
                    ? ProcessInfo.UNKNOWN
                    : new ProcessInfo(owner.process().pid(), owner.name(), owner.heartbeat());
        } catch (IOException e) {
            return ProcessInfo.UNKNOWN;
        }
    }

    /** Anybody: asks whether a client lives. */
    public static KernelLock.Holder probe(Path directory) throws IOException {
        return FileOwner.judge(
                KernelLock.probe(lockFile(directory)), directory.resolve(COMMANDS_NAME), MAGIC, HEARTBEAT_NS_OFFSET);
    }

    /** Tool: asks whether a client lives, and why it is taken for that. */
    public static OwnerState examine(Path directory) throws IOException {
        return FileOwner.examine(
                KernelLock.probe(lockFile(directory)), directory.resolve(COMMANDS_NAME), MAGIC, HEARTBEAT_NS_OFFSET);
    }

    /** {@return the lock file of a client, which nobody writes: its time is when the client came} */
    public static Path lockFile(Path directory) {
        return directory.resolve(LOCK_NAME);
    }

    /**
     * Driver: asks whether the client lives, by the lock file that it came with. The rest of a truncated ring is read
     * from its file, not through the mapping.
     */
    public KernelLock.Holder probe() throws IOException {
        KernelLock.Holder holder = KernelLock.probe(lockPath, lockIdentity);
        if (findTruncation() != null) {
            return FileOwner.judge(holder, directory.resolve(COMMANDS_NAME), MAGIC, HEARTBEAT_NS_OFFSET);
        }
        FileOwner owner = FileOwner.read(buffer::getLongAcquire, HEARTBEAT_NS_OFFSET);
        PendingFault.raise(); // Before it is believed: of a ring that was truncated meanwhile zeros are read.
        return owner.judge(holder);
    }

    /**
     * Driver: tells whether a directory is what is left of a client whose files were being deleted. The ring is there
     * from before others can see the directory, and goes first.
     */
    public static boolean isRemnant(Path directory) throws IOException {
        return !Files.exists(directory.resolve(COMMANDS_NAME)) && probe(directory) != KernelLock.Holder.ALIVE;
    }

    /** Driver: deletes a client's directory, the lock file last. */
    public static void delete(Path directory) throws IOException {
        if (Files.isSymbolicLink(directory)) { // The link only: its target is not the driver's to delete.
            Files.delete(directory);
            return;
        }
        try (OpenFolder folder = OpenFolder.open(directory)) {
            folder.delete(COMMANDS_NAME);
            FaultPoint.reach("client.ring-deleted");
            ClientSleepers.deleteSockets(directory);
            SubscriptionFiles.deleteAll(folder);
            ReportFile.COUNTERS.delete(folder);
            ReportFile.ERRORS.delete(folder);
            ClientSleepers.deleteFiles(folder);
            folder.delete(TemporaryName.of(Path.of(LOCK_NAME)).toString());
            folder.delete(LOCK_NAME);
            FaultPoint.reach("client.lock-deleted");
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(directory);
    }

    /**
     * {@return the end of a message about a client without a lock file: how a person who knows that it is dead says so}
     */
    public static String howToDeclareDead(Path directory) {
        return ". Where that process has ended, make an empty file there, which nobody holds, and start the "
                + "driver again: "
                + directory.resolve(LOCK_NAME);
    }

    /**
     * Driver: deletes what a client was making that is proven dead. One that has no lock file yet may be about to lock
     * it.
     */
    public static void deleteHalfMade(Path temporary) throws IOException {
        if (probe(temporary) == KernelLock.Holder.DEAD) {
            delete(temporary);
        }
    }

    public long clientId() {
        return clientId;
    }

    /** {@return the client's process, for display only} */
    public long pid() {
        return pid;
    }

    /** {@return its name, for display only; empty if it has none} */
    public String name() {
        return ProgramName.read(buffer::getLong);
    }

    /**
     * Client: makes its file of counters or errors.
     *
     * @throws IOException if it can not be made
     */
    public ReportFile createReport(ReportFile.Kind kind, FileAccess access) throws IOException {
        return kind.create(directory, access, clientId, pid);
    }

    /**
     * Client: takes its lock again, now and then, lest another program in its process has dropped it.
     *
     * @throws IOException if another process holds it; once, until it is held again
     */
    public void renewLock(long nowNs) throws IOException {
        if (lock != null && nowNs - lastRenewalNs >= RENEWAL_NS) {
            lastRenewalNs = nowNs;
            boolean wasLost = lockIsLost;
            lockIsLost = !lock.renew();
            if (lockIsLost && !wasLost) {
                throw new IOException("another process holds the lock of this client, and may take it for dead: path="
                        + lockPath + ". Close it and connect again");
            }
        }
    }

    /** Client: its conductor works. */
    public void beat(long nowNs) {
        buffer.putLongRelease(HEARTBEAT_NS_OFFSET, nowNs);
    }

    /**
     * Client: so far it has read the events, and of what comes behind the driver sends it no more than there is room
     * for.
     */
    public void noteEventsRead(long position) {
        commands.buffer().putLongRelease(EVENTS_READ_OFFSET, Math.max(position, 1));
    }

    /** {@return how far the client has read the events, 0 if it does not say} It may write anything there. */
    public long eventsRead() {
        return commands.buffer().getLongAcquire(EVENTS_READ_OFFSET);
    }

    public Heartbeat heartbeat() {
        return new Heartbeat(buffer.getLongAcquire(HEARTBEAT_NS_OFFSET));
    }

    /**
     * {@return what to say if somebody has truncated the ring's file, else null} As {@link MappedFile#findTruncation}.
     */
    public @Nullable FileFormatException findTruncation() {
        return commands.findTruncation(directory.resolve(COMMANDS_NAME));
    }

    /** {@return the ring: the client writes, the driver reads} */
    public OneToOneRingBuffer ring() {
        return ring;
    }

    /** Lets go of the lock, if it is ours: from here on the client is dead. */
    @Override
    public void close() throws IOException {
        try {
            if (lock != null) {
                FileOwner.leave(buffer);
            }
        } finally {
            commands.close();
            if (lock != null) {
                lock.close();
            }
        }
    }

    /**
     * A client's process as the client itself names it, for people only.
     *
     * @param pid 0 if it is not known
     * @param name empty if it has none
     */
    public record ProcessInfo(long pid, String name, Heartbeat heartbeat) {
        /** Nothing is known. */
        public static final ProcessInfo UNKNOWN = new ProcessInfo(0, "", Heartbeat.UNKNOWN);

        public boolean isKnown() {
            return pid != 0;
        }
    }
}
