/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.OfferInterruptedException;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Times that exceed a {@code long} of nanoseconds count as very long, wherever a program may give one. */
final class LongTimeTest extends TwoClients {
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    private static final Duration MOST_NEGATIVE = Duration.ofSeconds(Long.MIN_VALUE);

    private static void offer(Publication publication, Duration timeout) {
        publication.offer(Messages.of(new byte[1]), 0, 1, timeout);
    }

    @Test
    void aConnectionMayWaitForEver() {
        TailraceConfig config = rig.clientConfig().withConnectTimeout(LONGEST).withRegistrationTimeout(LONGEST);
        try (Tailrace patient = Tailrace.connect(config)) {
            assertTrue(patient.addPublication(STREAM).awaitSubscribers(0, LONGEST));
        }
        Thread.currentThread().interrupt(); // Else it would.
        assertThrows(NoDriverException.class, () -> Tailrace.connect(config.withDirectory(parent.resolve("none"))));
        assertTrue(Thread.interrupted());
    }

    @Test
    void anOfferMayWaitForEverAndANegativeTimeIsNone() {
        Publication publication = publisher.addPublication(STREAM);
        Thread.currentThread().interrupt(); // Else it would.
        OfferInterruptedException interrupted =
                assertThrows(OfferInterruptedException.class, () -> offer(publication, LONGEST));
        assertTrue(Thread.interrupted());
        assertTrue(interrupted.getMessage().contains(Long.MAX_VALUE / 1_000_000 + " ms"), interrupted::getMessage);
        assertThrows(OfferTimeoutException.class, () -> offer(publication, MOST_NEGATIVE));
        assertFalse(publication.awaitSubscribers(1, MOST_NEGATIVE));
    }

    @Test
    void anEvictionMayBeInAnAge() {
        Publication publication = publisher.addExclusivePublication(STREAM);
        Subscription subscription =
                subscriber.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withEviction(LONGEST));
        rig.until("connected", publication::isConnected);
        Messages.fill(publication, Rig.MAX_MESSAGE_LENGTH);
        rig.settle();

        assertTrue(subscription.images().get(0).isGating());
        assertEquals(1, subscription.poll(received, 1));
    }
}
