/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Subscription;
import io.tailrace.control.KernelLock;
import io.tailrace.driver.DirectoryInUseException;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A program in the process of a client or of a driver opens and closes the lock files, and so drops the process's
 * locks. The process lives, so no other process takes it for dead; and its death is noticed as usual.
 */
final class DroppedLockIT {
    private static final String STREAM = "quotes";
    /** The kernel is asked about each client that has been silent for 60 ms. */
    private static final long STALL_MS = 500;

    @RegisterExtension
    final Scene scene = new Scene();

    private JavaProcess startMeddler(String how) throws Exception {
        return scene.start(MeddlerMain.class, scene.directory(), STREAM, how);
    }

    /** Makes it drop its locks all the time, then stops it at a moment when the kernel reports this lock as free. */
    private void stopWithoutLock(JavaProcess meddler, Path lock) throws Exception {
        meddler.tell("meddle");
        meddler.awaitLine("MEDDLING");
        meddler.stop();
        while (probe(lock) != KernelLock.Holder.DEAD) {
            meddler.resume();
            Thread.sleep(1);
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

    private Path lockOf(String clientId) {
        return scene.directory().resolve("clients/" + clientId + "/lock");
    }

    private void poll(LocalClient client, Subscription subscription, AtomicInteger received, int until) {
        Await.until(LocalClient.PATIENCE_NS, until + " messages", () -> {
            subscription.poll((buffer, offset, length, header) -> received.incrementAndGet(), 64);
            return received.get() >= until;
        });
        assertEquals(List.of(), List.copyOf(client.errors()));
    }

    @Test
    void aClientWhoseLockWasDroppedIsNotTakenForDead() throws Exception {
        JavaProcess driver = scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace().addSubscription(STREAM);
            JavaProcess meddler = startMeddler("connect");
            Path lock = lockOf(meddler.awaitLine("CLIENT"));
            meddler.tell("claim");
            meddler.awaitLine("CLAIMED");
            stopWithoutLock(meddler, lock);
            Thread.sleep(STALL_MS);
            assertTrue(Files.exists(lock), "it lives");
            meddler.resume();
            meddler.tell("commit");
            meddler.awaitLine("COMMITTED");
            AtomicInteger received = new AtomicInteger();
            poll(client, subscription, received, 1);

            stopWithoutLock(meddler, lock);
            meddler.kill();
            long startNs = System.nanoTime();
            Await.until("its death is known", () -> subscription.imageCount() == 0 && Files.notExists(lock));
            assertTrue(System.nanoTime() - startNs < LocalClient.PROMISE_NS);
        }
        assertEquals("", driver.err());
    }

    @Test
    void aClientTakesItsLockAgain() throws Exception {
        scene.startDriver();
        JavaProcess meddler = startMeddler("connect");
        Path lock = lockOf(meddler.awaitLine("CLIENT"));
        meddler.tell("meddle once");
        meddler.awaitLine("MEDDLED");
        Await.until("it has its lock again", () -> probe(lock) == KernelLock.Holder.ALIVE);
    }

    @Test
    void aClientThatIsClosedIsGoneAlthoughItsProcessLives() throws Exception {
        JavaProcess driver = scene.startDriver();
        JavaProcess meddler = startMeddler("connect");
        Path lock = lockOf(meddler.awaitLine("CLIENT"));
        meddler.tell("meddle");
        meddler.awaitLine("MEDDLING");
        meddler.tell("close");
        meddler.awaitLine("CLOSED");

        Await.until("its files are deleted", () -> Files.notExists(lock.getParent()));
        assertEquals("", driver.err());
    }

    @Test
    void aDriverWhoseLockWasDroppedIsNotTakenForDead() throws Exception {
        JavaProcess embedding = startMeddler("open");
        embedding.awaitLine("CLIENT");
        Path lock = scene.directory().resolve("driver.lock");
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace().addSubscription(STREAM);
            embedding.tell("claim");
            embedding.awaitLine("CLAIMED");
            stopWithoutLock(embedding, lock);
            Thread.sleep(STALL_MS);
            assertTrue(client.tailrace().isDriverAlive());
            DriverConfig config = DriverConfig.DEFAULT.withDirectory(scene.directory());
            assertThrows(DirectoryInUseException.class, () -> MediaDriver.launch(config)
                    .close());
            embedding.resume();
            embedding.tell("commit");
            embedding.awaitLine("COMMITTED");
            poll(client, subscription, new AtomicInteger(), 1);

            stopWithoutLock(embedding, lock);
            embedding.kill();
            MediaDriver.launch(config).close();
            Await.until("its end is known", () -> !client.tailrace().isDriverAlive());
        }
    }
}
