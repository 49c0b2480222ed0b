/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.log.LogLayout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file system at one moment.
 *
 * @param type the kernel's name for it, such as {@code tmpfs}; empty if unknown
 * @param totalBytes its size, 0 if unknown
 * @param usableBytes the bytes that this user may still take
 */
public record Storage(String type, long totalBytes, long usableBytes) {
    static Storage of(Path path) {
        Path existing = path.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        File file = existing.toFile();
        return new Storage(type(existing), file.getTotalSpace(), file.getUsableSpace());
    }

    private static String type(Path path) {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException | SecurityException e) {
            return ""; // In some containers a path has no mount point.
        }
    }

    /** {@return how many more logs of this term length fit} */
    public long logs(int termLength) {
        return usableBytes / LogLayout.filesLength(termLength);
    }
}
