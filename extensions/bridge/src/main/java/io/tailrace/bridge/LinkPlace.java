/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.client.Client;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FolderName;
import io.tailrace.liveness.KernelLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;

/**
 * The place of one end of a link in the driver's directory: a client of the driver, a kernel lock, so that only one
 * process works as this end, and the directory of its embedded Aeron driver. The directory always has the same name, so
 * the files of a dead process are replaced.
 */
final class LinkPlace implements AutoCloseable {
    final Client client;
    final DriverDirectory directory;
    private final Consumer<Throwable> errors;
    private final KernelLock lock;
    private final Path aeronDirectory;

    /**
     * Takes the place.
     *
     * @param program the name of the client
     * @throws TailraceException if another process has it
     */
    LinkPlace(Path driverDirectory, String program, String end, Consumer<Throwable> errors) throws IOException {
        this.errors = errors;
        client = (Client) Tailrace.connect(TailraceConfig.DEFAULT
                .withDirectory(driverDirectory)
                .withName(program)
                .withErrorHandler(errors));
        try {
            directory = new DriverDirectory(client.directory());
            FileAccess access = FileAccess.of(directory.path());
            access.createDirectoryIfMissing(directory.links());
            String file = FolderName.of(end);
            KernelLock acquired = KernelLock.tryAcquire(directory.links().resolve(file + ".lock"), access);
            if (acquired == null) {
                throw new TailraceException("this end of the link is in use: end=" + end + ", directory="
                        + directory.path() + "; end the process that has it");
            }
            lock = acquired;
            aeronDirectory = directory.links().resolve(file + ".aeron");
        } catch (Throwable t) {
            client.close();
            throw t;
        }
    }

    AeronHost launchAeron(AeronConfig aeron) {
        return AeronHost.launch(aeron, aeronDirectory, AeronHost.LIVENESS_NS, errors);
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
        client.close(); // Before the lock: as soon as the place is free, the next sender takes the name.
        lock.close();
    }
}
