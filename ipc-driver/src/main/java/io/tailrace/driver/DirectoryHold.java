/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.Ownership;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.ErrorText;
import io.tailrace.liveness.KernelLock;
import io.tailrace.report.EventLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemEpochClock;
import org.jspecify.annotations.Nullable;

/**
 * A directory held by this driver: made or taken over, locked, and ready for use. Refuses a directory that is not a
 * driver's.
 *
 * <p>The lock is lost when other code in this process closes the lock file, or when the file is removed. So the driver
 * keeps renewing the lock, and a driver that takes it checks first that the process named in the control file is gone.
 * One thread at a time.
 */
final class DirectoryHold implements AutoCloseable {
    private static final int MAX_INFO_LENGTH = 256;
    /**
     * Long enough for a living driver to take its lock again, for a dying process to exit, and for silence to prove a
     * driver in another namespace dead.
     */
    private static final long PATIENCE_NS = 1_200_000_000;

    private static final long PAUSE_NS = 10_000_000;

    private final DriverDirectory directory;
    private final FileAccess access;
    private final EventLog history;
    private KernelLock lock;

    private DirectoryHold(DriverDirectory directory, FileAccess access, KernelLock lock) {
        this.directory = directory;
        this.access = access;
        this.lock = lock;
        this.history = EventLog.open(directory, access, SystemEpochClock.INSTANCE);
    }

    /**
     * Takes a directory.
     *
     * @throws DirectoryInUseException if a driver lives there
     * @throws DirectoryException if it cannot be used
     */
    static DirectoryHold take(DriverConfig config) {
        DriverDirectory directory = new DriverDirectory(config.directory());
        try {
            String group = config.group();
            FileAccess access = group == null ? FileAccess.PRIVATE : new FileAccess(FileAccess.groupOf(group));
            prepare(directory.path(), access);
            KernelLock lock = lock(directory, access);
            if (lock == null) {
                throw new DirectoryInUseException("another media driver lives in " + directory.path() + " ("
                        + describeHolder(directory) + "). Use it, stop it, or choose another --dir");
            }
            return hold(directory, access, lock);
        } catch (AccessDeniedException e) {
            throw new DirectoryException(ErrorText.of(e) + ". Choose another --dir", e);
        } catch (UserPrincipalNotFoundException e) {
            throw new DirectoryException("no such group: group=" + config.group(), e);
        } catch (IOException e) {
            throw new DirectoryException(
                    "cannot use the directory " + directory.path() + ": " + ErrorText.of(e) + ". Choose another --dir",
                    e);
        }
    }

    private static DirectoryHold hold(DriverDirectory directory, FileAccess access, KernelLock lock)
            throws IOException {
        try {
            return new DirectoryHold(directory, access, lock);
        } catch (Throwable e) { // There may be no heap for the history; the lock would be held until the process ends.
            lock.close();
            throw e;
        }
    }

    /** {@return the lock, or null if another driver lives in the directory} */
    private static @Nullable KernelLock lock(DriverDirectory directory, FileAccess access) throws IOException {
        long startNs = System.nanoTime();
        while (true) {
            KernelLock lock = KernelLock.tryAcquire(directory.lockFile(), access);
            if (lock == null || isLeft(directory, lock)) {
                return lock;
            }
            lock.close(); // Lets the living driver take it again.
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                return null;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private static boolean isLeft(DriverDirectory directory, KernelLock lock) throws IOException {
        try {
            return directory.probeDriverBehindLock() != KernelLock.Holder.ALIVE;
        } catch (Throwable e) {
            lock.close();
            throw e;
        }
    }

    DriverDirectory directory() {
        return directory;
    }

    FileAccess access() {
        return access;
    }

    /** {@return the history of this directory, written by the driver that holds it} */
    EventLog history() {
        return history;
    }

    /**
     * Takes the lock again, in a new file if the old one was removed. Call it only as long as the control file is this
     * driver's: the control file keeps other drivers away, so a driver that holds the lock for a moment to read the
     * control file does no harm.
     *
     * @throws IOException if the file cannot be made
     */
    void renewLock() throws IOException {
        if (lock.isAt(directory.lockFile())) {
            lock.renew();
            return;
        }
        KernelLock next = KernelLock.tryAcquire(directory.lockFile(), access);
        if (next != null) {
            lock.close();
            lock = next;
        }
    }

    private static void prepare(Path path, FileAccess access) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            Path parent = path.getParent();
            if (parent != null && !Files.exists(parent)) {
                throw new DirectoryException(
                        "the parent of the directory does not exist: path=" + path
                                + ". Make it, or choose another --dir",
                        false);
            }
            try {
                access.createDirectory(path);
                return;
            } catch (FileAlreadyExistsException e) {
                // Another driver was faster; the lock decides between the two.
            }
        }
        requireOwner(path);
        requireOurs(path);
        access.applyToDirectory(path, FileAccess.Entries.OF_OWNER);
    }

