/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.memory.MappedBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A driver process that is killed and started again while clients hold more images than fit into the events. */
final class ManyImagesIT {
    private static final int RESTARTS = 3;
    private static final int SUBSCRIPTIONS = 64;

    @RegisterExtension
    final Scene scene = new Scene();

    private final List<LocalClient> clients = new ArrayList<>();
    private final List<Publication> publications = new ArrayList<>();
    /** For each subscription and publisher, the number of messages that arrived, in order. */
    private final Map<Subscription, Map<Long, Integer>> received = new LinkedHashMap<>();

    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private final MappedBuffer message = MappedBuffer.allocate(Integer.BYTES);

    private void add(int streams, int logs) {
        SubscriptionConfig counted = SubscriptionConfig.DEFAULT
                .withAvailableHandler(image -> opened.incrementAndGet())
                .withUnavailableHandler(image -> dropped.incrementAndGet());
        for (int i = 0; i < logs; i++) {
            publications.add(clients.get(0).tailrace().addExclusivePublication("stream-" + i % streams));
        }
        for (int i = 0; i < streams * SUBSCRIPTIONS; i++) {
            LocalClient client = clients.get(i % clients.size());
            received.put(client.tailrace().addSubscription("stream-" + i / SUBSCRIPTIONS, counted), new HashMap<>());
        }
    }

    private void offer(int number) {
        message.putInt(0, number);
        for (Publication publication : publications) {
            publication.offer(message, 0, Integer.BYTES, Duration.ofSeconds(10));
        }
    }

    private int poll(int limit) {
        int frames = 0;
        for (Map.Entry<Subscription, Map<Long, Integer>> entry : received.entrySet()) {
            FrameHandler check = (buffer, offset, length, header) -> assertEquals(
                    entry.getValue().merge(header.publisherId(), 1, Integer::sum) - 1,
                    buffer.getInt(offset),
                    () -> "stream=" + header.stream() + ", log="
                            + header.image().logId());
            frames += entry.getKey().poll(check, limit);
        }
        return frames;
    }

    /** Its answer follows all earlier events for the client. */
    private void awaitState() {
        for (LocalClient client : clients) {
            Await.until("a driver", client.tailrace()::isDriverAlive);
            client.tailrace().addSubscription("another stream").close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 160", "12, 3, 160"})
    void everySubscriptionGoesOnWhereItStood(int numberOfClients, int streams, int logs) throws Exception {
        JavaProcess driver = scene.startDriver();
        for (int i = 0; i < numberOfClients; i++) {
            clients.add(new LocalClient(scene.directory()));
        }
        try {
            add(streams, logs);
            int messages = 0;
            for (int i = 0; i < RESTARTS; i++) {
                offer(messages++);
                offer(messages++);
                poll(logs / 2); // Some are left to be read with the next driver.
                driver.kill();
                driver = scene.startDriver();
                if (i > 0) { // The first driver is killed again while it reports the state.
                    awaitState();
                }
            }
            offer(messages++);
            poll(Integer.MAX_VALUE);

            for (LocalClient client : clients) {
                assertEquals(List.of(), List.copyOf(client.errors()));
            }
            int all = messages;
            received.forEach((subscription, counts) -> publications.stream()
                    .filter(publication -> publication.stream().equals(subscription.stream()))
                    .forEach(publication ->
                            assertEquals(all, counts.get(publication.registrationId()), () -> "opened=" + opened)));
            assertEquals(0, poll(1));
            assertEquals(logs * SUBSCRIPTIONS, opened.get());
            assertEquals(0, dropped.get());
        } finally {
            clients.forEach(LocalClient::close);
            System.gc(); // Or the next test finds no room: a process can have 65,530 mappings.
        }
    }
}
