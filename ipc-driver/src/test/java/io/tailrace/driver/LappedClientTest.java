/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that sleeps while the driver sends more than the events broadcast holds: it asks for its whole state. */
final class LappedClientTest extends WithRig {
    private Tailrace busy;
    private Tailrace sleeper;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void connect() {
        busy = rig.connect();
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

    private void lap() {
        rig.settle();
        rig.lap();
    }

    private void wakeUp() {
        for (int i = 0; i < 50; i++) {
            sleeper.invoke();
            rig.cycle();
        }
    }

    @Test
    void manyChangesWhileItSleepsLeaveItWithWhatThereIs() {
        lap();
        Subscription subscription = subscribe();
        Publication whole = busy.addPublication(STREAM);
        wakeUp();
        List<String> expected = new ArrayList<>(List.of("available " + whole.logId()));
        for (int round = 0; round < 3; round++) {
            offer(whole, "whole " + round);
            Publication ended = busy.addExclusivePublication(STREAM);
            wakeUp();
            subscription.poll(received, 1);
            assertTrue(offer(ended, "ended " + round) > 0);
            ended.close();
            Publication living = busy.addExclusivePublication(STREAM);
            offer(living, "living " + round);
            lap();
            assertEquals(2, subscription.imageCount(), "it has heard of nothing");
            wakeUp();
            subscription.poll(received, 10);
            living.close();
            Publication own = sleeper.addPublication("orders");
            wakeUp();
            own.close();
            expected.addAll(List.of("available " + ended.logId(), "available " + living.logId()));
            expected.addAll(List.of("unavailable " + ended.logId(), "unavailable " + living.logId()));
        }

        assertEquals(
                Stream.of("ended", "living", "whole")
                        .flatMap(what -> IntStream.range(0, 3).mapToObj(round -> what + " " + round))
                        .toList(),
                received.texts().stream().sorted().toList());
        assertEquals(expected.stream().sorted().toList(), told.stream().sorted().toList());
        assertEquals(1, subscription.imageCount(), "the one that was always there");
        subscription.close();
        wakeUp();
        String[] logs = rig.directory().resolve("logs").toFile().list();
        assertEquals(List.of(Long.toString(whole.logId())), List.of(logs));
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
                sender.send(Command.RequestState.madeTo(control.incarnation(), 1));
                rig.settle();

                List<String> names = new ArrayList<>();
                receiver.receive(
                        clientId, 1_000, event -> names.add(event.getClass().getSimpleName()));
                assertEquals(
                        List.of("PublicationReady", "ImageAvailable", "SubscriptionReady", "StateComplete"), names);
            }
        }
    }
}
