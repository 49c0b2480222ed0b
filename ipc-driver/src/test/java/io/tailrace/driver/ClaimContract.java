/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract for claims, for every kind of publication. */
interface ClaimContract {
    PublicationFixture fixture();

    private Publication publication() {
        return fixture().publication();
    }

    private Recorder received() {
        return fixture().received();
    }

    @Test
    default void aClaimArrivesOnceItIsCommitted() {
        Subscription subscription = fixture().subscribe();
        Claim claim = new Claim();

        long position = publication().tryClaim(5, claim);
        assertTrue(claim.isOpen());
        assertEquals(5, claim.length());
        assertEquals(5, claim.buffer().capacity());
        assertThrows(IndexOutOfBoundsException.class, () -> claim.buffer().putByte(5, (byte) 1));
        assertThrows(IndexOutOfBoundsException.class, () -> claim.buffer().putByte(-1, (byte) 1));
        claim.buffer().putStringWithoutLengthAscii(0, "claim");
        int before = fixture().poll(subscription);
        claim.commit();
        assertFalse(claim.isOpen());
        assertEquals(0, claim.length());
        assertThrows(IndexOutOfBoundsException.class, () -> claim.buffer().putByte(0, (byte) 1));
        assertEquals(16, position);
        assertEquals(0, before);
        assertEquals(1, fixture().poll(subscription));
        assertEquals(List.of("claim"), received().texts());
    }

    @Test
    default void anAbortedClaimAndOneThatIsLeftWithoutCommitAreSkipped() {
        Subscription subscription = fixture().subscribe();
        Claim claim = new Claim();

        assertThrows(UnsupportedOperationException.class, () -> {
            try (claim) {
                publication().tryClaim(5, claim);
                throw new UnsupportedOperationException("in the middle of writing");
            }
        });
        publication().tryClaim(5, claim);
        claim.abort();
        offer(publication(), "next");
        assertEquals(1, fixture().poll(subscription));
        assertEquals(List.of("next"), received().texts());
        assertEquals(2 * 16, received().frames().get(0).position());
    }

    @Test
    default void onlyAnOpenClaimIsCommittedOrAbortedAndOnlyAClosedOneFilled() {
        Subscription subscription = fixture().subscribe();
        Claim claim = new Claim();
        assertThrows(IllegalStateException.class, claim::commit);
        assertThrows(IllegalStateException.class, claim::abort);
        publication().tryClaim(1, claim);
        assertThrows(IllegalStateException.class, () -> publication().tryClaim(1, claim));
        claim.buffer().putByte(0, (byte) 'a');
        claim.commit();
        assertThrows(IllegalStateException.class, claim::commit);
        assertThrows(IllegalStateException.class, claim::abort);
        claim.close(); // Has nothing to abort.
        fixture().poll(subscription);
        assertEquals(List.of("a"), received().texts());
    }

    @Test
    default void theLongestClaimIsTheLongestMessage() {
        fixture().subscribe();
        Claim claim = new Claim();

        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class, () -> publication().tryClaim(Rig.MAX_MESSAGE_LENGTH + 1, claim));
        assertThrows(IllegalArgumentException.class, () -> publication().tryClaim(-1, claim));

        assertTrue(refusal.getMessage().contains("max=" + Rig.MAX_MESSAGE_LENGTH), refusal.getMessage());
        assertFalse(claim.isOpen());
        assertTrue(publication().tryClaim(Rig.MAX_MESSAGE_LENGTH, claim) > 0);
        claim.abort();
    }

    @Test
    default void aRefusedClaimStaysClosed() {
        Claim claim = new Claim();
        assertEquals(OfferStatus.NOT_CONNECTED_CODE, publication().tryClaim(8, claim));
        assertFalse(claim.isOpen());
        fixture().subscribe();
        Messages.fill(publication(), 1016);

        assertEquals(OfferStatus.BACK_PRESSURED_CODE, publication().tryClaim(8, claim));
        assertFalse(claim.isOpen());
    }

    @Test
    default void messagesBehindAnOpenClaimWaitForIt() {
        Subscription subscription = fixture().subscribe();
        Claim claim = new Claim();
        publication().tryClaim(1, claim);

        fixture().rig().settle(); // However long it stays open, it is not taken away.
        assertEquals(0, fixture().poll(subscription));
        assertEquals(0, subscription.images().get(0).position());

        claim.buffer().putByte(0, (byte) 'a');
        claim.commit();
        assertEquals(1, fixture().poll(subscription));
    }

    @Test
    default void anOpenClaimOutlivesTheClosingOfItsPublication() {
        Subscription subscription = fixture().subscribe();
        Claim claim = new Claim();
        publication().tryClaim(1, claim);

        publication().close();
        fixture().rig().settle();
        assertTrue(subscription.isConnected());
        claim.buffer().putByte(0, (byte) 'a');
        claim.commit();

        assertEquals(1, fixture().poll(subscription));
        assertEquals(List.of("a"), received().texts());
        fixture().rig().until("the image is removed", () -> !subscription.isConnected());
    }
}