    /** Refuses a directory that another user owns or may write to: that user could have put anything into it. */
    private static void requireOwner(Path path) throws IOException {
        Ownership found = Ownership.of(path);
        String what = found.isLink()
                ? "the directory is a symbolic link"
                : !found.isOwn() ? "the directory belongs to another user" : "every user may write to the directory";
        if (found.isLink() || !found.isOwn() || found.othersMayWrite()) {
            throw new DirectoryException(
                    what + ": path=" + path + ", owner=" + found.owner() + ". Choose another --dir", true);
        }
        if (!found.isDirectory()) {
            throw new DirectoryException("not a directory: path=" + path + ". Choose another --dir", false);
        }
    }

    private static void requireOurs(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            List<Path> paths = files.limit(16).toList();
            for (Path file : paths) {
                requireOwn(file);
            }
            List<String> names =
                    paths.stream().map(file -> file.getFileName().toString()).toList();
            DriverDirectory directory = new DriverDirectory(path);
            if (!names.isEmpty() && !Files.exists(directory.lockFile(), LinkOption.NOFOLLOW_LINKS)) {
                requireProof(directory, names);
            }
        }
    }

    /** Refuses a file owned by another user: this user's umask may let a group write to the directory. */
    private static void requireOwn(Path file) throws IOException {
        try {
            Ownership found = Ownership.of(file);
            if (!found.isOwn()) {
                throw new DirectoryException(
                        "the directory contains another user's file: path=" + file + ", owner=" + found.owner()
                                + ". Delete it, or choose another --dir",
                        true);
            }
        } catch (NoSuchFileException e) {
            // A driver that closes at this moment deletes its files.
        }
    }

    /**
     * Without a lock file, the control file has to prove that this is a driver's directory and whether the driver
     * lives.
     */
    private static void requireProof(DriverDirectory directory, List<String> names) throws IOException {
        if (directory.probeDriver() != KernelLock.Holder.UNKNOWN) {
            return;
        }
        boolean mayBeOurs = Files.isRegularFile(directory.lastControlFile(), LinkOption.NOFOLLOW_LINKS);
        throw new DirectoryException(
                "the directory is not a media driver's: path=" + directory.path() + ", it holds no driver.lock, but "
                        + names.stream().sorted().limit(3).collect(Collectors.joining(", "))
                        + ". Choose another --dir"
                        + (mayBeOurs
                                ? ". If it is one, and no driver lives there, make that file: touch "
                                        + directory.lockFile()
                                : ""),
                false);
    }

    private static String describeHolder(DriverDirectory directory) {
        Path info = directory.infoFile();
        if (!Files.isRegularFile(info, LinkOption.NOFOLLOW_LINKS)) { // Opening a pipe would wait for its other end.
            return "pid unknown: it is still starting";
        }
        try (InputStream in = Files.newInputStream(info)) {
            String text = new String(in.readNBytes(MAX_INFO_LENGTH), StandardCharsets.UTF_8);
            return text.matches("(?s)pid=\\d{1,18}\n.*") ? text.substring(0, text.indexOf('\n')) : "pid unknown";
        } catch (IOException e) {
            return "pid unknown";
        }
    }

    /** Writes the pid for people to read: a new file that replaces anything of that name, even a link or a pipe. */
    void writeInfo(long pid) throws IOException {
        Path temporary = TemporaryName.of(directory.infoFile());
        Files.deleteIfExists(temporary);
        String text = "pid=" + pid + "\nstarted=" + Instant.now() + "\n";
        Files.writeString(temporary, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        access.applyToFile(temporary);
        Files.move(temporary, directory.infoFile(), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new DirectoryException("cannot release the lock: " + ErrorText.of(e), e);
        }
    }
}
