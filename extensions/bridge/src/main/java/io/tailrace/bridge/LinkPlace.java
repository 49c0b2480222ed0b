/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.liveness.KernelLock;
import io.tailrace.segment.FolderName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The place of one end of a link in the driver's directory: a kernel lock, so that only one process works as this end,
 * and the directory of its embedded Aeron driver. The directory always has the same name, so the files of a dead
 * process are replaced.
 */
final class LinkPlace implements AutoCloseable {
    private final KernelLock lock;
    final Path aeronDirectory;

    private LinkPlace(KernelLock lock, Path aeronDirectory) {
        this.lock = lock;
        this.aeronDirectory = aeronDirectory;
    }

    /**
     * Takes the place.
     *
     * @throws TailraceException if another process has it
     */
    static LinkPlace take(DriverDirectory directory, String name) throws IOException {
        FileAccess access = FileAccess.of(directory.path());
        access.createDirectoryIfMissing(directory.links());
        String file = FolderName.of(name);
        @Nullable KernelLock lock = KernelLock.tryAcquire(directory.links().resolve(file + ".lock"), access);
        if (lock == null) {
            throw new TailraceException("this end of the link is in use: end=" + name + ", directory="
                    + directory.path() + "; end the process that has it");
        }
        return new LinkPlace(lock, directory.links().resolve(file + ".aeron"));
    }

    /** {@return what tells a directory from all others, also from those of hosts with the same name} */
    static String identity(Path directory) {
        try {
            Object key =
                    Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip() + key;
        } catch (IOException e) {
            throw new UncheckedIOException("no directory: directory=" + directory, e);
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
