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
import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.control.ProgramName;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract for offered messages, for every kind of publication. */
interface PublicationContract {
    Duration DEADLINE = Duration.ofSeconds(10);

    PublicationFixture fixture();

    private Publication publication() {
        return fixture().publication();
    }

    private Recorder received() {
        return fixture().received();
    }

    @Test
    default void aMessageArrivesByteForByte() {
        Subscription subscription = fixture().subscribe();
        byte[] bytes = new byte[257];
        new Random(1).nextBytes(bytes);

        long position = publication().offer(Messages.of(bytes), 0, bytes.length);

        assertEquals(1, fixture().poll(subscription));
        assertArrayEquals(bytes, received().bytes(0));
        assertEquals(0, received().frames().get(0).position());
        assertEquals(272, position); // Header and alignment included.
        assertEquals(position, publication().position());
    }

    @Test
    default void aMessageNamesItsStreamAndItsPublication() {
        Subscription subscription = fixture().subscribe();
        offer(publication(), "a");

        fixture().poll(subscription);

        Recorder.Frame frame = received().frames().get(0);
        assertEquals(PublicationFixture.STREAM, frame.stream());
        assertEquals(publication().registrationId(), frame.publisherId());
    }

    @Test
    default void twoPartsArriveAsOneMessage() {
        Subscription subscription = fixture().subscribe();

        long position = publication().offer(Messages.of("-head-"), 1, 4, Messages.of("-body-"), 1, 4);

        fixture().poll(subscription);
        assertEquals(List.of("headbody"), received().texts());
        assertEquals(16, position);
    }

    @Test
    default void gatheredPartsArriveAsOneMessage() {
        Subscription subscription = fixture().subscribe();

        publication()
                .offer(Messages.vector("a"), Messages.vector(""), Messages.vector("bcd"), Messages.vector("efghij"));

        fixture().poll(subscription);
        assertEquals(List.of("abcdefghij"), received().texts());
    }

    @Test
    default void anArrayArrives() {
        Subscription subscription = fixture().subscribe();

        assertEquals(16, publication().offer("abcde".getBytes(UTF_8)));
        assertEquals(24, publication().offer(new byte[0], DEADLINE));

        fixture().poll(subscription);
        assertEquals(List.of("abcde", ""), received().texts());
    }

    @Test
    default void aByteBufferArrivesFromItsPositionToItsLimitWhichItsPositionIsThen() {
        Subscription subscription = fixture().subscribe();
        byte[] array = "abcdef".getBytes(UTF_8);
        ByteBuffer direct = ByteBuffer.allocateDirect(6).put(array).flip();
        List<ByteBuffer> buffers = List.of(
                direct,
                ByteBuffer.wrap(array),
                ByteBuffer.wrap(array).asReadOnlyBuffer(),
                ByteBuffer.wrap("xabcdef".getBytes(UTF_8), 1, 6).slice(),
                direct.duplicate().order(ByteOrder.LITTLE_ENDIAN));
        for (ByteBuffer buffer : buffers) {
            buffer.limit(5).position(2);
            assertTrue(publication().offer(buffer) > 0);
            assertEquals(5, buffer.position());
            buffer.position(1);
            assertTrue(publication().offer(buffer, DEADLINE) > 0);
            assertEquals(5, buffer.position());
            assertEquals(5, buffer.limit());
        }
        assertTrue(publication().offer(direct) > 0, "an empty one");

        fixture().poll(subscription);
        List<String> expected = new ArrayList<>();
        buffers.forEach(buffer -> expected.addAll(List.of("cde", "bcde")));
        expected.add("");
        assertEquals(expected, received().texts());
    }

    @Test
    default void aByteBufferThatIsNotAcceptedStaysWhereItIs() {
        ByteBuffer buffer = ByteBuffer.wrap("abcdef".getBytes(UTF_8), 2, 3);

        assertEquals(OfferStatus.NOT_CONNECTED_CODE, publication().offer(buffer));
        assertThrows(OfferTimeoutException.class, () -> publication().offer(buffer, Duration.ofMillis(1)));
        ByteBuffer tooLong = ByteBuffer.allocate(publication().maxMessageLength() + 1);
        assertThrows(IllegalArgumentException.class, () -> publication().offer(tooLong));

        assertEquals(2, buffer.position());
        assertEquals(5, buffer.limit());
        assertEquals(0, tooLong.position());
    }

    @Test
    default void aBatchArrivesAsMessagesOfTheirOwn() {
        Subscription subscription = fixture().subscribe();
        BufferVector[] messages = {
            Messages.vector("one"), Messages.vector(""), Messages.vector("three is longer"), Messages.vector("not sent")
        };

        long position = publication().offerBatch(messages, 3);

        assertEquals(3, fixture().poll(subscription));
        assertEquals(List.of("one", "", "three is longer"), received().texts());
        assertEquals(16 + 8 + 24, position);
    }

    @Test
    default void withoutASubscriberItIsNotConnected() {
        assertEquals(OfferStatus.NOT_CONNECTED_CODE, offer(publication(), "a"));
        assertFalse(publication().isConnected());
        OfferTimeoutException late = assertThrows(
                OfferTimeoutException.class, () -> publication().offer(Messages.of("a"), 0, 1, Duration.ofMillis(20)));

        assertEquals(OfferStatus.NOT_CONNECTED, late.status());
        assertTrue(late.getMessage().contains("stream=" + PublicationFixture.STREAM), late.getMessage());
        assertTrue(late.getMessage().contains("no subscriber"), late.getMessage());
    }

