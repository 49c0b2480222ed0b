/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.file.NoInodeException;
import io.tailrace.internal.Uninterrupted;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock on an empty file that the kernel holds for a process, and releases when its last thread is gone. A process
 * that holds it is alive. A free lock alone does not prove death ({@link FileOwner}). Any thread; the operations
 * exclude one another.
 *
 * <p>Java's file locks belong to the process: closing <i>any</i> channel on the file in the process that holds the lock
 * drops it. So a file that this class holds is never opened again here ({@link #HELD}), nor by a copy of this class in
 * another class loader ({@link #REGISTERED}). Where that entry is missing, the lock shows as an overlap; the channel
 * that met it must then stay open, and is kept in {@link #FOREIGN} for later probes. Other programs in the process, a
 * backup agent for instance, may still open and close the file. So its holder takes the lock again now and then ({@link
 * #renew}): one of two bytes is locked, and the other one is taken before it is released.
 */
public final class KernelLock implements AutoCloseable {
    /** The state of the holder, as far as it is known. */
    public enum Holder {
        ALIVE,
        /** Of a lock alone: it is free. */
        DEAD,
        /** There is no lock file, or the file is not a lock file: nothing is known. */
        UNKNOWN
    }

    private static final long RETRY_NS = 2_000_000;
    /**
     * How long probers may be in the way: each releases the lock at once, but may be kept from the processor meanwhile.
     */
    private static final long PROBERS_NS = 1_000_000_000;

    /** All copies of this class in the JVM synchronize on the same string, because literals are interned. */
    private static final String GUARD = "io.tailrace.liveness.KernelLock";

    /**
     * Begins the names of the system properties that tell other class loaders which locks this JVM holds; an identity
     * follows. They are strings, because other objects there break programs that store or copy the properties, and an
     * object of this loader would keep it from being collected. The value is the file's descriptor, so an entry that is
     * wrong, in a child process that got a copy for instance, does no harm: that descriptor is not of this file.
     */
    private static final String REGISTERED = "io.tailrace.lock";

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** By identity. Holds the locks themselves, because an unreferenced channel is closed by a garbage collection. */
    private static final Map<Object, KernelLock> HELD = new HashMap<>();

    private static final Map<Object, FileChannel> FOREIGN = new HashMap<>();

    private final Object key;
    private final FileChannel channel;
    private FileLock lock;

    private KernelLock(Object key, FileChannel channel, FileLock lock) {
        this.key = key;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the lock, and creates the file if it is missing.
     *
     * @return the lock, or null if it is held
     */
    public static @Nullable KernelLock tryAcquire(Path path, FileAccess access) throws IOException {
        synchronized (GUARD) {
            try {
                Files.createFile(path);
                access.applyToFile(path);
            } catch (FileAlreadyExistsException e) {
                // It exists from an earlier life; an empty file is sufficient.
            } catch (IOException e) {
                throw NoInodeException.explain(e, path);
            }
            Object key = identity(path);
            if (key == null) {
                throw Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                        ? new FileSystemException(path.toString(), null, "no lock file: not a regular file")
                        : new NoSuchFileException(path.toString());
            }
            if (isHeldHere(key)) {
                return null;
            }
            if (FOREIGN.containsKey(key) && Uninterrupted.run(() -> ask(path, key)) == Holder.ALIVE) {
                return null;
            }
            KernelLock lock = Uninterrupted.run(() -> lock(path, key)).orElse(null);
            if (lock != null) {
                HELD.put(key, lock);
                register(path, key);
            }
            return lock;
        }
    }

    /** Compares paths, because a look at all files of the host would wait for those on a network that is gone. */
    private static void register(Path path, Object key) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
            Path real = path.toRealPath();
            for (Path descriptor : open) {
                if (Files.isSymbolicLink(descriptor) && real.equals(Files.readSymbolicLink(descriptor))) {
                    System.setProperty(
                            REGISTERED + key, descriptor.getFileName().toString());
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Without an entry the overlap shows it.
        }
    }

    private static boolean isHeldHere(Object key) {
        String descriptor = System.getProperty(REGISTERED + key);
        return HELD.containsKey(key) || (descriptor != null && isOf(descriptor, key));
    }

    private static boolean isOf(String descriptor, Object key) {
        try {
            return key.equals(MappedFile.identity(DESCRIPTORS.resolve(descriptor)));
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<KernelLock> lock(Path path, Object key) throws IOException {
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            FileLock whole = tryLock(channel, 0, Long.MAX_VALUE);
            if (whole != null) {
                whole.release();
                FileLock lock = tryLock(channel, 0, 1); // Of several processes that reach this point, one gets it.
                if (lock != null) {
                    return Optional.of(new KernelLock(key, channel, lock));
                }
            }
        } catch (OverlappingFileLockException e) {
            FOREIGN.put(key, channel);
            return Optional.empty();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    /** Retries while only probers are in the way: they hold a shared lock for a moment. */
    private static @Nullable FileLock tryLock(FileChannel channel, long position, long size) throws IOException {
        long startNs = System.nanoTime();
        do {
            FileLock lock = channel.tryLock(position, size, false);
            if (lock != null) {
                return lock;
            }
            LockSupport.parkNanos(RETRY_NS);
        } while (onlyProbersHold(channel, position, size) && System.nanoTime() - startNs < PROBERS_NS);
        return null;
    }

    /**
     * {@return whether a shared lock is granted} It is granted alongside those of probers, but not alongside that of a
     * living holder.
     */
    private static boolean onlyProbersHold(FileChannel channel, long position, long size) throws IOException {
        FileLock shared = channel.tryLock(position, size, true);
        if (shared != null) {
            shared.release();
        }
        return shared != null;
    }

    /**
     * Takes it again, whether it was dropped meanwhile or not. This never makes it free, not even for a moment.
     *
     * @return whether it is held; if not, another process has taken it
     */
    public boolean renew() throws IOException {
        synchronized (GUARD) {
            if (!channel.isOpen()) {
                return false;
            }
            FileLock other = tryLock(channel, 1 - lock.position(), 1);
            if (other == null) {
                return false;
            }
            lock.release();
            lock = other;
            return true;
        }
    }

    /** {@return whether this is the lock file at the path} */
    public boolean isAt(Path path) throws IOException {
        return key.equals(identity(path));
    }

    /** Checks whether it is held. Leaves no trace, and does not disturb other probes. */
    public static Holder probe(Path path) throws IOException {
        synchronized (GUARD) {
            return probeFile(path, identity(path));
        }
    }

    /** Checks as {@link #probe(Path)}. A file with another identity counts as unknown. */
    public static Holder probe(Path path, @Nullable Object identity) throws IOException {
        synchronized (GUARD) {
            Object key = identity(path);
            return Objects.equals(identity, key) ? probeFile(path, key) : Holder.UNKNOWN;
        }
    }

    private static Holder probeFile(Path path, @Nullable Object key) throws IOException {
        if (key == null) {
            return Holder.UNKNOWN;
        }
        return isHeldHere(key) ? Holder.ALIVE : Uninterrupted.run(() -> ask(path, key));
    }

    /**
     * {@return the identity that distinguishes this lock file from a replacement; null if there is none} Read before it
     * is opened: opening a pipe would wait for its other end, and a link may lead to foreign files.
     */
    public static @Nullable Object identity(Path path) throws IOException {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                return null;
            }
            return attributes.fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static Holder ask(Path path, Object key) throws IOException {
        FileChannel channel = FOREIGN.get(key);
        if (channel == null || !channel.isOpen()) {
            try {
                channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException e) {
                return Holder.UNKNOWN;
            }
        }
        FileLock lock;
        try {
            lock = channel.tryLock(0, Long.MAX_VALUE, true);
        } catch (OverlappingFileLockException e) {
            FOREIGN.put(key, channel);
            return Holder.ALIVE;
        }
        FOREIGN.remove(key);
        channel.close();
        return lock == null ? Holder.ALIVE : Holder.DEAD;
    }

    /**
     * Releases the lock; others then see the holder as dead. Has no effect the second time, because another process may
     * hold it by then.
     */
    @Override
    public void close() throws IOException {
        synchronized (GUARD) {
            if (channel.isOpen()) {
                channel.close();
                HELD.remove(key);
                System.clearProperty(REGISTERED + key);
            }
        }
    }
}
