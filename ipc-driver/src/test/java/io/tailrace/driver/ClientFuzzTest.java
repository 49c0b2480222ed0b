/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A driver that writes invalid or impossible events: its clients report it, continue to publish and read, and go on
 * with the next driver. More rounds with {@code -Dtailrace.test.fuzz=N}.
 */
@Timeout(600)
final class ClientFuzzTest extends WithInvokedDriver {
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 10);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CYCLES = 30;

    private final List<DriverState> states = Collections.synchronizedList(new ArrayList<>());
    private Tailrace client;
    private Publication publication;
    private Subscription subscription;

    @BeforeEach
    void launch() {
        client = Tailrace.connect(clientConfig().withDriverStateHandler(states::add));
        publication = client.addPublication("quotes");
        subscription = client.addSubscription("quotes");
    }

    @Override
    void cycle() {
        super.cycle();
        client.invoke();
    }

    @AfterEach
    void close() {
        client.close();
        driver.close();
    }

    @Test
    void anyEventsAreSurvived() {
        FuzzRounds.run(ClientFuzzTest.class, ROUNDS, (random, name) -> {
            assertTimeoutPreemptively(LIMIT, () -> hearGarbageAndGoOn(random, name), name);
        });
    }

    private void hearGarbageAndGoOn(Random random, String name) throws IOException {
        try (ControlFile control = ControlFile.open(new DriverDirectory(config.directory()).controlFile())) {
            writeGarbage(control.events(), random);
        }
        for (int i = 0; i < CYCLES; i++) {
            client.invoke();
        }
        assertTrue(errors.size() <= 1, () -> name + ": told once: " + errors);
        assertRoundTrip(name);
        errors.clear();
        driver.close();
        states.clear();
        until(name + ": it is lost", () -> states.contains(DriverState.LOST));
        driver = MediaDriver.launch(config);
        until(name + ": it is back", () -> states.contains(DriverState.BACK));
        for (int i = 0; i < CYCLES; i++) {
            cycle();
        }
        assertRoundTrip(name);
        assertEquals(List.of(), errors, name);
        assertFalse(publication.isClosed(), name);
    }

    private void assertRoundTrip(String name) {
        long position = Messages.offer(publication, "a");
        assertTrue(
                position > 0,
                () -> name + ": status=" + position + ", images=" + subscription.imageCount() + ", closed="
                        + publication.isClosed() + ", errors=" + errors);
        assertEquals(1, subscription.poll((buffer, offset, length, header) -> {}, 10), name);
    }

    private void writeGarbage(MappedBuffer events, Random random) {
        int capacity = events.capacity() - BroadcastBufferDescriptor.TRAILER_LENGTH;
        if (random.nextInt(4) == 0) {
            foreignEvents(new EventBroadcast.Sender(events, clientId -> {}), random);
            return;
        }
        byte[] garbage = new byte[capacity];
        random.nextBytes(garbage);
        events.putBytes(0, garbage);
        // As if a part of it had been transmitted.
        long tail = events.getLong(capacity + BroadcastBufferDescriptor.TAIL_COUNTER_OFFSET);
        long more = tail + 8L * (1 + random.nextInt(64));
        if (random.nextInt(4) == 0) {
            more = random.nextLong();
        }
        events.putLong(capacity + BroadcastBufferDescriptor.TAIL_INTENT_COUNTER_OFFSET, more);
        events.putLong(capacity + BroadcastBufferDescriptor.TAIL_COUNTER_OFFSET, more);
        if (random.nextBoolean()) {
            events.putLong(capacity + BroadcastBufferDescriptor.LATEST_COUNTER_OFFSET, random.nextLong());
        }
    }

    /** Well-formed events to this client about registrations that it never requested. */
    private void foreignEvents(EventBroadcast.Sender events, Random random) {
        long id = client.clientId();
        for (int i = 0; i < 5; i++) {
            events.send(new Event.PublicationReady(id, random.nextLong(), random.nextLong(), random.nextInt()));
            events.send(new Event.ImageAvailable(
                    id, random.nextLong(), random.nextLong(), random.nextInt(), random.nextLong()));
            events.send(new Event.ImageUnavailable(id, random.nextLong(), random.nextLong()));
            events.send(new Event.StateComplete(id, random.nextLong()));
            events.send(new Event.SubscriptionReady(id, random.nextLong()));
        }
    }
}
