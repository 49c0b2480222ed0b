/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.Claim;
import io.tailrace.ExclusivePublication;
import io.tailrace.OfferStatus;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The log to which one end publishes: a requester its requests, or a responder its answers to one requester. Each
 * message has a header ({@code FORMAT.md}), in the byte order of the machine, and a body, which is all that the program
 * sees. Used by the thread of that end.
 *
 * <p>Both ends know each other's ids without a message: the id of this log identifies its end.
 */
final class AskLog {
    static final int CORRELATION_OFFSET = 0;
    /** Of the second word of the header: the responder's log in a request, the status in an answer. */
    static final int WORD_OFFSET = 8;

    static final int HEADER_LENGTH = 16;
    /** The absence of a responder; no log has this id. */
    static final long ALL = 0;

    private final MappedBuffer header = MappedBuffer.allocate(HEADER_LENGTH);
    final ExclusivePublication publication;
    /** Its buffer is the body. */
    final Claim claim = new Claim();

    private long correlation;
    private long word;
    /** Messages that begin before this position have room. */
    private long roomEnd;

    AskLog(ExclusivePublication publication) {
        this.publication = publication;
    }

    /**
     * {@return the stream that carries the answers to one requester}
     *
     * @throws IllegalArgumentException if its name would be too long
     */
    static String answers(String stream, long requesterId) {
        String suffix = "/answers/" + requesterId;
        String what = "name of a stream whose answers go through a stream of that name and \"" + suffix + '"';
        return LogLayout.checkName(what, stream, LogLayout.MAX_STREAM_LENGTH - suffix.length()) + suffix;
    }

    /** @throws IllegalArgumentException if the message is neither a request nor an answer */
    static void checkMessage(int length, String stream) {
        if (length < HEADER_LENGTH) {
            throw new IllegalArgumentException("neither request nor answer: stream=" + stream + ", length=" + length
                    + ", min=" + HEADER_LENGTH + "; another program publishes to it: use another stream there");
        }
    }

    /** Sets the header of the next message. Returns this log, which then sends or claims it. */
    AskLog message(long newCorrelation, long newWord) {
        correlation = newCorrelation;
        word = newWord;
        return this;
    }

    @SuppressWarnings("EnumOrdinal") // AnswerStatus says that it is the code.
    AskLog answer(long newCorrelation, AnswerStatus status) {
        return message(newCorrelation, status.ordinal());
    }

    /** Sends the header and a copy of the body. Returns a position, or a negative {@link OfferStatus} code. */
    long offer(DirectBuffer buffer, int offset, int length) {
        checkLength(length);
        header.putLong(CORRELATION_OFFSET, correlation);
        header.putLong(WORD_OFFSET, word);
        return publication.offer(header, 0, HEADER_LENGTH, buffer, offset, length);
    }

    /** Claims space, and writes the header there. Returns a position, or a negative {@link OfferStatus} code. */
    long tryClaim(int length) {
        checkLength(length);
        long result = publication.tryClaim(HEADER_LENGTH + length, claim);
        if (result >= 0) {
            try {
                MutableDirectBuffer message = claim.buffer();
                message.putLong(CORRELATION_OFFSET, correlation);
                message.putLong(WORD_OFFSET, word);
                message.wrap(message, HEADER_LENGTH, length);
            } catch (Throwable t) {
                claim.abort();
                throw t;
            }
        }
        return result;
    }

    /** Checked before the header's length is added, so the message names the length that the program asked for. */
    private void checkLength(int length) {
        if (length < 0 || length > maxLength()) {
            throw new IllegalArgumentException("length out of range: length=" + length + ", min=0, max=" + maxLength()
                    + " (an eighth of a term less headers), stream=" + publication.stream()
                    + "; longer ones need a longer term");
        }
    }

    int maxLength() {
        return publication.maxMessageLength() - HEADER_LENGTH;
    }

    /** {@return whether the next message finds space whatever its length, or nobody reads it} */
    boolean hasRoom() {
        if (publication.position() < roomEnd) {
            return true;
        }
        roomEnd = publication.limit();
        if (publication.position() < roomEnd) {
            return true;
        }
        // If no cleaner runs, a claim cleans the memory itself, so only a claim shows whether there is room.
        long result = publication.tryClaim(HEADER_LENGTH, claim);
        if (result < 0) {
            return !isFull(result);
        }
        claim.abort();
        roomEnd = publication.limit();
        return publication.position() < roomEnd;
    }

    /** {@return whether a result means that a later message may find space} */
    static boolean isFull(long result) {
        return result == OfferStatus.BACK_PRESSURED_CODE || result == OfferStatus.DRIVER_LOST_CODE;
    }
}
