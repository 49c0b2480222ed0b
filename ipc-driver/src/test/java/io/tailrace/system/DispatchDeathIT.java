/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A process that handles messages on several threads is killed again and again, at any point. The next process
 * continues each time from the position up to which everything was known to be done: nothing is lost, and no more
 * messages are repeated than the window holds.
 */
final class DispatchDeathIT {
    private static final String STREAM = "quotes";
    private static final int KILLS = 5;
    private static final int MESSAGES_A_LIFE = 3_000;
    private static final int MESSAGES = (KILLS + 1) * MESSAGES_A_LIFE;
    private static final int WINDOW = 64;

    @RegisterExtension
    final Scene scene = new Scene();

    private final long seed = Seeds.of(DispatchDeathIT.class);
    private final Random random = new Random(seed);
    private final MappedBuffer buffer = MappedBuffer.allocate(Scene.MAX_MESSAGE_LENGTH);
    private MappedBuffer notes;
    private int offered;

    private long count(int number) {
        return notes.getLongAcquire(DispatchMain.COUNTS + Long.BYTES * number);
    }

    private long handledTwice() {
        long twice = 0;
        for (int number = 0; number < offered; number++) {
            twice += Math.max(0, count(number) - 1);
        }
        return twice;
    }

    private boolean areAllHandled() {
        for (int number = offered - 1; number >= 0; number--) {
            if (count(number) == 0) {
                return false;
            }
        }
        return true;
    }

    private JavaProcess startHandling(Path file, Publication publication) throws Exception {
        JavaProcess process =
                scene.start(DispatchMain.class, scene.directory(), STREAM, file, WINDOW, random.nextLong());
        process.awaitLine("SUBSCRIPTION");
        Await.until(LocalClient.PATIENCE_NS, "it subscribes", () -> publication.subscriberCount() == 1);
        return process;
    }

    private void offer(Publication publication, int count) {
        for (int i = 0; i < count; i++) {
            buffer.putLong(0, offered);
            int length = Long.BYTES + random.nextInt(100);
            Await.until(LocalClient.PATIENCE_NS, "an accepted offer", () -> publication.offer(buffer, 0, length) > 0);
            offered++;
        }
    }

    @Test
    void nothingIsLostAndNoMoreThanTheWindowComesAgain() throws Exception {
        scene.startDriver();
        Path file = scene.root().resolve("notes");
        notes = MappedFile.create(file, DispatchMain.COUNTS + Long.BYTES * (long) MESSAGES, FileAccess.PRIVATE)
                .buffer();
        try (LocalClient client = new LocalClient(scene.directory())) {
            Publication publication = client.tailrace().addPublication(STREAM);
            JavaProcess process = startHandling(file, publication);
            for (int kill = 1; kill <= KILLS; kill++) {
                offer(publication, 1 + random.nextInt(MESSAGES_A_LIFE));
                LockSupport.parkNanos(random.nextInt(3_000_000));
                process.kill();
                int kills = kill;
                Await.until(LocalClient.PATIENCE_NS, "it is gone", () -> publication.subscriberCount() == 0);
                process = startHandling(file, publication);
                Await.until(LocalClient.PATIENCE_NS, "all is handled, seed=" + seed, this::areAllHandled);
                long twice = handledTwice();
                assertTrue(
                        twice <= (long) kills * WINDOW,
                        () -> "handled twice=" + twice + ", kills=" + kills + ", seed=" + seed);
            }
            assertTrue(handledTwice() > 0, () -> "a kill hits a window that is not empty, seed=" + seed);
        }
    }
}
