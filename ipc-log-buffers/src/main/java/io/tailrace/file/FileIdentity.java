/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** Distinguishes a file or directory from another one that takes its place: the two identities are not equal. */
public final class FileIdentity {
    private FileIdentity() {}

    /**
     * {@return the identity of the file that a path leads to}
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    public static Object of(Path path) throws IOException {
        return of(path, Files.readAttributes(path, BasicFileAttributes.class));
    }

    /**
     * {@return the identity of the file that these attributes were read from} As long as any process has it open, no
     * other file gets its inode.
     */
    public static Object of(Path path, BasicFileAttributes attributes) throws IOException {
        Object key = attributes.fileKey();
        return key == null ? List.of(path.toRealPath(), attributes.creationTime()) : key;
    }
}
