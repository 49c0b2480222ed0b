/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
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
    private static final int KILLS = 5;
    private static final int MESSAGES_A_LIFE = 3_000;
    private static final int MESSAGES = (KILLS + 1) * MESSAGES_A_LIFE;
    private static final int WINDOW = 64;

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(Seeds.of(DispatchDeathIT.class));
    private final MappedBuffer buffer = MappedBuffer.allocate(Scene.MAX_MESSAGE_LENGTH);
    private MappedBuffer notes;
    private int offered;

    private long count(int number) {
        return notes.getLongAcquire(Actor.DISPATCH_COUNTS + Long.BYTES * number);
    }

    private long handledTwice() {
        long twice = 0;
        for (int number = 0; number < offered; number++) {
            twice += Math.max(0, count(number) - 1);
        }
        return twice;
    }

    private boolean areAllHandled() {
        int number = offered - 1;
        while (number >= 0 && count(number) > 0) {
            number--;
        }
        return number < 0;
    }

    private JavaProcess startHandling(Publication publication) throws Exception {
        String file = "file=" + scene.root().resolve("notes");
        JavaProcess process = scene.start("dispatch", file, "window=" + WINDOW, "seed=" + random.nextLong());
        process.awaitLine("SUBSCRIPTION");
        Await.until("it subscribes", () -> publication.subscriberCount() == 1);
        return process;
    }

    private void offer(Publication publication, int count) {
        for (int i = 0; i < count; i++) {
            buffer.putLong(0, offered);
            int length = Long.BYTES + random.nextInt(100);
            Await.until("an accepted offer", () -> publication.offer(buffer, 0, length) > 0);
            offered++;
        }
    }

    @Test
    void nothingIsLostAndNoMoreThanTheWindowComesAgain() throws Exception {
        scene.startDriver();
        notes = scene.newFile("notes", Actor.DISPATCH_COUNTS + Long.BYTES * (long) MESSAGES);
        try (LocalClient client = new LocalClient(scene.directory())) {
            Publication publication = client.tailrace().addPublication(Cast.STREAM);
            JavaProcess process = startHandling(publication);
            for (int kill = 1; kill <= KILLS; kill++) {
                offer(publication, 1 + random.nextInt(MESSAGES_A_LIFE));
                LockSupport.parkNanos(random.nextInt(3_000_000));
                process.kill();
                Await.until("it is gone", () -> publication.subscriberCount() == 0);
                process = startHandling(publication);
                Await.until("all is handled", this::areAllHandled);
                long twice = handledTwice();
                assertTrue(twice <= (long) kill * WINDOW, "handled twice=" + twice + ", kills=" + kill);
            }
            assertTrue(handledTwice() > 0, "a kill hits a window that is not empty");
            client.assertNoErrors();
        }
    }
}
