/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sbe;

import static io.tailrace.codecs.MessageHeaderEncoder.ENCODED_LENGTH;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.codecs.MessageHeaderEncoder;
import java.time.Duration;
import org.agrona.sbe.MessageEncoderFlyweight;

/**
 * Space in a log for one SBE message, with its header written and its encoder wrapped around the rest. It is created
 * once and reused by one thread, and allocates nothing. {@link #close} aborts a message that was not committed, and
 * leaves the publication open.
 *
 * <pre>{@code
 * SbeClaim<QuoteEncoder> quote = new SbeClaim<>(publication, new QuoteEncoder());
 * …
 * try (quote) {
 *     if (quote.tryClaim(0) >= 0) {
 *         quote.encoder().instrument(7).bid(100).ask(101);
 *         quote.commit();
 *     }
 * }
 * }</pre>
 *
 * @param <E> the encoder that SBE has generated for the message
 */
public final class SbeClaim<E extends MessageEncoderFlyweight> implements AutoCloseable {
    private final Publication publication;
    private final E encoder;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final Claim claim = new Claim();

    public SbeClaim(Publication publication, E encoder) {
        this.publication = publication;
        this.encoder = encoder;
    }

    /**
     * Claims space for a message, as {@link Publication#tryClaim(int, Claim)} does. Set every field, because the space
     * contains bytes of earlier messages.
     *
     * @param variableLength length of groups and data in bytes, including their own headers; 0 if it has none
     * @return the position after the message, or a negative {@link io.tailrace.OfferStatus} code
     */
    public long tryClaim(int variableLength) {
        return prepared(publication.tryClaim(length(variableLength), claim));
    }

    /**
     * Claims space as {@link #tryClaim(int)} does, and waits as {@link Publication#claim(int, Claim, Duration)} does.
     */
    public long claim(int variableLength, Duration timeout) {
        return prepared(publication.claim(length(variableLength), claim, timeout));
    }

    private int length(int variableLength) {
        if (variableLength < 0) {
            throw new IllegalArgumentException("negative length of groups and data: length=" + variableLength);
        }
        return ENCODED_LENGTH + encoder.sbeBlockLength() + variableLength;
    }

    private long prepared(long result) {
        if (result >= 0) {
            try {
                header.wrap(claim.buffer(), 0)
                        .blockLength(encoder.sbeBlockLength())
                        .templateId(encoder.sbeTemplateId())
                        .schemaId(encoder.sbeSchemaId())
                        .version(encoder.sbeSchemaVersion());
                encoder.wrap(claim.buffer(), ENCODED_LENGTH);
            } catch (Throwable t) {
                claim.abort();
                throw t;
            }
        }
        return result;
    }

    /**
     * {@return the encoder, wrapped around the claimed space}
     *
     * @throws IllegalStateException if nothing is claimed
     */
    public E encoder() {
        if (!claim.isOpen()) {
            throw new IllegalStateException("nothing is claimed: stream=" + publication.stream());
        }
        return encoder;
    }

    /**
     * Publishes the message.
     *
     * @throws IllegalStateException if nothing is claimed, or if groups and data are shorter than their claimed length;
     *     the claim then stays open
     */
    public void commit() {
        int encoded = ENCODED_LENGTH + encoder().encodedLength();
        if (encoded != claim.length()) {
            throw new IllegalStateException("message not committed: encoded=" + encoded + ", claimed=" + claim.length()
                    + ", stream=" + publication.stream() + "; claim the exact length of groups and data");
        }
        claim.commit();
    }

    /** Abandons the space if it is still claimed. */
    @Override
    public void close() {
        claim.close();
    }
}
