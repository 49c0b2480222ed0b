/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import static io.tailrace.ask.AskLayout.CORRELATION_OFFSET;
import static io.tailrace.ask.AskLayout.HEADER_LENGTH;
import static io.tailrace.ask.AskLayout.RESPONDER_OFFSET;

import io.tailrace.Blocker;
import io.tailrace.ExclusivePublication;
import io.tailrace.OfferStatus;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.log.ThreadGuard.Occupancy;
import io.tailrace.memory.MappedBuffer;
import java.time.Duration;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the {@link Responder}s of a stream, and delivers their answers to a handler.
 *
 * <pre>{@code
 * Requester requester = Requester.open(tailrace, "prices", (buffer, offset, length, header) -> {
 *     if (header.status() == AnswerStatus.ANSWERED) {
 *         take(header.correlation(), buffer.getLong(offset));
 *     }
 * });
 * try (Request request = new Request()) {                    // or made once, and used again and again
 *     long correlation = requester.tryClaim(Long.BYTES, request);
 *     if (correlation >= 0) {
 *         request.buffer().putLong(0, instrument);
 *         request.commit();
 *     }
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
    private final String stream;
    private final ExclusivePublication publication;
    private final Subscription answers;
    private final RequestsInFlight inFlight;
    private final LivingResponders responders = new LivingResponders();
    private final AskGuard guard;
    private final AnswerDelivery delivery;
    private final AwaitedAnswer awaited = new AwaitedAnswer();
    private final MappedBuffer header = MappedBuffer.allocate(HEADER_LENGTH);

    private Requester(Tailrace tailrace, String stream, AnswerHandler handler, RequesterConfig config) {
        this.stream = stream;
        this.guard = new AskGuard("the requester of stream " + stream);
        this.inFlight = new RequestsInFlight(config.capacity(), config.timeout().toNanos());
        this.delivery = new AnswerDelivery(handler, awaited, inFlight, responders);
        this.publication = tailrace.addExclusivePublication(stream, config.publication());
        SubscriptionConfig subscriptionConfig = SubscriptionConfig.DEFAULT
                .withWaitPolicy(config.waitPolicy())
                .withAvailableHandler(responders::onChange)
                .withUnavailableHandler(responders::onChange);
        try {
            this.answers = tailrace.addSubscription(AskLayout.answers(stream, publication.logId()), subscriptionConfig);
        } catch (Throwable t) {
            publication.close();
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
        return send(false, RequestsInFlight.NEVER, buffer, offset, length);
    }

    /** Asks all living responders, each of which answers; otherwise as {@link #ask(DirectBuffer, int, int)}. */
    public long askAll(DirectBuffer buffer, int offset, int length) {
        return send(true, RequestsInFlight.NEVER, buffer, offset, length);
    }

    private long send(boolean toAll, long deadlineNs, DirectBuffer buffer, int offset, int length) {
        BodyClaim.checkLength(publication, length);
        buffer.boundsCheck(offset, length);
        Occupancy occupancy = guard.enterOrStay();
        try {
            if (deadlineNs != RequestsInFlight.NEVER) {
                awaited.requireIdle();
            }
            long correlation = begin(toAll, deadlineNs);
            if (correlation >= 0) {
                correlation = offered(correlation, buffer, offset, length);
            }
            if (correlation >= 0 && deadlineNs != RequestsInFlight.NEVER) {
                awaited.begin(correlation);
            }
            guard.leave(occupancy);
            return correlation;
        } catch (Throwable t) {
            if (occupancy != null) {
                guard.failed = true; // No call: see the field.
            }
            throw t;
        }
    }

    private long offered(long correlation, DirectBuffer buffer, int offset, int length) {
        try {
            return orRefusal(correlation, publication.offer(header, 0, HEADER_LENGTH, buffer, offset, length));
        } catch (Throwable t) {
            inFlight.end(correlation);
            throw t;
        }
    }

    private long orRefusal(long correlation, long result) {
        if (result >= 0) {
            return correlation;
        }
        inFlight.end(correlation);
        return result;
    }

    /** Opens a request and writes its header. Returns its correlation, or a negative code. */
    private long begin(boolean toAll, long deadlineNs) {
        responders.updateIfChanged(answers);
        if (responders.living() == 0) { // The first responder may be there although its image handler has not run yet.
            responders.update(answers);
        }
        long living = responders.living();
        if (living == 0) {
            return publication.isClosed() ? OfferStatus.CLOSED_CODE : OfferStatus.NOT_CONNECTED_CODE;
        }
        if (inFlight.isFull()) {
            return OfferStatus.BACK_PRESSURED_CODE;
        }
        if (inFlight.needsClockNow()) {
            inFlight.look(delivery.nowNs());
        }
        int place = responders.pick();
        long correlation = inFlight.open(toAll ? living : 1L << place, deadlineNs);
        header.putLong(CORRELATION_OFFSET, correlation);
        header.putLong(RESPONDER_OFFSET, toAll ? AskLayout.ALL : responders.id(place));
        return correlation;
    }

    /**
     * Claims space for a request to the responder whose turn it is. The request is written in place and then committed.
     *
     * @param request created once and reused; must not be open
     * @return as {@link #ask(DirectBuffer, int, int)}
     * @throws IllegalArgumentException if it is longer than {@link #maxRequestLength}
     */
    public long tryClaim(int length, Request request) {
        return claim(false, length, request);
    }

    /** Claims space for a request to all living responders, as {@link #tryClaim} does. */
    public long tryClaimForAll(int length, Request request) {
        return claim(true, length, request);
    }

    private long claim(boolean toAll, int length, Request request) {
        BodyClaim.checkLength(publication, length);
        if (request.isOpen()) {
            throw new IllegalStateException("the request is still open: commit or abort it first");
        }
        Occupancy occupancy = guard.enterOrStay();
        try {
            long correlation = begin(toAll, RequestsInFlight.NEVER);
            if (correlation >= 0) {
                correlation = claimed(correlation, length, request);
            }
            guard.leave(occupancy);
            return correlation;
        } catch (Throwable t) {
            if (occupancy != null) {
                guard.failed = true;
            }
            throw t;
        }
    }

    private long claimed(long correlation, int length, Request request) {
        try {
            long result = request.claim.tryClaim(publication, length);
            if (result < 0) {
                return orRefusal(correlation, result);
            }
            request.claim.header().putBytes(0, header, 0, HEADER_LENGTH);
            request.correlation = correlation;
            if (request.requester != this) {
                request.requester = this;
            }
            return correlation;
        } catch (Throwable t) {
            request.claim.abort();
            inFlight.end(correlation);
            throw t;
        }
    }

    /** Cancels the request: no answer is wanted any more. */
    void cancel(long correlation) {
        Occupancy occupancy = guard.enterOrStay();
        try {
            inFlight.end(correlation);
            guard.leave(occupancy);
        } catch (Throwable t) {
            if (occupancy != null) {
                guard.failed = true;
            }
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
     * @throws io.tailrace.OfferTimeoutException if the request could not be sent in time; the message says why
     * @throws IllegalStateException if this requester is closed, or another thread waits
     */
    public byte[] ask(byte[] request, Duration timeout) {
        return awaited.ask(this, request, timeout);
    }

    /** Sends a request whose answer a thread waits for. Returns the same as {@link #ask(DirectBuffer, int, int)}. */
    long sendAwaited(DirectBuffer request, int length, Deadline deadline) {
        return send(false, delivery.nowNs() + deadline.boundedNs(), request, 0, length);
    }

    /**
     * Delivers outcomes of requests to the handler, and returns. It reads the clock once in 16 polls.
     *
     * @param limit maximum number of answers to deliver; lost responders and timeouts are reported beyond that
     * @return how often the handler was called, plus the number of late answers
     */
    public int poll(int limit) {
        Occupancy occupancy = guard.enterPoll();
        try {
            int told = answers.poll(delivery, limit);
            responders.updateIfChanged(answers);
            boolean makesPlaces = responders.gone() != 0;
            told += delivery.tellEnds();
            if (makesPlaces) {
                responders.change();
            }
            guard.leavePoll(occupancy);
            return told;
        } catch (Throwable t) {
            guard.failed = true;
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
        delivery.lookAtClock();
        int told = poll(limit);
        long leftNs = deadline.leftNs();
        while (told == 0 && leftNs > 0 && !isClosed()) {
            answers.awaitMessage(Duration.ofNanos(Math.min(leftNs, delivery.nsToOverdue())));
            delivery.lookAtClock();
            told = poll(limit);
            leftNs = deadline.leftNs();
        }
        return told;
    }

    /** {@return whether the request waits for an answer} Call it on the thread that asks and polls. */
    public boolean isInFlight(long correlation) {
        return correlation >= 0 && inFlight.isOpen(correlation);
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
        return delivery.lateAnswers();
    }

    /**
     * Waits until there is a responder. Any thread may call this, except inside an image handler or a counter source.
     *
     * @return whether there was one within the timeout; also false if interrupted, with the interrupt status set
     */
    public boolean awaitConnected(Duration timeout) {
        return answers.awaitConnected(timeout);
    }

    /** {@return how many responders there are} Any thread. */
    public int responderCount() {
        return answers.imageCount();
    }

    /** {@return the maximum request length in bytes: an eighth of a term less 24} */
    public int maxRequestLength() {
        return publication.maxMessageLength() - HEADER_LENGTH;
    }

    /**
     * {@return the party that holds requests back, or would be the first to; null if there is none} Any thread, at any
     * time.
     */
    public @Nullable Blocker blocker() {
        return publication.blocker();
    }

    /**
     * {@return the subscription of the answers, for a {@link io.tailrace.WaitSet} or a tasklet that waits for them and
     * then polls this requester} A new or lost responder also wakes it; a request that becomes overdue does not. The
     * program must not poll it.
     */
    public Subscription answers() {
        return answers;
    }

    public String stream() {
        return stream;
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
        publication.close();
        answers.close();
    }
}
