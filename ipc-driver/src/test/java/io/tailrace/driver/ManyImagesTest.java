/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceConfig.DriverState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients that hold more images than fit into the events broadcast, and a driver that is started again: no client is
 * lapped by its own state, so no image is lost, and none starts again.
 */
@Tag("own-jvm")
final class ManyImagesTest extends WithInvokedDriver {
    /** This many logs with this many subscriptions each do not fit into the events. */
    private static final int LOGS = 160;

    private static final int SUBSCRIPTIONS = 60;

    private static final int CLIENT_CYCLES = 40;

    private final List<Publication> publications = new ArrayList<>();
    private final List<Tailrace> subscribers = new ArrayList<>();
    private final Map<Subscription, Recorder> subscriptions = new HashMap<>();
    private Tailrace publisher;
    private int back;
    private int opened;
    private int dropped;

    @BeforeEach
    void launch() {
        publisher = connect();
    }

    @Override
    TailraceConfig clientConfig() {
        return super.clientConfig().withDriverStateHandler(state -> back += state == DriverState.BACK ? 1 : 0);
    }

    private void add(int clients) {
        for (int i = 0; i < LOGS; i++) {
            publications.add(publisher.addExclusivePublication("stream"));
        }
        SubscriptionConfig counted = SubscriptionConfig.DEFAULT
                .withAvailableHandler(image -> opened++)
                .withUnavailableHandler(image -> dropped++);
        for (int i = 0; i < clients; i++) {
            Tailrace subscriber = connect();
            subscribers.add(subscriber);
            for (int n = 0; n < SUBSCRIPTIONS / clients; n++) {
                subscriptions.put(subscriber.addSubscription("stream", counted), new Recorder());
            }
        }
        until("the subscribers are connected", () -> publications.stream()
                .allMatch(publication -> publication.subscriberCount() == SUBSCRIPTIONS));
    }

    @AfterEach
    void close() {
        subscribers.forEach(Tailrace::close);
        publisher.close();
        driver.close();
        System.gc(); // Or the next test finds no room: a process can have 65,530 mappings.
        assertEquals(List.of(), errors);
    }

    /** Cycles of the driver until a client works once. */
    private void cycle(int driverCycles) {
        for (int i = 0; i < driverCycles; i++) {
            driver.invoke();
        }
        publisher.invoke();
        subscribers.forEach(Tailrace::invoke);
    }

    @Override
    void cycle() {
        cycle(1);
    }

    private void restart() {
        driver.close();
        driver = MediaDriver.launch(config);
        back = 0;
        until("all have noticed", () -> back == 1 + subscribers.size());
    }

    /** Runs until every client has received everything. */
    private void settle(int driverCyclesPerClientCycle) {
        for (int cycles = 0; cycles < CLIENT_CYCLES; cycles++) {
            cycle(driverCyclesPerClientCycle);
        }
    }

    private void offerAll(String text) {
        publications.forEach(publication -> assertTrue(offer(publication, text) > 0));
    }

    private void poll(int limit) {
        subscriptions.forEach((subscription, received) -> subscription.poll(received, limit));
    }

    /** Each subscription got these texts from each log, once and in order, and its images were never dropped. */
    private void assertReceived(String texts) {
        Map<Long, String> expected = new HashMap<>();
        publications.forEach(publication -> expected.put(publication.registrationId(), texts));
        subscriptions.forEach((subscription, received) -> assertEquals(
                expected,
                perPublisher(received),
                () -> "images=" + subscription.imageCount() + ", opened=" + opened + ", dropped=" + dropped));
        assertEquals(publications.size() * SUBSCRIPTIONS, opened);
        assertEquals(0, dropped);
    }

    private static Map<Long, String> perPublisher(Recorder received) {
        Map<Long, String> texts = new HashMap<>();
        List<String> all = received.texts();
        for (int i = 0; i < all.size(); i++) {
            texts.merge(received.frames().get(i).publisherId(), all.get(i), String::concat);
        }
        return texts;
    }

    @Test
    void allGoOnWhereTheyStoodHoweverSlowlyTheyHear() {
        add(2);
        offerAll("a");
        offerAll("b");
        poll(LOGS / 2);

        for (int i = 0; i < 2; i++) {
            restart();
            settle(50);
        }

        poll(1_000);
        assertReceived("ab");
        offerAll("c");
        poll(1_000);
        assertReceived("abc");
        offerAll("d");
        oneThatHearsNothingMeanwhileDelaysTheOthersOnly();
        poll(1_000);
        assertReceived("abcd");
    }

    /**
     * The others wait for it only as long as their patience lasts; it continues where it stopped once it reads again.
     */
    private void oneThatHearsNothingMeanwhileDelaysTheOthersOnly() {
        restart();
        Tailrace deaf = subscribers.remove(0);

        // The answer follows everything that this client was to receive, which is more than the rest of the window.
        Subscription another = subscribers.get(0).addSubscription("another stream");
        assertTrue(another.registrationId() > 0);

        subscribers.add(deaf);
        settle(1);
    }
}
