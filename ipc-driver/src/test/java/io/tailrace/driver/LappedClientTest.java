/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.file.FileAccess;
import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that sleeps while the driver sends more than the events broadcast holds: it asks for its whole state. */
final class LappedClientTest extends WithRig {
    private static final String OTHER_STREAM = "orders";
    private static final int OTHER_LOGS = 20;
    /** The event of an image takes at least this much of the broadcast. */
    private static final int MIN_EVENT_LENGTH = 48;

    private Tailrace busy;
    private Tailrace sleeper;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void connect() {
        busy = rig.connect();
        for (int i = 0; i < OTHER_LOGS; i++) {
            busy.addExclusivePublication(OTHER_STREAM);
        }
        sleeper = Tailrace.connect(rig.clientConfig()); // Not a client that the rig invokes.
    }

    @AfterEach
    void close() {
        sleeper.close();
    }

    private Subscription subscribe() {
        return sleeper.addSubscription(
                STREAM,
                SubscriptionConfig.DEFAULT
                        .withAvailableHandler(image -> told.add("available " + image.logId()))
                        .withUnavailableHandler(image -> told.add("unavailable " + image.logId())));
    }

    /**
     * Makes the driver send so many events that a client which did not read has lost some: another client adds and
     * removes, and does not read the events.
     */
    private void lap() throws IOException {
        DriverDirectory directory = new DriverDirectory(rig.directory());
        try (ControlFile control = ControlFile.open(directory.controlFile())) {
            long clientId = control.nextId();
            try (ClientFiles files =
                    ClientFiles.create(directory.client(clientId), FileAccess.PRIVATE, clientId, 1, "test")) {
                control.ringDoorbell();
                CommandRing.Sender sender = new CommandRing.Sender(files.ring(), Waker.NOBODY);
                EventBroadcast.Receiver witness = new EventBroadcast.Receiver(control.events());
                for (int bytes = 0; bytes < ControlFile.EVENTS_LENGTH; bytes += OTHER_LOGS * MIN_EVENT_LENGTH) {
                    long id = control.nextId();
                    sender.send(new Command.AddSubscription(id, JoinAt.TAIL, SubscriberPolicy.BLOCK, OTHER_STREAM));
                    settle(); // Or the driver would see that no client is interested in its answer any more.
                    sender.send(new Command.RemoveSubscription(id));
                }
                rig.settle();
                witness.receive(clientId, 1, event -> {});
                assertTrue(witness.wasLapped());
            }
        }
    }

    private void settle() {
        for (int i = 0; i < 5; i++) {
            rig.driver().invoke();
        }
    }

    private void wakeUp() {
        for (int i = 0; i < 50; i++) {
            sleeper.invoke();
            rig.cycle();
        }
    }

    @Test
    void anImageThatCameMeanwhileIsFound() throws IOException {
        Subscription subscription = subscribe();
        Publication publication = busy.addPublication(STREAM);
        offer(publication, "a");
        lap();
        assertFalse(subscription.isConnected());

        wakeUp();

        assertEquals(1, subscription.poll(received, 10));
        assertEquals(List.of("available " + publication.logId()), told);
    }

    @Test
    void anImageThatEndedMeanwhileIsDropped() throws IOException {
        Subscription subscription = subscribe();
        Publication publication = busy.addPublication(STREAM);
        wakeUp();
        offer(publication, "a");
        assertEquals(1, subscription.poll(received, 10));
        long logId = publication.logId();
        publication.close();
        lap();
        assertTrue(subscription.isConnected());

        wakeUp();

        assertFalse(subscription.isConnected());
        assertEquals(List.of("available " + logId, "unavailable " + logId), told);
    }

    @Test
    void anImageThatWasThereBeforeStaysWithItsPosition() throws IOException {
        Subscription subscription = subscribe();
        Publication publication = busy.addPublication(STREAM);
        wakeUp();
        offer(publication, "a");
        offer(publication, "b");
        subscription.poll(received, 1);
        lap();

        wakeUp();
        subscription.poll(received, 10);

        assertEquals(List.of("a", "b"), received.texts());
        assertEquals(List.of("available " + publication.logId()), told);
    }

