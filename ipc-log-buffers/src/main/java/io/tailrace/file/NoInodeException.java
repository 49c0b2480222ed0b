/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file system takes no further file, although it has space for bytes. The kernel's error is the same in both cases,
 * and its text depends on the locale, so this is tried out.
 */
public final class NoInodeException extends FileSystemException {
    private static final long serialVersionUID = 1;

    /** With less, it may be bytes that a new file lacks: some file systems take a block for its name. */
    private static final long FEW_BYTES = 64 * 1024;

    private NoInodeException(FileSystemException failure, long usableBytes) {
        super(
                failure.getFile(),
                null,
                failure.getReason() + ": no inode is free (df -i), though bytes are: free=" + usableBytes
                        + "; delete files, or mount with a larger nr_inodes");
        initCause(failure);
    }

    /** {@return the failure to make a file or directory, explained if a lack of inodes caused it} */
    public static IOException explain(IOException failure, Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (failure.getClass() != FileSystemException.class || folder == null || !Files.isWritable(folder)) {
            return failure; // A subclass names another cause; a folder that is read-only is one, too.
        }
        long usableBytes = folder.toFile().getUsableSpace();
        return usableBytes < FEW_BYTES || takesDirectory(folder)
                ? failure
                : new NoInodeException((FileSystemException) failure, usableBytes);
    }

    /** A directory needs an inode, and no descriptor, which may be what the failure was about. */
    private static boolean takesDirectory(Path folder) {
        Path probe = TemporaryName.of(
                folder.resolve("inode-" + ProcessHandle.current().pid()));
        try {
            Files.createDirectory(probe);
            Files.delete(probe);
            return true;
        } catch (FileAlreadyExistsException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
