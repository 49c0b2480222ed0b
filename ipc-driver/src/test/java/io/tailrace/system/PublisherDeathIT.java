/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.driver.LeftFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Publishers that are killed while they offer as fast as they can. */
@Tag("smoke")
@Timeout(300)
final class PublisherDeathIT {
    private static final String STREAM = "quotes";
    private static final int DEATHS = 10;

    @RegisterExtension
    final Scene scene = new Scene();

    /** A publisher process, its publication, and the count of accepted messages that outlives it. */
    private record Publisher(JavaProcess process, long registrationId, MappedBuffer progress) {
        long accepted() {
            return progress.getLongAcquire(0);
        }
    }

    private Publisher start(String kind, String name) throws IOException, InterruptedException {
        Path progress = scene.root().resolve(name);
        MappedBuffer count =
                MappedFile.create(progress, Long.BYTES, FileAccess.PRIVATE).buffer();
        JavaProcess process =
                scene.start(PublisherMain.class, scene.directory(), STREAM, kind, Long.MAX_VALUE, progress);
        long registrationId = Long.parseLong(process.awaitLine("PUBLICATION"));
        return new Publisher(process, registrationId, count);
    }

    @Test
    void ofAnExclusivePublisherThatIsKilledAllThatWasAcceptedArrivesAndThenTheEnd() throws Exception {
        scene.startDriver();
        Random random = new Random(9);
        try (LocalClient client = new LocalClient(scene.directory());
                Subscription subscription = client.tailrace().addSubscription(STREAM)) {
            for (int i = 0; i < 3; i++) {
                Publisher victim = start("exclusive", "victim-" + i);
                victim.process.tell("go");
                client.pollUntil(
                        subscription,
                        LocalClient.PATIENCE_NS,
                        "many messages",
                        () -> client.checker().received(victim.registrationId) > 1_000);
                Image image = subscription.images().get(0);
                kill(victim, client, subscription, random);

                client.pollUntil(
                        subscription,
                        LocalClient.PROMISE_NS,
                        "the end of the stream",
                        () -> !subscription.isConnected());

                assertTrue(image.isEndOfStream());
                assertAllArrived(victim, client);
            }
        }
    }

    /** Kills the publisher at a random moment of the next few milliseconds, while its messages are polled. */
    private static void kill(Publisher victim, LocalClient client, Subscription subscription, Random random)
            throws InterruptedException {
        long untilNs = System.nanoTime() + random.nextInt(20_000_000);
        client.pollUntil(subscription, LocalClient.PATIENCE_NS, "a moment", () -> System.nanoTime() > untilNs);
        victim.process.kill();
    }

    /** The last message may be committed and not counted yet. */
    private static void assertAllArrived(Publisher dead, LocalClient client) {
        long arrived = client.checker().received(dead.registrationId);
        long accepted = dead.accepted();
        assertTrue(arrived == accepted || arrived == accepted + 1, "arrived=" + arrived + ", accepted=" + accepted);
    }

    @Test
    void whenOneOfTwoPublishersOfALogIsKilledTheSubscriberGoesOnWithTheOther() throws Exception {
        JavaProcess driver = scene.startDriver();
        Random random = new Random(10);
        try (LocalClient client = new LocalClient(scene.directory());
                Subscription subscription = client.tailrace().addSubscription(STREAM)) {
            Publisher survivor = start("concurrent", "survivor");
            survivor.process.tell("go");
            for (int i = 0; i < DEATHS; i++) {
                Publisher victim = start("concurrent", "victim-" + i);
                victim.process.tell("go");
                client.pollUntil(
                        subscription,
                        LocalClient.PATIENCE_NS,
                        "many messages of the victim",
                        () -> client.checker().received(victim.registrationId) > 1_000);
                kill(victim, client, subscription, random);

                long enough = survivor.accepted() + 1_000; // More messages than a window holds are accepted and read.
                client.pollUntil(
                        subscription,
                        LocalClient.PROMISE_NS,
                        "messages of the other",
                        () -> client.checker().received(survivor.registrationId) > enough);

                assertAllArrived(victim, client);
                assertEquals(1, subscription.imageCount());
            }
            survivor.process.tell("stop");
            client.pollUntil(subscription, LocalClient.PATIENCE_NS, "the end", () -> !subscription.isConnected());
            assertEquals(survivor.accepted(), client.checker().received(survivor.registrationId));
            survivor.process.awaitQuietEnd();
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
        driver.tell("end");
        driver.awaitQuietEnd();
        LeftFiles.assertOnlyRetainedLogs(scene.directory());
    }
}
