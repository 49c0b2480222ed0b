/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.Blocker;
import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.log.ThreadGuard.Occupancy;
import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the {@link Responder}s of a stream, and delivers their answers to a handler.
 *
 * <pre>{@code
 * Requester requester = Requester.open(tailrace, "prices", this::onAnswer);
 * long correlation = requester.tryClaim(Long.BYTES);
 * if (correlation >= 0) {
 *     requester.buffer().putLong(0, instrument);
 *     requester.commit();
 * }
 * requester.poll(64);
 * }</pre>
 *
 * <p>A request goes to one of the living responders, each in turn, or to all of them. The handler is called exactly
 * once for each responder that was asked: with the answer, with the loss of the responder, which the driver proves, or
 * with a timeout. A request is never repeated, so each responder receives it at most once.
 *
 * <p>One thread at a time asks and polls, and its handler may ask; a second thread at the same time gets an
 * IllegalStateException. Any thread may close the requester and call methods that only return a value. A request
 * allocates nothing, except in calls that wait.
 */
public final class Requester implements AutoCloseable {
    /** Polls between two reads of the clock, because a read takes longer than a poll that finds nothing. */
    private static final int POLLS_PER_LOOK = 16;

    /** The pause before a refused request is sent again. */
    private static final long PAUSE_NS = 1_000_000;

    private static final int FRAME_LIMIT = 64;
    private static final MappedBuffer NOTHING = new MappedBuffer();

    private final AnswerHandler handler;
    private final AskLog requests;
    private final Subscription answers;
    private final RequestsInFlight inFlight;
    private final LivingResponders responders = new LivingResponders();
    private final AskGuard guard;
    private final Delivery delivery = new Delivery();
    private final AnswerHeader answerHeader = new AnswerHeader();
    private final AtomicLong lateAnswers = new AtomicLong();
    private final long originNs = System.nanoTime();
    private int pollsToLook;
    /** At least the time until a request is overdue, as of the last read of the clock. */
    private long nsToOverdue;

    private long claimed;

    /** The request that a thread waits for, and its outcome, null until there is one. */
    private long awaited = RequestsInFlight.NONE;

    private @Nullable AnswerStatus outcome;
    private byte[] answer = {};

    private Requester(Tailrace tailrace, String stream, AnswerHandler handler, RequesterConfig config) {
        this.guard = new AskGuard("the requester of stream " + stream);
        this.inFlight = new RequestsInFlight(config.capacity(), config.timeout().toNanos());
        this.handler = handler;
        this.requests = new AskLog(tailrace.addExclusivePublication(stream, config.publication()));
        SubscriptionConfig subscriptionConfig = SubscriptionConfig.DEFAULT
                .withWaitPolicy(config.publication().waitPolicy())
                .withAvailableHandler(responders::onChange)
                .withUnavailableHandler(responders::onChange);
        try {
            String answersStream = AskLog.answers(stream, requests.publication.logId());
            this.answers = tailrace.addSubscription(answersStream, subscriptionConfig);
        } catch (Throwable t) {
            requests.publication.close();
            throw t;
        }
    }

    /**
     * Opens a requester for use with {@link #ask(byte[], Duration)} only, as {@link #open(Tailrace, String,
     * AnswerHandler)} does.
     */
    public static Requester open(Tailrace tailrace, String stream) {
        return open(tailrace, stream, (buffer, offset, length, header) -> {});
    }

    /**
     * Opens a requester with the default configuration, as {@link #open(Tailrace, String, AnswerHandler,
     * RequesterConfig)} does.
     */
    public static Requester open(Tailrace tailrace, String stream, AnswerHandler handler) {
        return open(tailrace, stream, handler, RequesterConfig.DEFAULT);
    }

    /**
     * Opens a requester. The client may also be used for other purposes; closing it closes the requester.
     *
     * @param stream of the requests; only requesters may publish to it
     * @param handler receives the outcome of each request, inside polls
     * @throws IllegalArgumentException if the name, extended to that of the answer stream, is longer than 255 bytes
     * @throws io.tailrace.RegistrationException if the driver refuses
     * @throws io.tailrace.NoDriverException if the driver is gone
     */
    public static Requester open(Tailrace tailrace, String stream, AnswerHandler handler, RequesterConfig config) {
        return new Requester(tailrace, stream, handler, config);
    }

