/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Blocker;
import io.tailrace.Claim;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.control.ProgramName;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConcurrentPublicationTest implements PublicationContract {
    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private PublicationFixture fixture;

    @BeforeEach
    void addPublication() {
        fixture = new PublicationFixture(parent, Tailrace::addPublication);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    public int window() {
        return Rig.WINDOW;
    }

    @Override
    public PublicationFixture fixture() {
        return fixture;
    }

    @Test
    void allPublicationsOfAStreamShareOneLog() {
        Subscription subscription = fixture.subscribe();
        Tailrace other = fixture.rig().connect();
        Publication first = fixture.publication();
        Publication second = other.addPublication(PublicationFixture.STREAM);

        offer(first, "a");
        offer(second, "b");
        offer(first, "c");
        fixture.poll(subscription);

        assertEquals(first.logId(), second.logId());
        assertEquals(1, subscription.imageCount());
        assertEquals(List.of("a", "b", "c"), fixture.received().texts());
        assertEquals(second.registrationId(), fixture.received().frames().get(1).publisherId());
        assertNotEquals(first.registrationId(), second.registrationId());

        first.close();
        fixture.rig().settle();
        offer(second, "d");
        assertEquals(1, fixture.poll(subscription), "it goes on without one of them");
    }

    @Test
    void openClaimsOfOneHandleAreDeliveredInTheOrderClaimed() {
        Subscription subscription = fixture.subscribe();
        Claim first = new Claim();
        Claim second = new Claim();
        fixture.publication().tryClaim(1, first);
        fixture.publication().tryClaim(1, second);
        first.buffer().putByte(0, (byte) '1');
        second.buffer().putByte(0, (byte) '2');

        second.commit();
        assertEquals(0, fixture.poll(subscription));
        first.commit();

        assertEquals(2, fixture.poll(subscription));
        assertEquals(List.of("1", "2"), fixture.received().texts());
    }

    @Test
    void aPublisherThatDoesNotCommitIsNamedAsTheOneWhoHoldsItBack() {
        Subscription subscription = fixture.subscribe();
        Publication second = fixture.client().addPublication(PublicationFixture.STREAM);
        offer(fixture.publication(), "a");
        try (Claim claim = new Claim()) {
            second.tryClaim(1, claim);
            Messages.fill(fixture.publication(), 1016);
            fixture.poll(subscription);

            long behind = fixture.publication().position() - 16;
            long pid = ProcessHandle.current().pid();
            assertEquals(
                    new Blocker(
                                    Blocker.Role.PUBLISHER,
                                    second.registrationId(),
                                    fixture.client().clientId(),
                                    pid,
                                    behind)
                            .withProgram(ProgramName.ofThisProcess()),
                    fixture.publication().blocker());
            OfferTimeoutException late = assertThrows(OfferTimeoutException.class, () -> fixture.publication()
                    .offer(Messages.of("a"), 0, 1, Duration.ofMillis(20)));
            assertTrue(
                    late.getMessage()
                            .contains("client " + fixture.client().clientId() + " (pid " + pid + ", "
                                    + ProgramName.ofThisProcess() + ") has not committed a claim " + behind
                                    + " bytes behind"),
                    late.getMessage());
        }
    }
}
