/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A process that stores the position of its work is killed again and again under load. Meanwhile the log of that
 * position continues, or ends and is retained while the next log begins, and the driver is killed at times: each
 * message is handled once. {@code tailrace.test.kills} sets how often; {@code tailrace.test.seed} repeats a run.
 */
final class PositionDeathIT {
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int KILLS_A_DRIVER = 3;
    private static final int TERM_LENGTH = 1024 * 1024;
    private static final int RETAINED_MS = 600_000;
    private static final int RATE = 50_000;
    private static final int MAX_DELAY_MS = 200;

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(Seeds.of(PositionDeathIT.class));
    private MappedBuffer notes;

    private JavaProcess startDriver() throws Exception {
        return scene.start("drive", "term=" + TERM_LENGTH, "retained-ms=" + RETAINED_MS);
    }

    private JavaProcess startSubscriber() throws Exception {
        return scene.start("follow", "file=" + scene.root().resolve("notes"), "from=position");
    }

    private void await(long count) {
        Await.until("it continues", () -> notes.getLongAcquire(Follower.NEXT) >= count);
        assertEquals(0, notes.getLong(Follower.LOST) + notes.getLong(Follower.REPEATED), "lost or repeated");
    }

    @Test
    void whoKeepsItsPositionGetsEachMessageOnce() throws Exception {
        notes = scene.newFile("notes", Follower.NOTES_LENGTH);
        JavaProcess driver = startDriver();
        driver.awaitLine("READY");
        int logs = 1;
        long offered;
        try (LocalClient client = new LocalClient(scene.directory())) {
            SteadyPublisher publisher = new SteadyPublisher(client, RATE);
            JavaProcess subscriber = startSubscriber();
            await(Follower.FRAME_LIMIT);
            for (int kill = 1; kill <= KILLS; kill++) {
                Thread.sleep(random.nextInt(MAX_DELAY_MS));
                subscriber.kill();
                if (random.nextBoolean()) {
                    publisher.nextLog();
                    logs++;
                }
                if (kill % KILLS_A_DRIVER == 0) {
                    driver.kill();
                    driver = startDriver();
                }
                subscriber = startSubscriber();
                await(notes.getLong(Follower.NEXT) + Follower.FRAME_LIMIT);
            }
            offered = publisher.end();
            await(offered);
            assertEquals(offered, notes.getLong(Follower.NEXT));
            client.assertNoErrors();
        }
        FaultSummary.add(
                "PositionDeathIT",
                "subscriber killed %d times, driver %d times, %d logs: %d messages, each once",
                KILLS,
                KILLS / KILLS_A_DRIVER,
                logs,
                offered);
    }
}
