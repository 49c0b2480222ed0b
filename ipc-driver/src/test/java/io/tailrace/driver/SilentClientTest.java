/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A client whose conductor does not run, as in a stopped process. */
final class SilentClientTest extends TwoClients {
    @Test
    void anOfferWithADeadlineTellsHowLongTheOneThatItWaitsForIsSilent() {
        try (Publication publication = publisher.addPublication(STREAM);
                Subscription subscription = subscriber.addSubscription(STREAM)) {
            rig.until("connected", publication::isConnected);
            Messages.fill(publication, 1016);

            OfferTimeoutException late = assertThrows(
                    OfferTimeoutException.class,
                    () -> publication.offer(Messages.of("a"), 0, 1, Duration.ofMillis(1_200)));

            String who = "client " + subscriber.clientId() + " \\(pid [0-9]+, [^)]+\\) is [0-9]+ bytes behind";
            assertTrue(
                    late.getMessage().matches(".*" + who + ", suspect: silent for [0-9.]+ s, window=.*"),
                    late.getMessage());
        }
    }
}
