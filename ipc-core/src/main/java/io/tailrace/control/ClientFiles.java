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
import io.tailrace.liveness.FileOwner;
import io.tailrace.liveness.FileOwner.EndNote;
import io.tailrace.liveness.Heartbeat;
import io.tailrace.liveness.KernelLock;
import io.tailrace.liveness.OwnerState;
import io.tailrace.liveness.ProgramName;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.ClientSleepers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A client's directory: its lock, its commands file, and its counters once it has some. The commands file has a ring of
 * its own for each client, so that a stopped or hostile client cannot block or tear the commands of others; {@code
 * FORMAT.md} lists its fields, their writers and readers. The client creates the directory under a temporary name, and
 * renames it when it is complete. The lock file gets its name when its lock is held, so a lock file with a free lock
 * always belongs to a dead client, in a complete directory and in an incomplete one. The driver deletes it last. A
 * client that dies before it has its lock leaves an empty directory, which proves nothing; it is deleted with the
 * driver's directory.
 */
public final class ClientFiles implements AutoCloseable {
    public static final long MAGIC = FileOwner.CLIENT_MAGIC;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 4;

    public static final int CLIENT_ID_OFFSET = 24;
    /** System.nanoTime of its last cycle, one clock for all processes of a host; 0 before the first. */
    public static final int HEARTBEAT_NS_OFFSET = 128;
    /** How far it has read the events of the control file that it joined, in bytes, at least 1; 0 if not stated. */
    public static final int EVENTS_READ_OFFSET = 136;
    /** How far in the events it has let go of every log that was taken from it. */
    public static final int LET_GO_OFFSET = 144;
    /** The incarnation of the driver of these events. */
    public static final int LET_GO_OF_OFFSET = 152;

    public static final int RING_OFFSET = 512;
    /** 32 KiB, and Agrona's trailer. */
    public static final int RING_LENGTH = 32 * 1024 + 768;

    public static final int LENGTH = RING_OFFSET + RING_LENGTH;

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    /** The names of its files for people. */
    public static final String COUNTERS_NAME = "counters";

    public static final String ERRORS_NAME = "errors";

    private static final String LOCK_NAME = "lock";
    private static final String COMMANDS_NAME = "commands";
    private static final long RENEWAL_NS = 250_000_000;