    /** In bytes. */
    int window();

    @Test
    default void aSubscriberThatDoesNotPollHoldsItBackByAWindow() {
        Subscription subscription = fixture().subscribe();

        int accepted = Messages.fill(publication(), 1016);

        assertEquals(publication().limit() / 1024, accepted);
        assertEquals(window(), publication().limit());
        assertEquals(OfferStatus.BACK_PRESSURED_CODE, offer(publication(), "a"));
        assertEquals(publication().limit(), publication().position());
        assertEquals(accepted, fixture().poll(subscription));
        fixture().rig().until("space again", () -> offer(publication(), "a") > 0);
    }

    @Test
    default void anOfferWithADeadlineThatIsBackPressuredNamesTheSubscriberThatHoldsItBack() {
        fixture().subscribe();
        int accepted = Messages.fill(publication(), 1016);

        OfferTimeoutException late = assertThrows(
                OfferTimeoutException.class, () -> publication().offer(Messages.of("a"), 0, 1, Duration.ofMillis(20)));

        assertEquals(OfferStatus.BACK_PRESSURED, late.status());
        assertTrue(
                late.getMessage()
                        .contains("client " + fixture().client().clientId() + " (pid "
                                + ProcessHandle.current().pid() + ", " + ProgramName.ofThisProcess() + ") is "
                                + accepted * 1024 + " bytes behind"),
                late.getMessage());
    }

    @Test
    default void whoHoldsItBackCanBeAskedAtAnyTime() {
        assertNull(publication().blocker(), "no subscriber yet");
        Subscription dropping = fixture().subscribe(SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP));
        assertNull(publication().blocker(), "a DROP subscriber holds no publisher back");
        Subscription subscription = fixture().subscribe();
        int accepted = Messages.fill(publication(), 1016);

        long id = subscription.registrationId();
        long clientId = fixture().client().clientId();
        long pid = ProcessHandle.current().pid();
        String program = ProgramName.ofThisProcess();
        assertEquals(
                new Blocker(Blocker.Role.SUBSCRIBER, id, clientId, pid, accepted * 1024L).withProgram(program),
                publication().blocker());
        fixture().poll(subscription);
        assertEquals(
                new Blocker(Blocker.Role.SUBSCRIBER, id, clientId, pid, 0).withProgram(program),
                publication().blocker());
        assertTrue(dropping.isConnected());
    }

    @Test
    default void anOfferWithADeadlineIsAcceptedAtOnceWhereThereIsSpace() {
        Subscription subscription = fixture().subscribe();

        assertEquals(16, publication().offer(Messages.of("abc"), 0, 3, Duration.ZERO));

        fixture().poll(subscription);
        assertEquals(List.of("abc"), received().texts());
    }

    @Test
    default void messagesOfAllLengthsArriveInOrderAcrossManyTerms() {
        Subscription subscription = fixture().subscribe();
        Random random = new Random(3);
        byte[] bytes = new byte[Rig.MAX_MESSAGE_LENGTH];
        random.nextBytes(bytes);
        MappedBuffer buffer = Messages.of(bytes);
        List<byte[]> expected = new ArrayList<>();

        while (expected.size() < 3_000) {
            int length = random.nextInt(random.nextBoolean() ? 64 : Rig.MAX_MESSAGE_LENGTH + 1);
            int offset = random.nextInt(Rig.MAX_MESSAGE_LENGTH - length + 1);
            if (publication().offer(buffer, offset, length) > 0) {
                expected.add(java.util.Arrays.copyOfRange(bytes, offset, offset + length));
            } else {
                fixture().poll(subscription);
                fixture().rig().cycle();
            }
        }
        fixture().poll(subscription);

        assertEquals(expected.size(), received().count());
        assertTrue(publication().position() > 30 * Rig.TERM_LENGTH, "the log goes round more than ten times");
        long last = -1;
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), received().bytes(i), "message " + i);
            assertTrue(received().frames().get(i).position() > last);
            last = received().frames().get(i).position();
        }
    }

    @Test
    default void onceClosedEveryCallSaysSo() {
        Subscription subscription = fixture().subscribe();
        offer(publication(), "before");

        publication().close();

        MappedBuffer buffer = MappedBuffer.allocate(8);
        BufferVector vector = Messages.vector("a");
        assertEquals(OfferStatus.CLOSED_CODE, publication().offer(buffer, 0, 8));
        assertEquals(OfferStatus.CLOSED_CODE, publication().offer(buffer, 0, 4, buffer, 4, 4));
        assertEquals(OfferStatus.CLOSED_CODE, publication().offer(vector));
        assertEquals(OfferStatus.CLOSED_CODE, publication().offerBatch(new BufferVector[] {vector}, 1));
        assertEquals(OfferStatus.CLOSED_CODE, publication().tryClaim(8, new io.tailrace.Claim()));
        assertThrows(IllegalStateException.class, () -> publication().offer(buffer, 0, 8, Duration.ofSeconds(1)));
        assertTrue(publication().isClosed());
        assertFalse(publication().isConnected());
        assertEquals(1, fixture().poll(subscription), "what was accepted before is delivered");
    }

    @Test
    default void onceClosedItStaysClosedWhenTheDriverHasLetGoOfIt() {
        Subscription subscription = fixture().subscribe();
        publication().close();

        fixture().rig().until("the image is removed", () -> !subscription.isConnected());

        assertEquals(OfferStatus.CLOSED_CODE, offer(publication(), "a"));
        assertFalse(publication().awaitSubscribers(1, Duration.ofSeconds(5)));
    }
}
