/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LimitsTest extends WithRig {
    private static final int MAX = 64;

    private Tailrace client;

    @BeforeEach
    void connect() {
        client = rig.connect();
    }

    @Test
    void aStreamTakes64PublicationsAndTheNextNamesTheLimit() {
        Subscription subscription = client.addSubscription(STREAM);
        List<Publication> publications = new ArrayList<>();
        for (int i = 0; i < MAX; i++) {
            publications.add(client.addPublication(STREAM));
        }

        RegistrationException refusal = assertThrows(RegistrationException.class, () -> client.addPublication(STREAM));

        assertEquals(RegistrationException.Reason.LIMIT, refusal.reason());
        assertTrue(refusal.getMessage().contains("max=" + MAX), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("stream=" + STREAM), refusal.getMessage());
        publications.forEach(publication -> assertTrue(offer(publication, "a") > 0));
        publications.get(7).close();
        rig.settle();
        assertThrows(
                RegistrationException.class,
                () -> client.addPublication(STREAM),
                "its slot stays taken while a message of it may be read");
        assertEquals(MAX, subscription.poll(received, 100));
        rig.settle();
        assertTrue(offer(client.addPublication(STREAM), "b") > 0);
        assertEquals(
                MAX,
                received.frames().stream()
                        .map(Recorder.Frame::publisherId)
                        .distinct()
                        .count());
    }

    @Test
    void aLogTakes64SubscriptionsAndTheNextNamesTheLimit() {
        Publication publication = client.addPublication(STREAM);
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < MAX; i++) {
            subscriptions.add(client.addSubscription(STREAM));
        }

        RegistrationException refusal = assertThrows(RegistrationException.class, () -> client.addSubscription(STREAM));

        assertEquals(RegistrationException.Reason.LIMIT, refusal.reason());
        assertTrue(refusal.getMessage().contains("max=" + MAX), refusal.getMessage());
        rig.settle();
        assertEquals(MAX, publication.subscriberCount());
        offer(publication, "a");
        subscriptions.forEach(subscription -> assertEquals(1, subscription.poll(received, 10)));

        subscriptions.get(0).close();
        rig.settle();
        client.addSubscription(STREAM);
        assertEquals(MAX, publication.subscriberCount());
    }

    @Test
    void subscriptionsThatWaitForALogWithoutRoomAreReported() {
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < MAX + 2; i++) {
            subscriptions.add(client.addSubscription(STREAM));
        }

        Publication publication = client.addPublication(STREAM);
        rig.until("all have their place", () -> publication.subscriberCount() == MAX);
        rig.settle();

        List<String> errors =
                rig.takeErrors().stream().map(Throwable::getMessage).toList();
        assertTrue(errors.stream().allMatch(error -> error.contains("max=" + MAX)), errors::toString);
        String lost = "subscription lost, and closed: stream=" + STREAM;
        assertEquals(2, errors.stream().filter(error -> error.startsWith(lost)).count(), errors::toString);
        assertEquals(3, errors.size(), () -> "the client reports each, the driver both at once: " + errors);
        subscriptions.forEach(subscription -> assertEquals(subscription.imageCount() == 0, subscription.isClosed()));
        assertEquals(2, subscriptions.stream().filter(Subscription::isClosed).count());
        subscriptions.get(0).close();
        rig.settle();
        assertTrue(client.addSubscription(STREAM).isConnected(), "there is room again");
    }

    @Test
    void aStreamNameHasAtMost255BytesInUtf8() {
        String longest = "ä".repeat(127) + "a";
        for (String stream : List.of(longest, "../../etc/passwd", "/", ".", "a b", "日本", "😀")) {
            Publication publication = client.addPublication(stream);
            Subscription subscription = client.addSubscription(stream);
            assertTrue(offer(publication, "a") > 0);
            subscription.poll(received, 1);
            assertEquals(stream, received.frames().get(received.count() - 1).stream());
        }
        assertEquals(0, parent.toFile().list((folder, name) -> !name.equals("driver")).length, "no paths");
        assertTrue(assertRefused("ä".repeat(128)).contains("length=256"));
        assertTrue(assertRefused("a".repeat(256)).contains("255"));
        List.of("", "a\nb", "a\0", "\u0085", "\t").forEach(this::assertRefused);
    }

    @Test
    void theNameOfASubscriptionHasAtMost64BytesAndThatOfAClient124() {
        Duration lease = Duration.ofSeconds(1);
        SubscriptionConfig longest = SubscriptionConfig.DEFAULT.withName("ä".repeat(32), lease);
        client.addSubscription(STREAM, longest).close();
        TailraceConfig named = rig.clientConfig().withName("ä".repeat(62));
        Tailrace.connect(named).close();

        for (String name : List.of("ä".repeat(32) + "a", "a\nb")) {
            assertThrows(IllegalArgumentException.class, () -> SubscriptionConfig.DEFAULT.withName(name, lease));
        }
        for (String name : List.of("ä".repeat(62) + "a", "a\nb")) {
            assertThrows(IllegalArgumentException.class, () -> named.withName(name));
        }
    }

    private String assertRefused(String stream) {
        String message = assertThrows(IllegalArgumentException.class, () -> client.addPublication(stream))
                .getMessage();
        assertThrows(IllegalArgumentException.class, () -> client.addExclusivePublication(stream));
        assertThrows(IllegalArgumentException.class, () -> client.addSubscription(stream));
        return message;
    }
}
