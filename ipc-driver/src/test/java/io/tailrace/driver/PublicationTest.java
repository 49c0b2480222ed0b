/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Blocker;
import io.tailrace.Claim;
import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.liveness.ProgramName;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Offered messages and claims, for each kind of publication. */
@ParameterizedClass(name = "exclusive={0}")
@ValueSource(booleans = {false, true})
final class PublicationTest extends WithRig {
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final Duration BRIEF = Duration.ofMillis(20);

    private final boolean exclusive;
    /** In bytes. */
    private final int window;

    private Tailrace client;
    private Publication publication;

    PublicationTest(boolean exclusive) {
        this.exclusive = exclusive;
        this.window = exclusive ? Rig.TERM_LENGTH : Rig.WINDOW;
    }

    @BeforeEach
    void addPublication() {
        client = rig.connect();
        publication = Messages.add(client, STREAM, exclusive);
    }

    private Subscription subscribe() {
        return subscribe(SubscriptionConfig.DEFAULT);
    }

    /** Adds a subscription known to both ends. */
    private Subscription subscribe(SubscriptionConfig config) {
        Subscription subscription = client.addSubscription(STREAM, config);
        rig.until("an image", subscription::isConnected);
        rig.until("connected", publication::isConnected);
        return subscription;
    }

    private int poll(Subscription subscription) {
        return subscription.poll(received, Integer.MAX_VALUE);
    }

    @Test
    void aMessageArrivesByteForByteWithItsStreamItsPublicationAndItsPosition() {
        Subscription subscription = subscribe();
        byte[] bytes = new byte[257];
        new Random(1).nextBytes(bytes);
        long position = publication.offer(Messages.of(bytes), 0, bytes.length);

        assertEquals(1, poll(subscription));
        assertArrayEquals(bytes, received.bytes(0));
        Recorder.Frame frame = received.frames().get(0);
        assertEquals(0, frame.position());
        assertEquals(STREAM, frame.stream());
        assertEquals(publication.registrationId(), frame.publisherId());
        assertEquals(272, position); // Header and alignment included.
        assertEquals(position, publication.position());
    }

    @Test
    void partsArrivePutTogetherAndABatchAsMessagesOfTheirOwn() {
        Subscription subscription = subscribe();
        BufferVector empty = Messages.vector("");
        BufferVector[] batch = {Messages.vector("one"), empty, Messages.vector("three is longer"), empty};
        assertEquals(16, publication.offer(Messages.of("-head-"), 1, 4, Messages.of("-body-"), 1, 4));
        long position = publication.position();

        assertEquals(position + 16 + 8 + 24, publication.offerBatch(batch, 3));
        assertEquals(position + 48 + 16, publication.offer("abcde".getBytes(UTF_8)));
        assertEquals(position + 64 + 8, publication.offer(new byte[0], DEADLINE));
        assertEquals(position + 72 + 16, publication.offer(Messages.of("now"), 0, 3, Duration.ZERO));
        poll(subscription);

        assertEquals(List.of("headbody", "one", "", "three is longer", "abcde", "", "now"), received.texts());
    }

    @Test
    void aByteBufferArrivesFromItsPositionToItsLimitWhichItsPositionIsThen() {
        Subscription subscription = subscribe();
        byte[] array = "abcdef".getBytes(UTF_8);
        ByteBuffer direct = ByteBuffer.allocateDirect(6).put(array).flip();
        List<ByteBuffer> buffers = List.of(
                direct,
                ByteBuffer.wrap(array),
                ByteBuffer.wrap(array).asReadOnlyBuffer(),
                ByteBuffer.wrap("xabcdef".getBytes(UTF_8), 1, 6).slice(),
                direct.duplicate().order(ByteOrder.LITTLE_ENDIAN));

        List<String> expected = new ArrayList<>();
        for (ByteBuffer buffer : buffers) {
            buffer.limit(5).position(2);
            assertTrue(publication.offer(buffer) > 0);
            assertEquals(5, buffer.position());
            buffer.position(1);
            assertTrue(publication.offer(buffer, DEADLINE) > 0);
            assertEquals(5, buffer.position());
            assertEquals(5, buffer.limit());
            expected.addAll(List.of("cde", "bcde"));
        }
        assertTrue(publication.offer(direct) > 0, "an empty one");
        expected.add("");
        poll(subscription);

        assertEquals(expected, received.texts());
    }

