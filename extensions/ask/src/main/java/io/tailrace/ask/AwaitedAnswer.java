/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.Blocker;
import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** A request whose thread waits for the answer and receives a copy: {@link Requester#ask(byte[], Duration)}. */
final class AwaitedAnswer implements AnswerHandler {
    private static final int FRAME_LIMIT = 64;
    /** The pause before a refused request is sent again. */
    private static final long PAUSE_NS = 1_000_000;

    private long correlation = RequestsInFlight.NONE;
    private @Nullable AnswerStatus status;
    private byte[] bytes = {};

    /** Sends a request and waits, as {@link Requester#ask(byte[], Duration)} describes. */
    byte[] ask(Requester requester, byte[] request, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        long sent = send(requester, request, deadline);
        try {
            while (status == null && deadline.leftNs() > 0 && !requester.isClosed()) {
                requester.poll(FRAME_LIMIT, Duration.ofNanos(deadline.leftNs()));
            }
            return outcome(requester.stream(), timeout);
        } finally {
            correlation = RequestsInFlight.NONE;
            requester.cancel(sent);
        }
    }

    private long send(Requester requester, byte[] request, Deadline deadline) {
        long result;
        while ((result = requester.sendAwaited(MappedBuffer.of(request), request.length, deadline)) < 0) {
            OfferStatus refusal = OfferStatus.of(result);
            if (refusal == OfferStatus.CLOSED) {
                throw new IllegalStateException("requester is closed: stream=" + requester.stream());
            }
            long leftNs = deadline.leftNs();
            if (Thread.currentThread().isInterrupted()) {
                throw new RequestException(
                        AnswerStatus.INTERRUPTED,
                        "interrupted before the request was sent: stream=" + requester.stream() + ", "
                                + reason(requester, refusal));
            }
            if (leftNs <= 0) {
                throw new OfferTimeoutException(
                        refusal,
                        "request not sent in time: stream=" + requester.stream() + ", " + reason(requester, refusal));
            }
            if (refusal == OfferStatus.NOT_CONNECTED) {
                requester.awaitConnected(Duration.ofNanos(leftNs));
            } else {
                requester.poll(FRAME_LIMIT, Duration.ofNanos(Math.min(leftNs, PAUSE_NS)));
            }
        }
        return result;
    }

    private static String reason(Requester requester, OfferStatus refusal) {
        if (refusal == OfferStatus.NOT_CONNECTED) {
            return "no responder: start one";
        }
        Blocker blocker = requester.blocker();
        return refusal + ", inFlight=" + requester.inFlight() + (blocker == null ? "" : ", " + blocker.describe());
    }

    /** The request is sent. Called inside the requester. */
    void begin(long newCorrelation) {
        correlation = newCorrelation;
        status = null;
    }

    /** @throws IllegalStateException if another thread waits */
    void requireIdle() {
        if (correlation != RequestsInFlight.NONE) {
            throw new IllegalStateException("another thread waits for an answer; one at a time asks and waits");
        }
    }

    boolean is(long other) {
        return correlation == other;
    }

    @Override
    public void onAnswer(DirectBuffer buffer, int offset, int length, AnswerHeader header) {
        bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        status = header.status();
    }

    private static AnswerStatus missing() {
        return Thread.currentThread().isInterrupted() ? AnswerStatus.INTERRUPTED : AnswerStatus.TIMED_OUT;
    }

    /**
     * {@return the answer}
     *
     * @throws RequestException if there is none
     */
    private byte[] outcome(String stream, Duration timeout) {
        AnswerStatus outcome = status == null ? missing() : status;
        if (outcome == AnswerStatus.ANSWERED) {
            return bytes;
        }
        String reason =
                switch (outcome) {
                    case FAILED -> "the responder failed: cause=" + new String(bytes, StandardCharsets.UTF_8);
                    case NOT_TAKEN -> "the responder did not take the request";
                    case GONE -> "the responder has gone, perhaps after it had begun";
                    case INTERRUPTED -> "interrupted while waiting";
                    default -> "no answer in time";
                };
        throw new RequestException(outcome, reason + ": stream=" + stream + ", timeout=" + timeout);
    }
}
