/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.memory.MappedBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request, copied ({@link #offer}) or written in place ({@link #tryClaim}). Only the responder's
 * thread may use it. A claim that the handler leaves open is aborted.
 */
public final class Answer {
    private final BodyClaim claim = new BodyClaim();
    private final MappedBuffer header = MappedBuffer.allocate(AskLayout.HEADER_LENGTH);
    private @Nullable RequesterLink requester;
    private long correlation;
    private boolean given;
    private boolean kept;

    Answer() {}

    /**
     * Prepares for another request.
     *
     * @param newRequester null if it has gone
     */
    void begin(@Nullable RequesterLink newRequester, long newCorrelation) {
        if (claim.isOpen()) {
            throw new IllegalStateException("the last answer is still claimed: commit or abort it first");
        }
        if (requester != newRequester) {
            requester = newRequester;
        }
        correlation = newCorrelation;
        given = false;
        kept = false;
    }

    boolean isGiven() {
        return given;
    }

    boolean isKept() {
        return kept;
    }

    /** {@return the log to which the answer goes; null if the requester has gone} */
    private @Nullable Publication publication() {
        if (given) {
            throw new IllegalStateException(
                    "answered already: requester=" + requester() + ", correlation=" + correlation);
        }
        return requester == null ? null : requester.answers();
    }

    /**
     * Answers with a copy.
     *
     * @return a position, or a negative {@link OfferStatus} code. Inside a handler there is always room for one answer,
     *     so a negative code means that the requester has gone. A kept request may meet back pressure: try again later.
     * @throws IllegalArgumentException if it is longer than {@link #maxLength}
     * @throws IndexOutOfBoundsException if the buffer has no such range
     * @throws IllegalStateException if it was answered already
     */
    public long offer(DirectBuffer buffer, int offset, int length) {
        Publication publication = publication();
        if (publication == null) {
            return OfferStatus.NOT_CONNECTED_CODE;
        }
        BodyClaim.checkLength(publication, length);
        AskLayout.putAnswer(header, correlation, AnswerStatus.ANSWERED);
        long result = publication.offer(header, 0, AskLayout.HEADER_LENGTH, buffer, offset, length);
        given = result >= 0;
        return result;
    }

    /**
     * Claims space in which the answer is written in place and then committed.
     *
     * @return as {@link #offer}
     * @throws IllegalArgumentException if it is longer than {@link #maxLength}
     * @throws IllegalStateException if the request is answered already, or its answer is claimed
     */
    public long tryClaim(int length) {
        Publication publication = publication();
        if (publication == null) {
            return OfferStatus.NOT_CONNECTED_CODE;
        }
        long result = claim.tryClaim(publication, length);
        if (result >= 0) {
            AskLayout.putAnswer(claim.header(), correlation, AnswerStatus.ANSWERED);
        }
        return result;
    }

    /** {@return the maximum answer length in bytes: an eighth of a term less 24; 0 if the requester has gone} */
    public int maxLength() {
        Publication publication = requester == null ? null : requester.answers();
        return publication == null ? 0 : publication.maxMessageLength() - AskLayout.HEADER_LENGTH;
    }

    /** {@return the claimed space, from index 0 to the claimed length; empty if nothing is claimed} */
    public MutableDirectBuffer buffer() {
        return claim.body();
    }

    /**
     * Sends the answer.
     *
     * @throws IllegalStateException if nothing is claimed
     */
    public void commit() {
        claim.commit();
        given = true;
    }

    /** Abandons the claimed space, if there is any. */
    public void abort() {
        claim.abort();
    }

    /**
     * Keeps the request to answer it later, through {@link Responder#answer} with {@link #requester} and {@link
     * #correlation}. The program must copy the contents of the handler's buffer if it needs them later. Until the
     * request is answered or timed out, it counts against the requester's capacity.
     */
    public void keep() {
        kept = true;
    }

    /** {@return the number of the requester, for {@link Responder#answer}} */
    public long requester() {
        return requester == null ? 0 : requester.id();
    }

    /** {@return the number of the request, for {@link Responder#answer}; each requester counts its own} */
    public long correlation() {
        return correlation;
    }
}
