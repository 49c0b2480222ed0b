/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.testing.Await;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Tailrace#open}, which embeds a driver if none lives. */
final class EmbeddedDriverTest extends WithoutDriver {
    @Test
    void openEmbedsADriverThatEndsWithItsClient() {
        try (Tailrace tailrace = Tailrace.open(config);
                Publication publication = tailrace.addPublication("quotes")) {
            assertTrue(tailrace.isDriverAlive());
            assertExchange(publication, tailrace);
        }

        assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
        LeftFiles.assertOnlyRetainedLogs(directory);
        assertEquals(1, directory.resolve("logs").toFile().list().length, "its messages stay");
    }

    private static void assertExchange(Publication publication, Tailrace subscriber) {
        Recorder received = new Recorder();
        try (Subscription subscription = subscriber.addSubscription(publication.stream())) {
            publication.offer(Messages.of("hello"), 0, 5, Duration.ofSeconds(60));
            Await.until("the message", () -> subscription.poll(received, 1) == 1);
        }
        assertEquals(List.of("hello"), received.texts());
    }

    @Test
    void aSecondOpenConnectsToTheFirst() {
        try (Tailrace first = Tailrace.open(config);
                Publication publication = first.addPublication("quotes")) {
            try (Tailrace second = Tailrace.open(config)) {
                assertExchange(publication, second);
            }
            assertTrue(first.isDriverAlive(), "only the client that embeds a driver ends it");
            assertExchange(publication, first);
        }
    }
}