    private final @Nullable KernelLock lock;
    private final @Nullable EndNote endNote;
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
        this.endNote = lock == null ? null : new EndNote(buffer);
        this.clientId = buffer.getLong(CLIENT_ID_OFFSET);
        this.pid = buffer.getLong(FileOwner.PID_OFFSET);
        this.ring = new OneToOneRingBuffer(buffer.view(RING_OFFSET, RING_LENGTH));
    }

    /**
     * Client: creates the directory, and holds its lock before others can see it.
     *
     * @param name for people to read, at most {@link ProgramName#MAX_BYTES}
     */
    public static ClientFiles create(Path directory, FileAccess access, long clientId, long pid, String name)
            throws IOException {
        Path temporary = TemporaryName.of(directory);
        // The driver writes its notes there, and removes it.
        access.createDirectory(temporary, FileAccess.Entries.OF_ALL);
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
            Files.move(temporary, directory, StandardCopyOption.ATOMIC_MOVE);
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
     * @throws FileFormatException if they are invalid
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
     * @throws FileFormatException if it is invalid
     */
    public static void check(Path directory) throws IOException {
        FORMAT.openReadOnly(directory.resolve(COMMANDS_NAME)).close();
    }

    /** Any process: reads which process a client is or was, and when it last worked; unknown if that cannot be read. */
    public static FileOwner processOf(Path directory) {
        try {
            FileOwner owner = FileOwner.find(directory.resolve(COMMANDS_NAME), MAGIC, HEARTBEAT_NS_OFFSET);
            return owner == null ? FileOwner.UNKNOWN : owner;
        } catch (IOException e) {
            return FileOwner.UNKNOWN;
        }
    }

    /** Any process: checks whether a client is alive. */
    public static KernelLock.Holder probe(Path directory) throws IOException {
        return FileOwner.judge(
                KernelLock.probe(lockFile(directory)), directory.resolve(COMMANDS_NAME), MAGIC, HEARTBEAT_NS_OFFSET);
    }

    /** Tool: checks whether a client is alive, and returns the reason. */
    public static OwnerState examine(Path directory) throws IOException {
        return FileOwner.examine(
                KernelLock.probe(lockFile(directory)), directory.resolve(COMMANDS_NAME), MAGIC, HEARTBEAT_NS_OFFSET);
    }

    /** {@return the lock file of a client, which is never written: its time is when the client started} */
    public static Path lockFile(Path directory) {
        return directory.resolve(LOCK_NAME);
    }

    /**
     * Driver: checks whether the client is alive, by its original lock file. The rest of a truncated ring is read from
     * its file, not through the mapping.
     */
    public KernelLock.Holder probe() throws IOException {
        KernelLock.Holder holder = KernelLock.probe(lockPath, lockIdentity);
        if (findTruncation() != null) {
            return FileOwner.judge(holder, directory.resolve(COMMANDS_NAME), MAGIC, HEARTBEAT_NS_OFFSET);
        }
        FileOwner owner = FileOwner.read(buffer::getLongAcquire, HEARTBEAT_NS_OFFSET);
        PendingFault.raise(); // Checked before the values are used: a ring that was truncated meanwhile reads as zeros.
        return owner.judge(holder);
    }

    /**
     * Driver: returns whether a directory is the rest of a client whose files were being deleted. The ring exists
     * before others can see the directory, and is deleted first.
     */
    public static boolean isRemnant(Path directory) throws IOException {
        return !Files.exists(directory.resolve(COMMANDS_NAME)) && probe(directory) != KernelLock.Holder.ALIVE;
    }

    /** Driver: deletes a client's directory, the lock file last. */
    public static void delete(Path directory) throws IOException {
        if (Files.isSymbolicLink(directory)) { // Only the link: the driver must not delete its target.
            Files.delete(directory);
            return;
        }
        try (OpenFolder folder = OpenFolder.open(directory)) {
            folder.delete(COMMANDS_NAME);
            ClientSleepers.delete(directory, folder);
            SubscriptionFiles.deleteAll(folder);
            for (String report : List.of(COUNTERS_NAME, ERRORS_NAME)) {
                folder.delete(report);
                folder.delete(TemporaryName.of(Path.of(report)).toString());
            }
            folder.delete(TemporaryName.of(Path.of(LOCK_NAME)).toString());
            folder.delete(LOCK_NAME);
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(directory);
    }

    /**
     * {@return the end of a message about a client without a lock file: how an operator who knows that it is dead can
     * state that}
     */
    public static String howToDeclareDead(Path directory) {
        return ". If that process has exited, create an empty, unlocked file there, and start the "
                + "driver again: "
                + directory.resolve(LOCK_NAME);
    }

    /**
     * Driver: deletes the incomplete directory of a client that is proven dead. A client without a lock file may be
     * about to lock it.
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
     * Client: takes its lock again now and then, in case another program in its process has dropped it.
     *
     * @throws IOException if another process holds it; thrown once, until it is held again
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

    /** Client: beats for its conductor. */
    public void beat(long nowNs) {
        buffer.putLongRelease(HEARTBEAT_NS_OFFSET, nowNs);
    }

    /** Client: reports how far it has read the events, so that the driver sends no more than there is room for. */
    public void noteEventsRead(long position) {
        commands.buffer().putLongRelease(EVENTS_READ_OFFSET, Math.max(position, 1));
    }

    /** {@return how far the client has read the events; 0 if not stated} The client may write any value. */
    public long eventsRead() {
        return commands.buffer().getLongAcquire(EVENTS_READ_OFFSET);
    }

    /**
     * Client: reports that no thread of it uses a log that the driver has taken from it by the events before a
     * position, nor will.
     *
     * @param incarnation of the driver
     * @param position 0 if it does not know yet what the driver has taken
     */
    public void noteLetGo(long incarnation, long position) {
        if (buffer.getLong(LET_GO_OF_OFFSET) != incarnation) {
            buffer.putLong(LET_GO_OFFSET, 0); // Before the release: the position of another driver means nothing.
            buffer.putLongRelease(LET_GO_OF_OFFSET, incarnation);
        }
        // Release, as above: pairs with the acquires in letGo. All that this client did in a log came before.
        buffer.putLongRelease(LET_GO_OFFSET, position);
    }

    /** {@return the position last reported to a driver; 0 if there is none} The client may write any value. */
    public long letGo(long incarnation) {
        // Acquire: pairs with the releases in noteLetGo.
        return buffer.getLongAcquire(LET_GO_OF_OFFSET) == incarnation ? buffer.getLongAcquire(LET_GO_OFFSET) : 0;
    }

    public Heartbeat heartbeat() {
        return new Heartbeat(buffer.getLongAcquire(HEARTBEAT_NS_OFFSET));
    }

    /** {@return a message if the ring's file was truncated, else null} As {@link MappedFile#findTruncation}. */
    public @Nullable FileFormatException findTruncation() {
        return commands.findTruncation(directory.resolve(COMMANDS_NAME));
    }

    /** {@return the ring: the client writes, the driver reads} */
    public OneToOneRingBuffer ring() {
        return ring;
    }

    /** Releases the lock, if it is ours: from here on the client is dead. */
    @Override
    public void close() throws IOException {
        try {
            if (endNote != null) {
                endNote.close();
            }
        } finally {
            commands.close();
            if (lock != null) {
                lock.close();
            }
        }
    }
}
