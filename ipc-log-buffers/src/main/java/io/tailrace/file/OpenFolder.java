/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.tailrace.internal.PendingFault;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A directory held open. Each operation works in this very directory, even if another user has put a link or another
 * directory in its place meanwhile. With a path there is always a moment between the check and the operation. Links in
 * it are not followed. Used by one thread.
 */
public final class OpenFolder implements AutoCloseable {
    private final Path path;
    private final SecureDirectoryStream<Path> stream;
    private @Nullable List<String> names;

    private OpenFolder(Path path, SecureDirectoryStream<Path> stream) {
        this.path = path;
        this.stream = stream;
    }

    /**
     * Opens a directory.
     *
     * @throws NoSuchFileException if there is none
     * @throws NotDirectoryException if something else is there, or a link
     */
    @SuppressWarnings("StreamResourceLeak") // The OpenFolder closes it.
    public static OpenFolder open(Path path) throws IOException {
        PendingFault.raise(); // Not under the lock of the JDK's stream.
        BasicFileAttributes named = Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
        // Opens the dot, because opening a pipe that was put there meanwhile would wait for its other end.
        DirectoryStream<Path> opened = Files.newDirectoryStream(path.resolve("."));
        if (!(opened instanceof SecureDirectoryStream<Path> stream)) {
            opened.close();
            throw new UnsupportedOperationException("no openat(2) here: path=" + path);
        }
        OpenFolder folder = new OpenFolder(path, stream);
        try {
            folder.require(named);
            return folder;
        } catch (IOException | RuntimeException e) {
            try (folder) {
                throw e;
            }
        }
    }

    /** Opens the directory that a file is in, as {@link #open}. */
    public static OpenFolder parentOf(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new NoSuchFileException(file.toString());
        }
        return open(parent);
    }

    /** Checks that the opened directory is the one that the path itself named, and not one that a link leads to. */
    private void require(BasicFileAttributes named) throws IOException {
        Object opened = stream.getFileAttributeView(BasicFileAttributeView.class)
                .readAttributes()
                .fileKey();
        if (!named.isDirectory() || opened == null || !opened.equals(named.fileKey())) {
            throw new NotDirectoryException(path.toString());
        }
    }

    /** Sets the permissions of a file in it, and its group unless that is null. */
    public void apply(Path name, @Nullable GroupPrincipal group, Set<PosixFilePermission> permissions)
            throws IOException {
        PosixFileAttributeView view = stream.getFileAttributeView(name, PosixFileAttributeView.class, NOFOLLOW_LINKS);
        try {
            if (group != null) {
                view.setGroup(group);
            }
            view.setPermissions(permissions);
        } catch (FileSystemException e) {
            throw withPath(e, name);
        }
    }

    /** Creates a file for writing, accessible only to its owner. */
    public SeekableByteChannel create(Path name) throws IOException {
        try {
            return stream.newByteChannel(name, Set.of(CREATE_NEW, WRITE), FileAccess.PRIVATE_FILE);
        } catch (FileSystemException e) {
            throw withPath(e, name);
        }
    }

    /**
     * Opens a file for reading. It is also opened for writing, because opening a pipe only for reading would wait for
     * its other end.
     */
    public SeekableByteChannel open(String name) throws IOException {
        return stream.newByteChannel(Path.of(name), Set.of(READ, WRITE, NOFOLLOW_LINKS));
    }

    /** {@return the names of its entries at the first call} A directory stream can be read only once. */
    public List<String> list() throws IOException {
        if (names == null) {
            List<String> found = new ArrayList<>();
            try {
                stream.forEach(entry -> found.add(entry.getFileName().toString()));
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
            names = found;
        }
        return names;
    }

    /** Deletes a file, or an empty directory. Has no effect if there is none. */
    public void delete(String entry) throws IOException {
        Path name = Path.of(entry);
        try {
            if (isDirectory(entry)) {
                stream.deleteDirectory(name);
            } else {
                stream.deleteFile(name);
            }
        } catch (NoSuchFileException e) {
            // Another process was faster.
        } catch (FileSystemException e) {
            throw withPath(e, name);
        }
    }

    /**
     * Deletes a file, or a directory with its contents. Files that another process adds or deletes meanwhile are
     * ignored.
     */
    public void deleteTree(String entry) throws IOException {
        try {
            if (isDirectory(entry)) {
                SecureDirectoryStream<Path> inner = stream.newDirectoryStream(Path.of(entry), NOFOLLOW_LINKS);
                try (OpenFolder folder = new OpenFolder(path.resolve(entry), inner)) {
                    for (String name : folder.list()) {
                        folder.deleteTree(name);
                    }
                }
            }
            delete(entry);
        } catch (NoSuchFileException | DirectoryNotEmptyException e) {
            // Another process was faster.
        }
    }

    /**
     * {@return whether the entry is a directory, and not a link to one}
     *
     * @throws NoSuchFileException if there is nothing
     */
    public boolean isDirectory(String name) throws IOException {
        return stream.getFileAttributeView(Path.of(name), BasicFileAttributeView.class, NOFOLLOW_LINKS)
                .readAttributes()
                .isDirectory();
    }

    /** The whole path, which the JDK does not know here. */
    private FileSystemException withPath(FileSystemException e, Path name) {
        String file = path.resolve(name).toString();
        FileSystemException complete = e instanceof DirectoryNotEmptyException
                ? new DirectoryNotEmptyException(file)
                : e instanceof AccessDeniedException
                        ? new AccessDeniedException(file, null, e.getReason())
                        : new FileSystemException(file, null, e.getReason());
        complete.initCause(e);
        return complete;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