    /**
     * Asks the responder whose turn it is.
     *
     * @return the request's correlation, or a negative {@link OfferStatus} code: there is no responder, or there is
     *     back pressure, because the maximum number of requests is in flight or a responder is a window behind. Poll,
     *     then try again.
     * @throws IllegalArgumentException if it is longer than {@link #maxRequestLength}
     * @throws IndexOutOfBoundsException if the buffer has no such range
     */
    public long ask(DirectBuffer buffer, int offset, int length) {
        return send(false, false, Objects.requireNonNull(buffer, "buffer"), offset, length);
    }

    /** Asks all living responders, each of which answers; otherwise as {@link #ask(DirectBuffer, int, int)}. */
    public long askAll(DirectBuffer buffer, int offset, int length) {
        return send(true, false, Objects.requireNonNull(buffer, "buffer"), offset, length);
    }

    /**
     * Claims space for a request to the responder whose turn it is. The request is written in place ({@link #buffer})
     * and then committed. All later requests wait until it is, so keep it open only briefly.
     *
     * @return as {@link #ask(DirectBuffer, int, int)}
     * @throws IllegalArgumentException if it is longer than {@link #maxRequestLength}
     * @throws IllegalStateException if a request is claimed already
     */
    public long tryClaim(int length) {
        return send(false, false, null, 0, length);
    }

    /** Claims space for a request to all living responders, as {@link #tryClaim} does. */
    public long tryClaimForAll(int length) {
        return send(true, false, null, 0, length);
    }

    /** {@return the claimed space, from index 0 to the claimed length; empty if nothing is claimed} */
    public MutableDirectBuffer buffer() {
        return requests.claim.buffer();
    }

    /**
     * Sends the claimed request.
     *
     * @throws IllegalStateException if nothing is claimed
     */
    public void commit() {
        requests.claim.commit();
    }

    /** Abandons the claimed space and the request's place in flight, if there is any; no handler is called. */
    public void abort() {
        if (requests.claim.isOpen()) {
            requests.claim.abort();
            cancel(claimed);
        }
    }

    /** Sends a copy of the body, or claims space for one if the buffer is null. */
    private long send(boolean toAll, boolean isAwaited, @Nullable DirectBuffer buffer, int offset, int length) {
        Occupancy occupancy = guard.enterOrStay();
        try {
            if (isAwaited && awaited != RequestsInFlight.NONE) {
                throw new IllegalStateException("another thread waits for an answer; one at a time asks and waits");
            }
            long result = sendNow(toAll, isAwaited, buffer, offset, length);
            AskGuard.leave(occupancy);
            return result;
        } catch (Throwable t) {
            guard.failed = occupancy != null; // No call: see the field.
            throw t;
        }
    }

    /** The request is in flight as soon as it is sent or claimed. Returns its correlation, or a negative code. */
    private long sendNow(boolean toAll, boolean isAwaited, @Nullable DirectBuffer buffer, int offset, int length) {
        responders.update(answers);
        if (responders.living() == 0) {
            return requests.publication.isClosed() ? OfferStatus.CLOSED_CODE : OfferStatus.NOT_CONNECTED_CODE;
        }
        if (inFlight.isFull()) {
            return OfferStatus.BACK_PRESSURED_CODE;
        }
        int place = responders.pick();
        long correlation = inFlight.next();
        AskLog request = requests.message(correlation, toAll ? AskLog.ALL : responders.id(place));
        long result = buffer == null ? request.tryClaim(length) : request.offer(buffer, offset, length);
        if (result < 0) {
            return result;
        }
        inFlight.open(toAll ? responders.living() : 1L << place, !isAwaited);
        if (isAwaited) {
            awaited = correlation;
            outcome = null;
        } else if (buffer == null) {
            claimed = correlation;
        }
        return correlation;
    }

    /** Cancels the request: no answer is wanted any more. */
    private void cancel(long correlation) {
        Occupancy occupancy = guard.enterOrStay();
        try {
            inFlight.settle(correlation, RequestsInFlight.ALL_PLACES);
            AskGuard.leave(occupancy);
        } catch (Throwable t) {
            guard.failed = occupancy != null;
            throw t;
        }
    }