    @Test
    void anImageThatIsOpenedAgainBeginsWhereItsSlotStandsAndNotWhereItJoined() throws IOException {
        Subscription subscription = subscribe();
        Publication publication = busy.addPublication(STREAM);
        wakeUp();
        offer(publication, "a");
        offer(publication, "b");
        subscription.poll(received, 1);
        long joinPosition = subscription.images().get(0).joinPosition();
        try (ControlFile control = ControlFile.open(new DriverDirectory(rig.directory()).controlFile())) {
            EventBroadcast.Sender events = new EventBroadcast.Sender(control.events(), clientId -> {});
            long client = sleeper.clientId();
            long id = subscription.registrationId();
            events.send(new Event.ImageUnavailable(client, id, publication.logId()));
            events.send(new Event.ImageAvailable(client, id, publication.logId(), 0, joinPosition));
        }
        wakeUp();

        assertEquals(3, told.size(), told::toString);
        subscription.poll(received, 10);
        assertEquals(List.of("a", "b"), received.texts());
    }

    @Test
    void manyChangesWhileItSleepsLeaveItWithWhatThereIs() throws IOException {
        Subscription subscription = subscribe();
        for (int round = 0; round < 3; round++) {
            Publication ended = busy.addExclusivePublication(STREAM);
            wakeUp();
            assertTrue(offer(ended, "ended " + round) > 0);
            ended.close();
            Publication living = busy.addExclusivePublication(STREAM);
            offer(living, "living " + round);
            lap();
            wakeUp();
            subscription.poll(received, 10);
            living.close();
            wakeUp();
        }

        assertEquals(
                List.of("ended 0", "ended 1", "ended 2", "living 0", "living 1", "living 2"),
                received.texts().stream().sorted().toList());
        assertEquals(0, subscription.imageCount());
    }

    @Test
    void itAddsAndRemovesAsBefore() throws IOException {
        lap();
        Subscription subscription = subscribe();
        Publication publication = sleeper.addPublication(STREAM);
        wakeUp();
        offer(publication, "a");
        subscription.poll(received, 10);
        lap();
        publication.close();
        subscription.close();
        wakeUp();

        assertEquals(List.of("a"), received.texts());
        rig.until(
                "its log is gone",
                () -> rig.directory().resolve("logs").toFile().list().length == OTHER_LOGS);
    }

    @Test
    void whatAClientListsItIsToldOnce() throws IOException {
        DriverDirectory directory = new DriverDirectory(rig.directory());
        try (ControlFile control = ControlFile.open(directory.controlFile())) {
            long clientId = control.nextId();
            EventBroadcast.Receiver receiver = new EventBroadcast.Receiver(control.events());
            try (ClientFiles files =
                    ClientFiles.create(directory.client(clientId), FileAccess.PRIVATE, clientId, 1, "test")) {
                CommandRing.Sender sender = new CommandRing.Sender(files.ring(), Waker.NOBODY);
                List<Command> held = List.of(
                        new Command.AddSubscription(
                                control.nextId(), JoinAt.TAIL, SubscriberPolicy.BLOCK, "another stream"),
                        new Command.AddPublication(control.nextId(), LogKind.CONCURRENT, "another stream"));
                held.forEach(sender::send);
                rig.settle();
                receiver.receive(clientId, 1_000, event -> {});
                held.forEach(sender::send);
                sender.send(new Command.RequestState(1));
                rig.settle();
                List<String> told = new ArrayList<>();
                receiver.receive(
                        clientId, 1_000, event -> told.add(event.getClass().getSimpleName()));

                assertEquals(List.of("PublicationReady", "ImageAvailable", "SubscriptionReady", "StateComplete"), told);
            }
        }
    }
}
