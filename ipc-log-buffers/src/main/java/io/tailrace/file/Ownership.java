/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Objects;

/**
 * The owner of a file or directory, and the other users that may write to it. Everything that a program sends and
 * receives is in shared memory: the owner can read the one and forge the other. For a symbolic link this is the owner
 * of the link itself.
 *
 * @param uid the number of the owner; it may have no name
 * @param mode type and permissions, as {@code stat} has them
 */
public record Ownership(int uid, String owner, GroupPrincipal group, int mode) {
    private static final Path OWN_PROCESS = Path.of("/proc/self");
    private static final int TYPE = 0170000;
    private static final int LINK = 0120000;
    private static final int DIRECTORY = 0040000;
    private static final int GROUP_ENTERS = 0050;
    private static final int OTHERS_WRITE = 0002;

    /**
     * Reads the owner and the mode of a path.
     *
     * @throws java.nio.file.NoSuchFileException if there is nothing
     */
    public static Ownership of(Path path) throws IOException {
        Map<String, Object> found = read(path, "unix:uid,owner,group,mode");
        return new Ownership(
                get(found, "uid", Integer.class),
                get(found, "owner", UserPrincipal.class).getName(),
                get(found, "group", GroupPrincipal.class),
                get(found, "mode", Integer.class));
    }

    private static Map<String, Object> read(Path path, String attributes) throws IOException {
        return Files.readAttributes(path, attributes, LinkOption.NOFOLLOW_LINKS);
    }

    private static <T> T get(Map<String, Object> attributes, String name, Class<T> type) {
        return Objects.requireNonNull(type.cast(attributes.get(name)), name);
    }

    /** {@return whether it belongs to the user that this process runs as} */
    public boolean isOwn() throws IOException {
        return uid == ownUid();
    }

    /** {@return the number of the user that this process runs as} */
    public static int ownUid() throws IOException {
        if (Files.exists(OWN_PROCESS)) {
            return (int) Files.getAttribute(OWN_PROCESS, "unix:uid");
        }
        Path made = Files.createTempFile("tailrace", ".owner"); // Used if there is no /proc.
        try {
            return of(made).uid;
        } finally {
            Files.delete(made);
        }
    }

    public boolean isRoots() {
        return uid == 0;
    }

    public boolean isLink() {
        return (mode & TYPE) == LINK;
    }

    public boolean isDirectory() {
        return (mode & TYPE) == DIRECTORY;
    }

    /** {@return whether it is a directory that its group may list and enter} */
    public boolean isSharedWith(GroupPrincipal other) {
        return isDirectory() && (mode & GROUP_ENTERS) == GROUP_ENTERS && group.equals(other);
    }

    /** {@return whether every user may write to it} The mode of a link says nothing. */
    public boolean othersMayWrite() {
        return othersMayWrite(mode);
    }

    private static boolean othersMayWrite(int mode) {
        return (mode & TYPE) != LINK && (mode & OTHERS_WRITE) != 0;
    }

    /**
     * Refuses a file that belongs to another user than this, and one that every user may write to.
     *
     * @throws AccessDeniedException with the reason
     */
    public void requireSameOwner(Path path) throws IOException {
        // Numbers only: this runs for each file that is mapped, and looking up names takes four times as long.
        Map<String, Object> found = read(path, "unix:uid,mode");
        if (get(found, "uid", Integer.class) != uid) {
            throw new AccessDeniedException(
                    path.toString(),
                    null,
                    "it belongs to another user: owner=" + of(path).owner + ", expected=" + owner);
        }
        requireNotForAnybody(path, get(found, "mode", Integer.class));
    }

    /** Refuses a file that every user may write to. The path is for the message. */
    public void requireNotForAnybody(Path path) throws AccessDeniedException {
        requireNotForAnybody(path, mode);
    }

    private static void requireNotForAnybody(Path path, int mode) throws AccessDeniedException {
        if (othersMayWrite(mode)) {
            throw new AccessDeniedException(
                    path.toString(), null, "every user may write to it: mode=" + Integer.toOctalString(mode & ~TYPE));
        }
    }
}
