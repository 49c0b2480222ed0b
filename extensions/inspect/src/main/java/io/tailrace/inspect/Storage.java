/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.file.HugePages;
import io.tailrace.log.LogFiles;
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
 * @param freeInodes how many more files and folders it takes, {@link #UNLIMITED} also if unknown
 * @param fileUnit the bytes of which each file takes a multiple
 */
public record Storage(String type, long totalBytes, long usableBytes, long freeInodes, long fileUnit) {
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** The folder of a log and its files. */
    private static final int INODES_OF_LOG = 1 + LogFiles.MAPPINGS;
    /** The folder of a client, its commands, lock, sleepers and socket: without them nobody can ask for a log. */
    private static final int INODES_OF_CLIENT = 5;

    /** A file system without a limit on its inodes, and without huge pages. */
    public Storage(String type, long totalBytes, long usableBytes) {
        this(type, totalBytes, usableBytes, UNLIMITED, 1);
    }

    static Storage of(Path path) {
        Path existing = existing(path);
        File file = existing.toFile();
        return new Storage(
                type(existing), file.getTotalSpace(), file.getUsableSpace(), UNLIMITED, HugePages.fileUnit(existing));
    }

    /** {@return the path, or the first folder above it that exists} */
    public static Path existing(Path path) {
        Path existing = path.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing;
    }

    private static String type(Path path) {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException | SecurityException e) {
            return ""; // In some containers a path has no mount point.
        }
    }

    /** {@return the same with a known number of free inodes, which Java cannot ask for} */
    public Storage withFreeInodes(long inodes) {
        return new Storage(type, totalBytes, usableBytes, inodes, fileUnit);
    }

    /** {@return the bytes that the files of a log take} */
    public long bytesOfLog(int termLength) {
        return LogLayout.filesLength(termLength, fileUnit);
    }

    /** {@return how many more logs of this term length fit, if another client comes} */
    public long logs(int termLength) {
        return Math.min(usableBytes / bytesOfLog(termLength), logsByInodes());
    }

    private long logsByInodes() {
        return Math.max(0, freeInodes - INODES_OF_CLIENT) / INODES_OF_LOG;
    }

    /** {@return whether it takes fewer logs because of its inodes than because of its bytes} */
    public boolean isShortOfInodes(int termLength) {
        return logsByInodes() < usableBytes / bytesOfLog(termLength);
    }

    /** {@return the free inodes if it is short of them, as a further part of a sentence} */
    public String describeInodes(int termLength) {
        return isShortOfInodes(termLength) ? ", free inodes=" + freeInodes : "";
    }
}