    @Test
    void withoutASubscriberItIsNotConnectedAndAByteBufferStaysWhereItIs() {
        ByteBuffer buffer = ByteBuffer.wrap("abcdef".getBytes(UTF_8), 2, 3);
        ByteBuffer tooLong = ByteBuffer.allocate(publication.maxMessageLength() + 1);

        assertEquals(OfferStatus.NOT_CONNECTED_CODE, publication.offer(buffer));
        assertFalse(publication.isConnected());
        OfferTimeoutException late = assertThrows(OfferTimeoutException.class, () -> publication.offer(buffer, BRIEF));
        assertEquals(OfferStatus.NOT_CONNECTED, late.status());
        assertTrue(late.getMessage().contains("stream=" + STREAM), late.getMessage());
        assertTrue(late.getMessage().contains("no subscriber"), late.getMessage());
        assertThrows(IllegalArgumentException.class, () -> publication.offer(tooLong));
        assertEquals(2, buffer.position());
        assertEquals(5, buffer.limit());
        assertEquals(0, tooLong.position());
    }

    @Test
    void aSubscriberThatDoesNotPollHoldsItBackByAWindowAndIsNamedAtAnyTime() {
        assertNull(publication.blocker(), "no subscriber yet");
        Subscription dropping = subscribe(SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP));
        assertNull(publication.blocker(), "a DROP subscriber holds no publisher back");
        Subscription subscription = subscribe();
        int accepted = Messages.fill(publication, 1016);
        assertEquals(window, publication.limit());
        assertEquals(window / 1024, accepted);
        assertEquals(window, publication.position());
        Claim claim = new Claim();
        assertEquals(OfferStatus.BACK_PRESSURED_CODE, offer(publication, "a"));
        assertEquals(OfferStatus.BACK_PRESSURED_CODE, publication.tryClaim(8, claim));
        assertFalse(claim.isOpen());

        OfferTimeoutException late =
                assertThrows(OfferTimeoutException.class, () -> publication.offer(Messages.of("a"), 0, 1, BRIEF));
        assertEquals(OfferStatus.BACK_PRESSURED, late.status());
        long clientId = client.clientId();
        long pid = ProcessHandle.current().pid();
        String program = ProgramName.ofThisProcess();
        String who = "client " + clientId + " (pid " + pid + ", " + program + ") is " + window + " bytes behind";
        assertTrue(late.getMessage().contains(who), late.getMessage());
        Blocker blocker = new Blocker(Blocker.Role.SUBSCRIBER, subscription.registrationId(), clientId, pid, window);
        assertEquals(blocker.withProgram(program), publication.blocker());

