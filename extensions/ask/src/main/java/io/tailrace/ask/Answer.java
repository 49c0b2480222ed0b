/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.OfferStatus;
import io.tailrace.memory.MappedBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request, copied ({@link #offer}) or written in place ({@link #tryClaim}). Only the responder's
 * thread may use it. A claim that the handler leaves open is aborted.
 */
public final class Answer {
    private static final MappedBuffer EMPTY = new MappedBuffer();

    /** The log to which the answer goes. */
    private @Nullable AskLog log;

    private boolean claimed;
    long correlation;
    boolean given;
    boolean kept;

    /** Creates an answer to no request, to {@link #keep} one in. It can be used for one after the other. */
    public Answer() {}

    /** Prepares for another request. */
    void begin(AskLog newLog, long newCorrelation) {
        if (claimed) {
            throw new IllegalStateException("the last answer is still claimed: commit or abort it first");
        }
        if (log != newLog) { // Storing a reference costs a barrier of the garbage collector.
            log = newLog;
        }
        correlation = newCorrelation;
        given = false;
        kept = false;
    }

    private AskLog requireOpen() {
        if (log == null || given) {
            throw new IllegalStateException("no request, or answered already: correlation=" + correlation);
        }
        return log;
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
        AskLog to = requireOpen();
        long result = to.answer(correlation, AnswerStatus.ANSWERED).offer(buffer, offset, length);
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
        AskLog to = requireOpen();
        long result = to.answer(correlation, AnswerStatus.ANSWERED).tryClaim(length);
        claimed = result >= 0;
        return result;
    }

    /** {@return the maximum answer length in bytes: an eighth of a term less 24; 0 if there is no request} */
    public int maxLength() {
        return log == null ? 0 : log.maxLength();
    }

    /** {@return the claimed space, from index 0 to the claimed length; empty if nothing is claimed} */
    public MutableDirectBuffer buffer() {
        return log != null && claimed ? log.claim.buffer() : EMPTY;
    }

    /**
     * Sends the answer.
     *
     * @throws IllegalStateException if nothing is claimed
     */
    public void commit() {
        if (log == null || !claimed) {
            throw new IllegalStateException("no answer is claimed: correlation=" + correlation);
        }
        log.claim.commit();
        claimed = false;
        given = true;
    }

    /** Abandons the claimed space, if there is any. */
    public void abort() {
        if (log != null && claimed) {
            log.claim.close();
            claimed = false;
        }
    }

    /**
     * Keeps the request in another answer, through which it is answered later; this one accepts none any more. The
     * program must copy the contents of the handler's buffer if it needs them later. Until the request is answered or
     * timed out, it counts against the requester's capacity. The other answer keeps the memory of the requester's log
     * of answers alive until it is used for another request.
     *
     * @throws IllegalStateException if this request is answered already, or the other answer is claimed
     */
    public void keep(Answer later) {
        later.begin(requireOpen(), correlation);
        kept = true;
    }
}
