/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may use the files: their owner alone (directories 0700, files 0600), or a group as well (2770 and 0660, so that
 * what is created in a directory belongs to its group too). Modes are set explicitly, so the umask has no say.
 *
 * <p>For POSIX file systems; the methods throw {@link UnsupportedOperationException} on others. Immutable, for any
 * thread.
 *
 * @param group the group that shares the files, or null for their owner alone
 */
public record FileAccess(@Nullable GroupPrincipal group) {

    /** The owner alone. */
    public static final FileAccess PRIVATE = new FileAccess(null);

    /** What a file has from its first moment on, until it is given its final mode. */
    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE = permissions("rw-------");

    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY = permissions("rwx------");

    /** Permissions and the setgid bit in one number: {@code Files.setPosixFilePermissions} can not set the latter. */
    private static final String MODE = "unix:mode";

    /**
     * The owner and the group of this name.
     *
     * @throws UserPrincipalNotFoundException if there is no such group
     * @throws IOException if the groups can not be looked up
     */
    public static FileAccess sharedWith(String groupName) throws IOException {
        return new FileAccess(
                FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByGroupName(groupName));
    }

    /** The access that a directory was made with: shared with its group if the group may write to it. */
    public static FileAccess of(Path directory) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(directory, PosixFileAttributes.class);
        boolean shared = attributes.permissions().contains(PosixFilePermission.GROUP_WRITE);
        return shared ? new FileAccess(attributes.group()) : PRIVATE;
    }

    /** Tells whether a group shares the files. */
    public boolean groupShared() {
        return group != null;
    }

    /** Returns the mode of directories. */
    public int directoryMode() {
        return groupShared() ? 02770 : 0700;
    }

    /** Returns the mode of files. */
    public int fileMode() {
        return groupShared() ? 0660 : 0600;
    }

    /**
     * Creates a directory, and not its parents.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the path
     * @throws IOException if it can not be created, or not be given its group and mode; nothing is left then
     */
    public void createDirectory(Path path) throws IOException {
        Files.createDirectory(path, PRIVATE_DIRECTORY);
        try {
            apply(path, directoryMode());
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /**
     * Gives an existing file its group and mode. The file must be readable to its owner; symbolic links are refused.
     *
     * @throws IOException if the caller may not, for example because it is not a member of the group
     */
    public void applyToFile(Path path) throws IOException {
        apply(path, fileMode());
    }

    /** Gives an existing directory its group and mode, as {@link #applyToFile}. */
    public void applyToDirectory(Path path) throws IOException {
        apply(path, directoryMode());
    }

    private void apply(Path path, int mode) throws IOException {
        // NOFOLLOW_LINKS alone is not enough: since JDK-8062795 (seen on JDK 25) the mode of a link's target is set.
        if (Files.isSymbolicLink(path)) {
            throw new FileSystemException(path.toString(), null, "mode not set: symbolic link");
        }
        // The group before the mode: changing the group clears the setgid bit.
        if (group != null) {
            Files.setAttribute(path, "posix:group", group, LinkOption.NOFOLLOW_LINKS);
        }
        Files.setAttribute(path, MODE, mode, LinkOption.NOFOLLOW_LINKS);
    }

    private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }
}
