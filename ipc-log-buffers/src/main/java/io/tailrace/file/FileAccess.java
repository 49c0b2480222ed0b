/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The users that may use the files: their owner alone (directories 0700, files 0600), or a group as well (files 0660;
 * directories by {@link Entries}, each with the setgid bit, so that what is created there belongs to the group too).
 * Modes are set explicitly, so the umask has no effect.
 *
 * <p>For POSIX file systems; the methods throw {@link UnsupportedOperationException} on others. Immutable, for any
 * thread.
 *
 * @param group the group that shares the files, or null for their owner alone
 */
public record FileAccess(@Nullable GroupPrincipal group) {

    /**
     * The users that may make, replace and remove entries of a directory that a group shares. If members may do so, a
     * path cannot be relied on, because they may put a link there at any moment.
     */
    public enum Entries {
        /** Only the owner of the directory. */
        OF_OWNER(02750),
        /** Every member, but only their own entries; the owner of the directory, all of them (the sticky bit). */
        OF_EACH(03770),
        /** Every member, all of them. */
        OF_ALL(02770);

        private final int mode;

        Entries(int mode) {
            this.mode = mode;
        }
    }

    /** The owner alone. */
    public static final FileAccess PRIVATE = new FileAccess(null);

    /** The mode of a file from its first moment on, until it gets its final one. */
    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE = permissions("rw-------");

    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY = permissions("rwx------");

    /** Permissions and the setgid bit in one number: {@code Files.setPosixFilePermissions} cannot set the latter. */
    private static final String MODE = "unix:mode";

    private static final Set<PosixFilePermission> GROUP_TOO = PosixFilePermissions.fromString("rw-rw----");

    /**
     * Returns the group of this name.
     *
     * @throws UserPrincipalNotFoundException if there is none
     * @throws IOException if the groups cannot be looked up
     */
    public static GroupPrincipal groupOf(String name) throws IOException {
        return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
    }

    /**
     * The access that a directory was made with: shared with its group if the group may enter it and the setgid bit is
     * set.
     */
    public static FileAccess of(Path directory) throws IOException {
        Ownership found = Ownership.of(directory);
        boolean shared = (found.mode() & Entries.OF_OWNER.mode) == Entries.OF_OWNER.mode;
        return shared ? new FileAccess(found.group()) : PRIVATE;
    }

    public boolean groupShared() {
        return group != null;
    }

    /** Creates a directory in which only its owner makes files, as {@link #createDirectory(Path, Entries)}. */
    public void createDirectory(Path path) throws IOException {
        createDirectory(path, Entries.OF_OWNER);
    }

    /** Creates a directory as {@link #createDirectory(Path)}, unless there is something at the path. */
    public void createDirectoryIfMissing(Path path) throws IOException {
        try {
            createDirectory(path);
        } catch (FileAlreadyExistsException e) {
            // Another process was faster, or the directory existed before.
        }
    }

    /**
     * Creates a directory, but not its parents. No other user may be able to put another directory in its place.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the path
     * @throws IOException if it cannot be created, or cannot get its group and mode; then nothing remains
     */
    public void createDirectory(Path path, Entries entries) throws IOException {
        try {
            Files.createDirectory(path, PRIVATE_DIRECTORY);
        } catch (IOException e) {
            throw NoInodeException.explain(e, path);
        }
        try {
            applyToDirectory(path, entries);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /**
     * Gives an existing file its group and mode. The file must be readable to its owner; symbolic links are refused,
     * even one that is put there at this moment.
     *
     * @throws IOException if the caller may not, for example because it is not a member of the group
     */
    public void applyToFile(Path path) throws IOException {
        try (OpenFolder folder = OpenFolder.parentOf(path)) {
            folder.apply(path.getFileName(), group, groupShared() ? GROUP_TOO : PRIVATE_FILE.value());
        }
    }

    /**
     * Gives an existing directory its group and mode. No other user may be able to put another directory in its place.
     */
    public void applyToDirectory(Path path, Entries entries) throws IOException {
        // NOFOLLOW_LINKS alone is not enough: since JDK-8062795 (seen on JDK 25) the mode of a link's target is set.
        if (Files.isSymbolicLink(path)) {
            throw new FileSystemException(path.toString(), null, "mode not set: symbolic link");
        }
        // The group before the mode: changing the group clears the setgid bit.
        if (group != null) {
            Files.setAttribute(path, "posix:group", group, LinkOption.NOFOLLOW_LINKS);
        }
        Files.setAttribute(path, MODE, groupShared() ? entries.mode : 0700, LinkOption.NOFOLLOW_LINKS);
    }

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
