/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.WRITE;

import io.tailrace.internal.Uninterrupted;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Deletes files so that their space is free at once. A deleted file keeps its space as long as a process has it mapped,
 * and a JVM unmaps only when it collects garbage. So the file is also truncated: a thread that still reads it gets an
 * {@link InternalError}, at once or a little later. Any thread.
 */
public final class Removal {
    private Removal() {}

    /**
     * Deletes a file, and truncates it to nothing. It loses its name first, so that nobody opens an empty file. Has no
     * effect if there is none.
     */
    public static void delete(Path path) throws IOException {
        if (!Files.isRegularFile(path, NOFOLLOW_LINKS)) { // Opening a pipe would wait for its other end.
            Files.deleteIfExists(path);
            return;
        }
        Uninterrupted.run(() -> {
            try (FileChannel channel = FileChannel.open(path, WRITE, NOFOLLOW_LINKS)) {
                Files.deleteIfExists(path);
                channel.truncate(0);
            } catch (NoSuchFileException e) {
                // Another process was faster.
            }
            return path;
        });
    }
}