    /**
     * Asks the responder whose turn it is, and waits for a responder, for space, and for the answer. Answers to other
     * requests go to the handler meanwhile.
     *
     * @return the answer, copied
     * @throws RequestException if there is no answer: it did not arrive in time, the thread was interrupted (its
     *     interrupt status stays set), the responder has gone, or its handler threw or did not take the request; the
     *     message says which
     * @throws OfferTimeoutException if the request could not be sent in time; the message says why
     * @throws IllegalStateException if this requester is closed, or another thread waits
     */
    public byte[] ask(byte[] request, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        MappedBuffer message = MappedBuffer.of(request);
        long sent;
        while ((sent = send(false, true, message, 0, request.length)) < 0) {
            awaitRoom(OfferStatus.of(sent), deadline);
        }
        try {
            while (outcome == null && deadline.leftNs() > 0 && !isClosed()) {
                poll(FRAME_LIMIT, Duration.ofNanos(deadline.leftNs()));
            }
            if (outcome == AnswerStatus.ANSWERED) {
                return answer;
            }
            throw noAnswer(timeout);
        } finally {
            awaited = RequestsInFlight.NONE;
            cancel(sent);
        }
    }

    private RequestException noAnswer(Duration timeout) {
        boolean isInterrupted = Thread.currentThread().isInterrupted();
        AnswerStatus status =
                Objects.requireNonNullElse(outcome, isInterrupted ? AnswerStatus.INTERRUPTED : AnswerStatus.TIMED_OUT);
        String cause = status == AnswerStatus.FAILED ? ", cause=" + new String(answer, StandardCharsets.UTF_8) : "";
        return new RequestException(
                status, "no answer: status=" + status + ", stream=" + stream() + ", timeout=" + timeout + cause);
    }

    /** Waits a while before a refused request is sent again, or throws. */
    private void awaitRoom(OfferStatus refusal, Deadline deadline) {
        if (refusal == OfferStatus.CLOSED) {
            throw new IllegalStateException("requester is closed: stream=" + stream());
        }
        long leftNs = deadline.leftNs();
        if (leftNs <= 0) {
            Blocker blocker = blocker();
            String cause = "stream=" + stream() + ", " + refusal + ", inFlight=" + inFlight()
                    + (blocker == null ? ", no responder" : ", " + blocker.describe());
            if (Thread.currentThread().isInterrupted()) {
                throw new RequestException(
                        AnswerStatus.INTERRUPTED, "interrupted before the request was sent: " + cause);
            }
            throw new OfferTimeoutException(refusal, "request not sent in time: " + cause);
        }
        if (refusal == OfferStatus.NOT_CONNECTED) {
            answers.awaitConnected(Duration.ofNanos(leftNs));
        } else {
            poll(FRAME_LIMIT, Duration.ofNanos(Math.min(leftNs, PAUSE_NS)));
        }
    }

    /**
     * Delivers outcomes of requests to the handler, and returns. It reads the clock once in 16 polls.
     *
     * @param limit maximum number of answers to deliver; lost responders and timeouts are reported beyond that
     * @return how often the handler was called, plus the number of late answers
     */
    public int poll(int limit) {
        return poll(limit, --pollsToLook <= 0);
    }

    private int poll(int limit, boolean looksAtClock) {
        Occupancy occupancy = guard.enter();
        try {
            AskGuard.admitHandlers(occupancy);
            int told = answers.poll(delivery, limit);
            responders.update(answers);
            while (responders.gone() != 0) {
                told += tellGone(Long.numberOfTrailingZeros(responders.gone()));
            }
            if (looksAtClock) {
                told += tellOverdue();
            }
            AskGuard.leave(occupancy);
            return told;
        } catch (Throwable t) {
            guard.failed = true; // No call: see the field.
            throw t;
        }
    }

    /**
     * Delivers outcomes of requests to the handler; if there are none, waits as the {@link io.tailrace.WaitPolicy}
     * says.
     *
     * @return how often the handler was called; 0 if nothing arrived in time, if this requester was closed, or if the
     *     thread was interrupted, whose interrupt status then stays set
     */
    public int poll(int limit, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        int told;
        long leftNs;
        while ((told = poll(limit, true)) == 0 && (leftNs = deadline.leftNs()) > 0 && !isClosed()) {
            answers.awaitMessage(Duration.ofNanos(Math.min(leftNs, nsToOverdue)));
        }
        return told;
    }

