/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A process that stores the position of its work is killed again and again under load. Meanwhile the log of that
 * position continues, or ends and is retained while the next log begins, and the driver is killed at times: each
 * message is handled once. {@code tailrace.test.kills} sets how often; {@code tailrace.test.seed} repeats a run.
 */
@Timeout(900)
final class PositionDeathIT {
    private static final String STREAM = "quotes";
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int KILLS_A_DRIVER = 3;
    private static final int TERM_LENGTH = 1024 * 1024;
    private static final int RETAINED_MS = 600_000;
    private static final int RATE = 50_000;
    private static final int MAX_DELAY_MS = 200;

    @RegisterExtension
    final Scene scene = new Scene();

    private final long seed = Seeds.of(PositionDeathIT.class);
    private final Random random = new Random(seed);
    private MappedBuffer notes;
    private JavaProcess driver;
    private JavaProcess subscriber;
    private volatile boolean ended;
    private volatile boolean nextLog;
    private volatile long offered;

    private void startDriver() throws Exception {
        driver = scene.start(DriverProcessMain.class, scene.directory(), TERM_LENGTH, RETAINED_MS);
    }

    private void startSubscriber() throws Exception {
        subscriber = scene.start(
                PositionMain.class, scene.directory(), STREAM, scene.root().resolve("notes"));
    }

    /**
     * Publishes numbered messages at a fixed rate while there is a reader, and in a new log each time the test asks for
     * one.
     */
    private Thread publish(LocalClient client) {
        Thread thread = new Thread(() -> {
            MappedBuffer buffer = MappedBuffer.allocate(Long.BYTES);
            Publication publication = client.tailrace().addPublication(STREAM);
            long startNs = System.nanoTime();
            long number = 0;
            while (!ended) {
                if (nextLog) {
                    publication.close();
                    publication = addOnceADriverIsThere(client.tailrace());
                    nextLog = false;
                }
                buffer.putLong(0, number);
                boolean isDue = number < (System.nanoTime() - startNs) / (1_000_000_000 / RATE);
                if (isDue && publication.offer(buffer, 0, Long.BYTES) > 0) {
                    offered = ++number;
                } else {
                    LockSupport.parkNanos(100_000);
                }
            }
        });
        thread.start();
        return thread;
    }

    /**
     * The driver that was killed last may have no successor yet: until then a client that does not embed a driver is
     * refused.
     */
    private static Publication addOnceADriverIsThere(Tailrace tailrace) {
        while (true) {
            try {
                return tailrace.addPublication(STREAM);
            } catch (NoDriverException e) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private void await(long count) {
        Await.until(
                LocalClient.PATIENCE_NS,
                "it continues, seed=" + seed,
                () -> notes.getLongAcquire(PositionMain.COUNT) >= count);
        assertEquals(0, notes.getLong(PositionMain.WRONG), "lost or repeated, seed=" + seed);
    }

    @Test
    void whoKeepsItsPositionGetsEachMessageOnce() throws Exception {
        Path file = scene.root().resolve("notes");
        notes = MappedFile.create(file, PositionMain.NOTES_LENGTH, FileAccess.PRIVATE)
                .buffer();
        startDriver();
        driver.awaitLine("READY");
        int logs = 1;
        try (LocalClient client = new LocalClient(scene.directory())) {
            Thread publisher = publish(client);
            startSubscriber();
            await(PositionMain.FRAME_LIMIT);
            for (int kill = 1; kill <= KILLS; kill++) {
                Thread.sleep(random.nextInt(MAX_DELAY_MS));
                subscriber.kill();
                if (random.nextBoolean()) {
                    nextLog = true;
                    Await.until(LocalClient.PATIENCE_NS, "the next log, seed=" + seed, () -> !nextLog);
                    logs++;
                }
                if (kill % KILLS_A_DRIVER == 0) {
                    driver.kill();
                    startDriver();
                }
                startSubscriber();
                await(notes.getLong(PositionMain.COUNT) + PositionMain.FRAME_LIMIT);
            }
            ended = true;
            publisher.join();
            await(offered);
            assertEquals(offered, notes.getLong(PositionMain.COUNT));
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
        String figures = "subscriber killed " + KILLS + " times, driver " + KILLS / KILLS_A_DRIVER + " times, " + logs
                + " logs: " + offered + " messages, each once";
        System.out.println("PositionDeathIT: " + figures + ", seed=" + seed);
        FaultSummary.add("PositionDeathIT", "%s", figures);
    }
}
