/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.memory.MappedBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;

/**
 * Reports the outcome of requests to the program: an answer, the loss of a responder, or a timeout. Each outcome is
 * recorded before it is reported, so if the program's handler throws, the next poll continues after it. Used by the
 * requester's thread.
 */
final class AnswerDelivery implements FrameHandler {
    /** Polls between two reads of the clock, because a read takes longer than a poll that finds nothing. */
    private static final int POLLS_PER_LOOK = 16;

    private static final MappedBuffer NOTHING = new MappedBuffer();

    private final AnswerHandler handler;
    private final AwaitedAnswer awaited;
    private final RequestsInFlight inFlight;
    private final LivingResponders responders;
    private final AnswerHeader answerHeader = new AnswerHeader();
    private final AtomicLong lateAnswers = new AtomicLong();
    private final long originNs = System.nanoTime();
    private int pollsToLook;
    private long nsToOverdue;

    /** @param awaited receives the outcome of the request that a thread waits for; the handler receives all others */
    AnswerDelivery(
            AnswerHandler handler, AwaitedAnswer awaited, RequestsInFlight inFlight, LivingResponders responders) {
        this.handler = handler;
        this.awaited = awaited;
        this.inFlight = inFlight;
        this.responders = responders;
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header frame) {
        AskLayout.checkLength(length, frame.stream());
        long correlation = buffer.getLong(offset + AskLayout.CORRELATION_OFFSET);
        AnswerStatus status = AnswerStatus.of(buffer.getInt(offset + AskLayout.STATUS_OFFSET));
        int place = responders.placeOf(frame.image());
        if (place == LivingResponders.NONE || !inFlight.settle(correlation, place)) {
            lateAnswers.incrementAndGet();
            return;
        }
        tell(
                correlation,
                status,
                responders.id(place),
                buffer,
                offset + AskLayout.HEADER_LENGTH,
                length - AskLayout.HEADER_LENGTH);
    }

    /**
     * Reports requests that end without an answer, for which it reads the clock now and then. Returns the number of
     * reports.
     */
    int tellEnds() {
        int told = responders.gone() == 0 ? 0 : tellGone();
        if (--pollsToLook <= 0) {
            pollsToLook = POLLS_PER_LOOK;
            told += tellOverdue();
        }
        return told;
    }

    private int tellGone() {
        int told = 0;
        while (responders.gone() != 0) {
            int place = Long.numberOfTrailingZeros(responders.gone());
            long correlation = inFlight.findWaiting(0, place);
            while (correlation != RequestsInFlight.NONE) {
                inFlight.settle(correlation, place);
                told++;
                tell(correlation, AnswerStatus.GONE, responders.id(place), NOTHING, 0, 0);
                correlation = inFlight.findWaiting(inFlight.slot(correlation) + 1, place);
            }
            responders.release(place);
        }
        return told;
    }

    private int tellOverdue() {
        nsToOverdue = Long.MAX_VALUE;
        if (!inFlight.needsClock()) {
            return 0;
        }
        long nowNs = nowNs();
        int told = 0;
        if (inFlight.look(nowNs)) {
            long correlation = inFlight.findOverdue(0, nowNs);
            while (correlation != RequestsInFlight.NONE) {
                inFlight.end(correlation);
                told++;
                tell(correlation, AnswerStatus.TIMED_OUT, 0, NOTHING, 0, 0);
                correlation = inFlight.findOverdue(inFlight.slot(correlation) + 1, nowNs);
            }
            inFlight.findEarliest();
        }
        long earliestNs = inFlight.earliestNs();
        nsToOverdue = earliestNs == RequestsInFlight.NEVER ? Long.MAX_VALUE : earliestNs - nowNs;
        return told;
    }

    private void tell(
            long correlation, AnswerStatus status, long responderId, DirectBuffer buffer, int offset, int length) {
        answerHeader.set(correlation, status, responderId, !inFlight.isOpen(correlation));
        AnswerHandler taker = awaited.is(correlation) ? awaited : handler;
        taker.onAnswer(buffer, offset, length, answerHeader);
    }

    /** Makes the next poll read the clock. */
    void lookAtClock() {
        pollsToLook = 0;
    }

    /** {@return an upper bound of the time until a request is overdue, as of the last read of the clock} */
    long nsToOverdue() {
        return nsToOverdue;
    }

    long nowNs() {
        return System.nanoTime() - originNs;
    }

    long lateAnswers() {
        return lateAnswers.get();
    }
}
