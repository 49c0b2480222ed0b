/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.memory.FileAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory held by this driver: made or taken over, locked, and fit to be used. Refuses what is not a driver's.
 *
 * @param directory the files
 * @param access who may use them
 * @param lock held until the driver ends
 */
record DirectoryHold(DriverDirectory directory, FileAccess access, KernelLock lock) implements AutoCloseable {
    private static final Path OWN_PROCESS = Path.of("/proc/self");

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
            FileAccess access = group == null ? FileAccess.PRIVATE : FileAccess.sharedWith(group);
            prepare(directory.path(), access);
            KernelLock lock = KernelLock.tryAcquire(directory.lockFile(), access);
            if (lock == null) {
                throw new DirectoryInUseException("another media driver lives in " + directory.path() + " ("
                        + describeHolder(directory) + "). Use it, stop it, or choose another --dir");
            }
            return new DirectoryHold(directory, access, lock);
        } catch (AccessDeniedException e) {
            throw new DirectoryException("permission denied: path=" + e.getFile() + ". Choose another --dir", e);
        } catch (UserPrincipalNotFoundException e) {
            throw new DirectoryException("no such group: group=" + config.group(), e);
        } catch (FileSystemException e) {
            throw new DirectoryException(
                    "cannot use the directory " + directory.path() + ": " + describe(e) + ". Choose another --dir", e);
        } catch (IOException e) {
            throw new DirectoryException("cannot use the directory " + directory.path() + ": " + e.getMessage(), e);
        }
    }

    private static String describe(FileSystemException e) {
        String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
        return "path=" + e.getFile() + ", " + reason;
    }

    private static void prepare(Path path, FileAccess access) throws IOException {
        if (!Files.exists(path)) {
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
        if (!Files.isDirectory(path)) {
            throw new DirectoryException("not a directory: path=" + path + ". Choose another --dir", false);
        }
        requireOwner(path);
        requireOurs(path);
        access.applyToDirectory(path);
    }

    private static void requireOwner(Path path) throws IOException {
        if (!Files.exists(OWN_PROCESS)) {
            return; // Not Linux: the first file that cannot be made will tell.
        }
        Object owner = Files.getAttribute(path, "unix:uid");
        if (!owner.equals(Files.getAttribute(OWN_PROCESS, "unix:uid"))) {
            throw new DirectoryException(
                    "the directory belongs to another user: path=" + path + ", owner="
                            + Files.getOwner(path).getName() + ". Choose another --dir",
                    true);
        }
    }

    private static void requireOurs(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).limit(16).toList();
            if (!names.isEmpty() && !Files.exists(new DriverDirectory(path).lockFile())) {
                throw new DirectoryException(
                        "the directory is not a media driver's: path=" + path + ", it holds "
                                + names.stream().sorted().limit(3).collect(Collectors.joining(", "))
                                + ". Choose another --dir",
                        false);
            }
        }
    }

    private static String describeHolder(DriverDirectory directory) {
        try {
            return Files.readString(directory.infoFile()).lines().findFirst().orElse("pid unknown");
        } catch (IOException e) {
            return "pid unknown: it is still starting";
        }
    }

    /** Writes who we are, for humans. */
    void writeInfo(long pid) throws IOException {
        Path info = directory.infoFile();
        Files.writeString(info, "pid=" + pid + "\nstarted=" + Instant.now() + "\n", StandardCharsets.UTF_8);
        access.applyToFile(info);
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new DirectoryException("cannot let go of the lock: " + e.getMessage(), e);
        }
    }
}