    /** Takes the answers of a poll. */
    private final class Delivery implements FrameHandler {
        @Override
        public void onFrame(DirectBuffer buffer, int offset, int length, Header frame) {
            AskLog.checkMessage(length, frame.stream());
            long correlation = buffer.getLong(offset + AskLog.CORRELATION_OFFSET);
            AnswerStatus status = AnswerStatus.of(buffer.getLong(offset + AskLog.WORD_OFFSET));
            int place = responders.placeOf(frame.image());
            if (place == LivingResponders.NONE || !inFlight.settle(correlation, 1L << place)) {
                lateAnswers.incrementAndGet();
                return;
            }
            int body = offset + AskLog.HEADER_LENGTH;
            tell(correlation, status, responders.id(place), buffer, body, length - AskLog.HEADER_LENGTH);
        }
    }

    private int tellGone(int place) {
        int told = 0;
        long correlation = inFlight.findWaiting(0, place);
        while (correlation != RequestsInFlight.NONE) {
            inFlight.settle(correlation, 1L << place);
            told++;
            tell(correlation, AnswerStatus.GONE, responders.id(place), NOTHING, 0, 0);
            correlation = inFlight.findWaiting(inFlight.slot(correlation) + 1, place);
        }
        responders.release(place);
        return told;
    }

    private int tellOverdue() {
        pollsToLook = POLLS_PER_LOOK;
        nsToOverdue = RequestsInFlight.NEVER;
        if (!inFlight.needsClock()) {
            return 0;
        }
        long nowNs = System.nanoTime() - originNs;
        inFlight.look(nowNs);
        int told = 0;
        long correlation;
        while ((correlation = inFlight.findOverdue(nowNs)) != RequestsInFlight.NONE) {
            inFlight.settle(correlation, RequestsInFlight.ALL_PLACES);
            told++;
            tell(correlation, AnswerStatus.TIMED_OUT, 0, NOTHING, 0, 0);
        }
        nsToOverdue = inFlight.earliestNs() - nowNs;
        return told;
    }

    /** Called when the outcome is recorded: if the handler throws, the next poll continues after it. */
    private void tell(
            long correlation, AnswerStatus status, long responderId, DirectBuffer buffer, int offset, int length) {
        if (correlation == awaited) {
            answer = new byte[length];
            buffer.getBytes(offset, answer);
            outcome = status;
        } else {
            answerHeader.set(correlation, status, responderId, !inFlight.isOpen(correlation));
            handler.onAnswer(buffer, offset, length, answerHeader);
        }
    }

    /** {@return how many requests wait for answers} Call it on the thread that asks and polls. */
    public int inFlight() {
        return inFlight.count();
    }

    /**
     * {@return a number from 0 to the capacity minus 1 that no other request in flight has} It can index a program's
     * own table of requests.
     */
    public int slot(long correlation) {
        return inFlight.slot(correlation);
    }

    /** {@return how many answers were dropped because their requests had ended} Any thread. */
    public long lateAnswers() {
        return lateAnswers.get();
    }

    /** {@return the maximum request length in bytes: an eighth of a term less 24} */
    public int maxRequestLength() {
        return requests.maxLength();
    }

    /**
     * {@return the party that holds requests back, or would be the first to; null if there is none} Any thread, at any
     * time.
     */
    public @Nullable Blocker blocker() {
        return requests.publication.blocker();
    }

    /**
     * {@return the subscription of the answers, for a {@link io.tailrace.WaitSet} or a tasklet that waits for them and
     * then polls this requester} It has an image for each responder, so {@link Subscription#awaitConnected} waits for
     * the first one. A new or lost responder also wakes it; a request that becomes overdue does not. The program must
     * not poll it.
     */
    public Subscription answers() {
        return answers;
    }

    public String stream() {
        return requests.publication.stream();
    }

    public boolean isClosed() {
        return answers.isClosed();
    }

    /**
     * Closes the requester: it reports nothing more about requests in flight. Any thread may call this any number of
     * times.
     */
    @Override
    public void close() {
        requests.publication.close();
        answers.close();
    }
}
