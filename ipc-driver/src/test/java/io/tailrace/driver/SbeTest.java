/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.codecs.FailedDecoder;
import io.tailrace.codecs.FailedEncoder;
import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.ImageUnavailableEncoder;
import io.tailrace.codecs.MessageHeaderDecoder;
import io.tailrace.codecs.PublicationReadyDecoder;
import io.tailrace.codecs.PublicationReadyEncoder;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sbe.SbeClaim;
import io.tailrace.sbe.SbeHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Typed messages, with the codecs of the control protocol as an example. */
final class SbeTest extends TwoClients {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final List<String> handled = new ArrayList<>();
    private final SbeHandler handler = SbeHandler.of(
                    new PublicationReadyDecoder(),
                    (message, header) -> handled.add("ready " + message.logId() + " " + message.slot()))
            .and(
                    new FailedDecoder(),
                    (message, header) -> handled.add("failed " + message.reason() + " " + message.registrationId()));

    private Publication publication;
    private Subscription subscription;
    private SbeClaim<PublicationReadyEncoder> ready;
    private SbeClaim<FailedEncoder> failed;

    @BeforeEach
    void join() {
        publication = publisher.addPublication(STREAM);
        subscription = subscriber.addSubscription(STREAM);
        rig.until("connected", publication::isConnected);
        rig.until("an image", subscription::isConnected);
        ready = new SbeClaim<>(publication, new PublicationReadyEncoder());
        failed = new SbeClaim<>(publication, new FailedEncoder());
    }

    private static int variableLength(String reason) {
        return FailedEncoder.reasonHeaderLength() + reason.length();
    }

    @Test
    void eachMessageGoesToItsDecoder() {
        try (SbeClaim<PublicationReadyEncoder> claim = ready) {
            assertEquals(8 + 8 + PublicationReadyEncoder.BLOCK_LENGTH + 4, claim.tryClaim(0));
            claim.encoder().clientId(1).registrationId(2).logId(3).slot(4);
            claim.commit();
        }
        try (SbeClaim<FailedEncoder> claim = failed) {
            assertTrue(claim.claim(variableLength("quotes"), DEADLINE) > 0);
            claim.encoder()
                    .clientId(7)
                    .registrationId(8)
                    .code(FailureCode.LIMIT)
                    .reason("quotes");
            claim.commit();
        }

        assertEquals(1, subscription.poll(handler, 1));
        subscription.poll(
                (buffer, offset, length, header) -> { // The same bytes as those written and read with SBE alone.
                    FailedDecoder decoder = new FailedDecoder();
                    decoder.wrapAndApplyHeader(buffer, offset, new MessageHeaderDecoder());
                    handled.add(decoder.toString());
                    assertEquals("quotes", decoder.reason());
                    assertEquals(length, MessageHeaderDecoder.ENCODED_LENGTH + decoder.encodedLength());
                    handler.onFrame(buffer, offset, length, header);
                },
                10);
        assertTrue(
                handled.remove(1).contains("clientId=7|registrationId=8|code=LIMIT|reason='quotes'"),
                handled::toString);
        assertEquals(List.of("ready 3 4", "failed quotes 8"), handled);
    }

    @Test
    void whatIsNotCommittedIsSkipped() {
        assertThrows(IllegalStateException.class, ready::encoder);
        assertThrows(IllegalStateException.class, ready::commit);
        try (SbeClaim<PublicationReadyEncoder> claim = ready) {
            claim.tryClaim(0);
            claim.encoder().logId(1);
        }
        try (SbeClaim<FailedEncoder> claim = failed) {
            claim.tryClaim(variableLength("abc"));
            claim.encoder().reason("ab");
            IllegalStateException shorter = assertThrows(IllegalStateException.class, claim::commit);
            assertTrue(shorter.getMessage().contains("encoded=29, claimed=30"), shorter.getMessage());
            assertThrows(IndexOutOfBoundsException.class, () -> claim.encoder().reason("abcd"));
        }
        assertThrows(IllegalArgumentException.class, () -> failed.tryClaim(-1));
        ExclusivePublication unread = publisher.addExclusivePublication("nobody reads this");
        SbeClaim<PublicationReadyEncoder> refused = new SbeClaim<>(unread, new PublicationReadyEncoder());
        assertEquals(OfferStatus.NOT_CONNECTED_CODE, refused.tryClaim(0));
        assertThrows(IllegalStateException.class, refused::encoder);

        assertEquals(0, subscription.poll(handler, 10));
        assertEquals(publication.position(), subscription.images().get(0).position());
    }

    @Test
    void aMessageOfAnotherKindIsRefusedUnlessItIsSaidWhatTakesIt() {
        SbeClaim<ImageUnavailableEncoder> other = new SbeClaim<>(publication, new ImageUnavailableEncoder());
        for (int i = 0; i < 2; i++) {
            try (other) {
                other.tryClaim(0);
                other.encoder().clientId(1).registrationId(2).logId(3);
                other.commit();
            }
            publication.offer(new byte[7]);
        }

        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> subscription.poll(handler, 1));
        assertTrue(refusal.getMessage().contains("schemaId=7421, templateId=54"), refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> subscription.poll(handler, 1));
        assertEquals(2, subscription.poll(handler.otherwise((b, o, length, h) -> handled.add("other " + length)), 10));
        assertEquals(List.of("other 32", "other 7"), handled);
    }

    /** The length of its text exceeds the message, and another message follows it. */
    @Test
    void aDecoderSeesNothingBehindItsMessage() {
        MappedBuffer bytes = MappedBuffer.allocate(64);
        FailedEncoder encoder = new FailedEncoder();
        encoder.wrapAndApplyHeader(bytes, 0, new io.tailrace.codecs.MessageHeaderEncoder());
        encoder.clientId(1).registrationId(2).code(FailureCode.LIMIT).reason("secret");
        publication.offer(bytes, 0, encoder.limit() - 6);
        publication.offer("SECRET".getBytes(java.nio.charset.StandardCharsets.UTF_8));

        assertThrows(IndexOutOfBoundsException.class, () -> subscription.poll(handler, 1));
        assertEquals(List.of(), handled);
    }
}
