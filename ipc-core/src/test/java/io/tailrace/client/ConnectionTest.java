/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tailrace.TailraceConfig;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.liveness.KernelLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client searches for the next driver while that starts. */
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int LOOKS = 20_000;

    @TempDir
    Path folder;

    /** The next driver holds the lock, renames the old control file, and only then creates its own. */
    @Test
    void aControlFileThatIsJustBeingReplacedMeansThatThereIsNoDriverYet() throws Exception {
        DriverDirectory directory = new DriverDirectory(folder);
        Files.createDirectory(directory.clients());
        try (KernelLock lock = KernelLock.tryAcquire(directory.lockFile(), FileAccess.PRIVATE);
                ControlFile control =
                        ControlFile.create(directory.controlFile(), FileAccess.PRIVATE, 1, 1, TERM_LENGTH, 1)) {
            Connection connection = Connection.make(TailraceConfig.DEFAULT.withDirectory(folder));
            AtomicBoolean ended = new AtomicBoolean();
            CompletableFuture<Void> starts = CompletableFuture.runAsync(() -> retireAndRestore(directory, ended));
            try {
                for (int i = 0; i < LOOKS; i++) {
                    assertNull(connection.rejoin(), "joined the driver before");
                }
                assertFalse(starts.isDone(), "the file was not renamed");
            } finally {
                ended.set(true);
                starts.join();
                connection.close();
            }
        }
    }

    private static void retireAndRestore(DriverDirectory directory, AtomicBoolean ended) {
        try {
            while (!ended.get()) {
                Files.move(directory.controlFile(), directory.previousControlFile(), StandardCopyOption.ATOMIC_MOVE);
                Files.move(directory.previousControlFile(), directory.controlFile(), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
