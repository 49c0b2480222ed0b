/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Subscription;
import io.tailrace.driver.DirectoryInUseException;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.liveness.KernelLock;
import io.tailrace.testing.Await;
import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A program in the process of a client or of a driver opens and closes the lock files, and so drops the process's
 * locks. The process lives, so no other process takes it for dead; and its death is noticed as usual.
 */
final class DroppedLockIT {
    /** The kernel is asked about each client that has been silent for 60 ms. */
    private static final long STALL_MS = 500;

    @RegisterExtension
    final Scene scene = new Scene();

    private final AtomicInteger received = new AtomicInteger();

    /** Makes it drop its locks all the time, then stops it at a moment when the kernel reports this lock as free. */
    private static void stopWithoutLock(JavaProcess meddler, Path lock) throws Exception {
        meddler.tell("meddle");
        meddler.awaitLine("MEDDLING");
        meddler.stop();
        while (probe(lock) != KernelLock.Holder.DEAD) {
            meddler.resume();
            ChildProcess.pause();
            meddler.stop();
        }
    }

    private static KernelLock.Holder probe(Path lock) {
        try {
            return KernelLock.probe(lock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void ask(JavaProcess meddler, String word, String answer) {
        meddler.tell(word);
        meddler.awaitLine(answer);
    }

    /** Its claim is committed although its lock was dropped meanwhile. */
    private void commit(JavaProcess meddler, LocalClient client, Subscription subscription) throws Exception {
        meddler.resume();
        ask(meddler, "commit", "COMMITTED");
        Await.until("its message", () -> {
            subscription.poll((buffer, offset, length, header) -> received.incrementAndGet(), 64);
            return received.get() == 1;
        });
        client.assertNoErrors();
    }

    @Test
    void aClientWhoseLockWasDroppedIsNotTakenForDead() throws Exception {
        JavaProcess driver = scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace().addSubscription(Cast.STREAM);
            JavaProcess meddler = scene.start("meddle");
            Path lock = scene.directory().resolve("clients/" + meddler.awaitLine("CLIENT") + "/lock");
            ask(meddler, "meddle once", "MEDDLED");
            Await.until("it has its lock again", () -> probe(lock) == KernelLock.Holder.ALIVE);

            ask(meddler, "claim", "CLAIMED");
            stopWithoutLock(meddler, lock);
            Thread.sleep(STALL_MS);
            assertTrue(Files.exists(lock), "it lives");
            commit(meddler, client, subscription);

            stopWithoutLock(meddler, lock);
            meddler.kill();
            Await.promised("its death is known", () -> subscription.imageCount() == 0 && Files.notExists(lock));
        }
        assertEquals("", driver.err());
    }

    @Test
    void aDriverWhoseLockWasDroppedIsNotTakenForDead() throws Exception {
        JavaProcess embedding = scene.start("meddle", "open=true");
        embedding.awaitLine("CLIENT");
        Path lock = scene.directory().resolve("driver.lock");
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace().addSubscription(Cast.STREAM);
            ask(embedding, "claim", "CLAIMED");
            stopWithoutLock(embedding, lock);
            Thread.sleep(STALL_MS);
            assertTrue(client.tailrace().isDriverAlive());
            DriverConfig config = DriverConfig.DEFAULT.withDirectory(scene.directory());
            assertThrows(DirectoryInUseException.class, () -> MediaDriver.launch(config)
                    .close());
            commit(embedding, client, subscription);

            stopWithoutLock(embedding, lock);
            embedding.kill();
            MediaDriver.launch(config).close();
            Await.until("its end is known", () -> !client.tailrace().isDriverAlive());
        }
    }
}
