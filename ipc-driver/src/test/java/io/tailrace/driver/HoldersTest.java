/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Blocker;
import io.tailrace.Claim;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.liveness.ProgramName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An offer names the process that holds it back; {@link PublicationTest} has a subscriber that does not poll. */
final class HoldersTest extends TwoClients {
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

    @Test
    void aPublisherThatDoesNotCommitIsNamedAsTheOneWhoHoldsItBack() {
        Publication publication = publisher.addPublication(STREAM);
        Publication second = publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        rig.until("connected", () -> publication.isConnected() && subscription.isConnected());
        offer(publication, "a");
        try (Claim claim = new Claim()) {
            assertTrue(second.tryClaim(1, claim) > 0);
            Messages.fill(publication, 1016);
            subscription.poll(received, 100);

            long behind = publication.position() - 16;
            long pid = ProcessHandle.current().pid();
            String program = ProgramName.ofThisProcess();
            Blocker blocker =
                    new Blocker(Blocker.Role.PUBLISHER, second.registrationId(), publisher.clientId(), pid, behind);
            assertEquals(blocker.withProgram(program), publication.blocker());
            OfferTimeoutException late = assertThrows(
                    OfferTimeoutException.class,
                    () -> publication.offer(Messages.of("a"), 0, 1, Duration.ofMillis(20)));
            String who = "client " + publisher.clientId() + " (pid " + pid + ", " + program
                    + ") has not committed a claim " + behind + " bytes behind";
            assertTrue(late.getMessage().contains(who), late.getMessage());
        }
    }
}