        assertEquals(accepted, poll(subscription));
        assertEquals(0, publication.blocker().bytesBehind());
        rig.until("space again", () -> offer(publication, "a") > 0);
        assertTrue(dropping.isConnected());
    }

    @Test
    void onceClosedEveryCallSaysSoAlsoWhenTheDriverHasLetGoOfIt() {
        Subscription subscription = subscribe();
        offer(publication, "before");
        publication.close();
        MappedBuffer buffer = MappedBuffer.allocate(8);
        BufferVector vector = Messages.vector("a");

        assertEquals(OfferStatus.CLOSED_CODE, publication.offer(buffer, 0, 8));
        assertEquals(OfferStatus.CLOSED_CODE, publication.offer(buffer, 0, 4, buffer, 4, 4));
        assertEquals(OfferStatus.CLOSED_CODE, publication.offerBatch(new BufferVector[] {vector}, 1));
        assertEquals(OfferStatus.CLOSED_CODE, publication.tryClaim(8, new Claim()));
        assertThrows(IllegalStateException.class, () -> publication.offer(buffer, 0, 8, DEADLINE));
        assertTrue(publication.isClosed());
        assertFalse(publication.isConnected());
        assertEquals(1, poll(subscription), "what was accepted before is delivered");

        rig.until("the image is removed", () -> !subscription.isConnected());
        assertEquals(OfferStatus.CLOSED_CODE, offer(publication, "a"));
        assertFalse(publication.awaitSubscribers(1, DEADLINE));
    }

    @Test
    void aClaimGivesExactlyItsSpaceAndArrivesOnceItIsCommitted() {
        Subscription subscription = subscribe();
        Claim claim = new Claim();
        assertEquals(16, publication.tryClaim(5, claim));
        assertTrue(claim.isOpen());
        assertEquals(5, claim.length());
        assertEquals(5, claim.buffer().capacity());
        assertThrows(IndexOutOfBoundsException.class, () -> claim.buffer().putByte(5, (byte) 1));
        assertThrows(IndexOutOfBoundsException.class, () -> claim.buffer().putByte(-1, (byte) 1));
        claim.buffer().putStringWithoutLengthAscii(0, "claim");

        rig.settle(); // However long it stays open, it is not taken away.
        assertEquals(0, poll(subscription));
        assertEquals(0, subscription.images().get(0).position());
        claim.commit();

        assertEquals(1, poll(subscription));
        assertEquals(List.of("claim"), received.texts());
    }

    @Test
    void aClaimThatIsAbortedOrLeftWithoutCommitIsSkipped() {
        Subscription subscription = subscribe();
        Claim claim = new Claim();
        publication.tryClaim(5, claim);
        claim.abort();
        assertThrows(UnsupportedOperationException.class, () -> {
            try (claim) {
                publication.tryClaim(5, claim);
                throw new UnsupportedOperationException("in the middle of writing");
            }
        });
        try (claim) {
            publication.tryClaim(0, claim);
            claim.commit();
        }

        assertEquals(1, poll(subscription), "a committed one is not aborted by close");
        assertEquals(List.of(""), received.texts());
        assertEquals(32, received.frames().get(0).position());
    }

    @Test
    void aClaimIsFilledOnceCommittedOnceAndUsedAgain() {
        Subscription subscription = subscribe();
        Claim claim = new Claim();
        for (int i = 0; i < 5; i++) {
            assertThrows(IllegalStateException.class, claim::commit);
            assertThrows(IllegalStateException.class, claim::abort);
            assertTrue(publication.tryClaim(1, claim) > 0);
            assertThrows(IllegalStateException.class, () -> publication.tryClaim(1, claim));
            claim.buffer().putByte(0, (byte) ('a' + i));
            claim.commit();
            assertFalse(claim.isOpen());
            assertEquals(0, claim.length());
            assertThrows(IndexOutOfBoundsException.class, () -> claim.buffer().putByte(0, (byte) 1));
        }
        claim.close(); // Has nothing to abort.

        poll(subscription);
        assertEquals(List.of("a", "b", "c", "d", "e"), received.texts());
    }

    @Test
    void aClaimThatIsRefusedStaysClosed() {
        Claim claim = new Claim();
        assertEquals(OfferStatus.NOT_CONNECTED_CODE, publication.tryClaim(8, claim));
        subscribe();
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class, () -> publication.tryClaim(Rig.MAX_MESSAGE_LENGTH + 1, claim));
        assertTrue(refusal.getMessage().contains("max=" + Rig.MAX_MESSAGE_LENGTH), refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> publication.tryClaim(-1, claim));
        assertFalse(claim.isOpen());

        assertTrue(publication.tryClaim(Rig.MAX_MESSAGE_LENGTH, claim) > 0);
        claim.abort();
    }
}
