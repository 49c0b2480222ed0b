/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.file.FileAccess;
import io.tailrace.segment.FolderName;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The place of one end of a link in the driver's directory: a kernel lock, so that only one process works as this end,
 * and the directory of its embedded Aeron driver. The directory always has the same name, so the files of a dead
 * process are replaced.
 */
final class LinkPlace implements AutoCloseable {
    private final KernelLock lock;
    private final Path aeronDirectory;

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

    Path aeronDirectory() {
        return aeronDirectory;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
