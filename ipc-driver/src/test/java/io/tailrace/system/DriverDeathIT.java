/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.driver.DirectoryInUseException;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.LeftFiles;
import io.tailrace.driver.MediaDriver;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A driver process that is killed, or sleeps, or has no space. */
@Tag("smoke")
final class DriverDeathIT {
    private static final String STREAM = "quotes";
    private static final int MESSAGES = 50_000;
    private static final int RESTARTS = 3;
    private static final long LAPS = 5;

    @RegisterExtension
    final Scene scene = new Scene();

    private final MappedBuffer buffer = MappedBuffer.allocate(Scene.MAX_MESSAGE_LENGTH);

    /** Offers until it is refused. Returns how many were accepted, numbered from the first. */
    private int fill(Publication publication, int first) {
        int sequence = first;
        while (true) {
            int length = TestMessages.length(publication.registrationId(), sequence, Scene.MAX_MESSAGE_LENGTH);
            TestMessages.fill(buffer, length, publication.registrationId(), sequence);
            if (publication.offer(buffer, 0, length) <= 0) {
                return sequence - first;
            }
            sequence++;
        }
    }

    @Test
    void whenTheDriverIsKilledWhatWasAcceptedCanStillBeReadAndAnotherDriverStarts() throws Exception {
        JavaProcess driver = scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory());
                Publication publication = client.tailrace().addPublication(STREAM);
                Subscription subscription = client.tailrace().addSubscription(STREAM)) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(60)));
            driver.kill();
            int accepted = fill(publication, 0); // As far as the window reaches.

            Await.until(
                    LocalClient.PROMISE_NS, "noticed", () -> !client.tailrace().isDriverAlive());
            client.pollUntil(
                    subscription,
                    LocalClient.PROMISE_NS,
                    "all",
                    () -> client.checker().total() == accepted);

            assertTrue(accepted > 10, "accepted=" + accepted);
            assertThrows(NoDriverException.class, () -> client.tailrace().addPublication(STREAM));
            assertThrows(
                    NoDriverException.class,
                    () -> Tailrace.connect(TailraceConfig.DEFAULT
                            .withDirectory(scene.directory())
                            .withConnectTimeout(Duration.ofMillis(50))));
            scene.startDriver();
            try (LocalClient next = new LocalClient(scene.directory());
                    Publication another = next.tailrace().addPublication(STREAM);
                    Subscription reader = next.tailrace().addSubscription(STREAM)) {
                assertTrue(another.awaitSubscribers(1, Duration.ofSeconds(60)));
                int more = fill(another, 0);
                next.pollUntil(
                        reader,
                        LocalClient.PROMISE_NS,
                        "all",
                        () -> next.checker().total() == more);
            }
        }
    }

    @Test
    void publishersAndSubscribersGoOnWithADriverThatIsStartedAgain() throws Exception {
        JavaProcess driver = scene.startDriver();
        JavaProcess subscriber =
                scene.start(SubscriberMain.class, scene.directory(), STREAM, 2 * MESSAGES, Scene.MAX_MESSAGE_LENGTH);
        List<JavaProcess> publishers = List.of(
                scene.start(PublisherMain.class, scene.directory(), STREAM, "concurrent", MESSAGES, "-"),
                scene.start(PublisherMain.class, scene.directory(), STREAM, "exclusive", MESSAGES, "-"));
        subscriber.awaitLine("SUBSCRIPTION");
        for (JavaProcess publisher : publishers) {
            publisher.awaitLine("PUBLICATION");
        }
        publishers.forEach(publisher -> publisher.tell("go"));

        for (int i = 0; i < RESTARTS; i++) {
            Thread.sleep(100); // Each driver covers a part of the way.
            driver.kill();
            driver = scene.startDriver();
        }

        for (JavaProcess publisher : publishers) {
            assertEquals(Integer.toString(MESSAGES), publisher.awaitLine("SENT"));
            publisher.awaitQuietEnd();
        }
        assertEquals(2 * MESSAGES + " of 2", subscriber.awaitLine("RECEIVED"));
        subscriber.awaitQuietEnd();
        driver.tell("end");
        driver.awaitQuietEnd();
        LeftFiles.assertOnlyRetainedLogs(scene.directory());
    }

    /** Publishers clean by themselves if the driver does not. Returns the number of messages so far. */
    private int fillAndReadLaps(LocalClient client, Publication publication, Subscription subscription, int before) {
        int accepted = before;
        long end = publication.position() + LAPS * LogLayout.TERM_COUNT * Scene.TERM_LENGTH;
        while (publication.position() < end) {
            accepted += fill(publication, accepted);
            int all = accepted;
            client.pollUntil(
                    subscription,
                    LocalClient.PROMISE_NS,
                    "all",
                    () -> client.checker().total() == all);
        }
        return accepted;
    }

    @Test
    void aStoppedDriverIsNotDeadAndGoesOn() throws Exception {
        JavaProcess driver = scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory());
                Publication publication = client.tailrace().addPublication(STREAM);
                Subscription subscription = client.tailrace().addSubscription(STREAM)) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(60)));
            driver.stop();
            int accepted = fillAndReadLaps(client, publication, subscription, 0);
            Thread.sleep(500);
            assertTrue(client.tailrace().isDriverAlive());
            DirectoryInUseException refusal = assertThrows(
                    DirectoryInUseException.class,
                    () -> MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(scene.directory())));
            assertTrue(refusal.getMessage().contains("pid=" + driver.pid()), refusal.getMessage());

            driver.resume();

            fillAndReadLaps(client, publication, subscription, accepted);
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
    }
}
