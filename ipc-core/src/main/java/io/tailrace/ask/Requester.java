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
import io.tailrace.log.Occupancy;
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
 * <p>A request goes to one of the responders that live, to each in turn, or to all of them. Its handler hears once from
 * each that was asked, whatever happens: the answer; that the responder has gone, which the driver proves; or that the
 * time was over. A request is never repeated, so each responder gets it at most once.
 *
 * <p>One thread at a time asks and polls, and its handler may ask: a second one that comes meanwhile gets an
 * IllegalStateException. Any thread may close it and call what only returns a value. Nothing is allocated for a
 * request, but by calls that wait.
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

    /** Opens one for {@link #ask(byte[], Duration)} alone, as {@link #open(Tailrace, String, AnswerHandler)}. */
    public static Requester open(Tailrace tailrace, String stream) {
        return open(tailrace, stream, (buffer, offset, length, header) -> {});
    }

    /** Opens one as {@link #open(Tailrace, String, AnswerHandler, RequesterConfig)}, as configured by default. */
    public static Requester open(Tailrace tailrace, String stream, AnswerHandler handler) {
        return open(tailrace, stream, handler, RequesterConfig.DEFAULT);
    }

    /**
     * Opens a requester. Its client may be used for others, too, and closes it when it is closed.
     *
     * @param stream of the requests; nobody but requesters publishes to it
     * @param handler gets what becomes of each request, inside polls
     * @throws IllegalArgumentException if the name, with that of the answers behind it, is longer than 255 bytes
     * @throws io.tailrace.RegistrationException if the driver refuses
     * @throws io.tailrace.NoDriverException if the driver is gone
     */
    public static Requester open(Tailrace tailrace, String stream, AnswerHandler handler, RequesterConfig config) {
        return new Requester(tailrace, stream, handler, config);
    }

    /**
     * Asks the responder whose turn it is.
     *
     * @return the request's correlation, or a negative {@link OfferStatus} code: nobody answers here, or back pressure,
     *     because as many requests are in flight as may be, or a responder is a window behind. Poll, then try again.
     * @throws IllegalArgumentException if it is longer than {@link #maxRequestLength}
     * @throws IndexOutOfBoundsException if the buffer has no such range
     */
    public long ask(DirectBuffer buffer, int offset, int length) {
        return send(false, RequestsInFlight.NEVER, buffer, offset, length);
    }

    /** Asks all responders that live, each of which answers, as {@link #ask(DirectBuffer, int, int)}. */
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
                guard.failed = true; // No call: see there.
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

    /** Opens a request and writes its header. Returns its correlation, or why there is none. */
    private long begin(boolean toAll, long deadlineNs) {
        responders.updateIfChanged(answers);
        if (responders.living() == 0) { // The first one may be there, and its handler still to run.
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
     * Claims space for a request to the responder whose turn it is, to be written in place and then committed.
     *
     * @param request made once and reused; must not be open
     * @return as {@link #ask(DirectBuffer, int, int)}
     * @throws IllegalArgumentException if it is longer than {@link #maxRequestLength}
     */
    public long tryClaim(int length, Request request) {
        return claim(false, length, request);
    }

    /** Claims space for a request to all responders that live, as {@link #tryClaim}. */
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

    /** No answer is wanted any more. */
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
     * @throws RequestException if there is none: it was not answered in time, the thread was interrupted, which it
     *     still is then, the responder has gone, its handler has thrown or has not taken it; the message says which
     * @throws io.tailrace.OfferTimeoutException if it could not be sent in time, and why
     * @throws IllegalStateException if this is closed, or another thread waits
     */
    public byte[] ask(byte[] request, Duration timeout) {
        return awaited.ask(this, request, timeout);
    }

    /** Sends a request whose answer a thread waits for. Returns as {@link #ask(DirectBuffer, int, int)}. */
    long sendAwaited(DirectBuffer request, int length, Deadline deadline) {
        return send(false, delivery.nowNs() + deadline.boundedNs(), request, 0, length);
    }

    /**
     * Delivers to the handler what has become of requests, and returns. The clock is looked at once in 16 polls.
     *
     * @param limit the most answers to deliver; that a responder has gone, and what is overdue, is told beyond that
     * @return how often the handler was called; answers that came too late count, too
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
     * Delivers to the handler what has become of requests; where that is nothing, waits as the {@link
     * io.tailrace.WaitPolicy} says.
     *
     * @return how often the handler was called; 0 if nothing came in time, this was closed, or the thread was
     *     interrupted, which it still is then
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

    /** {@return whether the request waits for an answer} By the thread that asks and polls. */
    public boolean isInFlight(long correlation) {
        return correlation >= 0 && inFlight.isOpen(correlation);
    }

    /** {@return how many requests wait for answers} By the thread that asks and polls. */
    public int inFlight() {
        return inFlight.count();
    }

    /**
     * {@return a number from 0 to the capacity, less 1, that no other request in flight has} For tables of a program
     * that keeps something for each of them.
     */
    public int slot(long correlation) {
        return inFlight.slot(correlation);
    }

    /** {@return how many answers came to requests that had ended, and were dropped} Any thread. */
    public long lateAnswers() {
        return delivery.lateAnswers();
    }

    /**
     * Waits until there is a responder. Any thread, but none that runs a handler of images or a source of counters.
     *
     * @return whether there is within the timeout; false also when interrupted, with the interrupt status set
     */
    public boolean awaitConnected(Duration timeout) {
        return answers.awaitConnected(timeout);
    }

    /** {@return how many responders there are} Any thread. */
    public int responderCount() {
        return answers.imageCount();
    }

    /** {@return the longest request in bytes: an eighth of a term less 24} */
    public int maxRequestLength() {
        return publication.maxMessageLength() - HEADER_LENGTH;
    }

    /** {@return who holds, or would first hold, requests back; null if nobody does} Any thread, at any time. */
    public @Nullable Blocker blocker() {
        return publication.blocker();
    }

    /**
     * {@return the answers, for a {@link io.tailrace.WaitSet} or a tasklet that waits for them and then polls this}
     * That a responder has come or gone wakes, too; that a request is overdue does not. Nobody else polls it.
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

    /** Closes it: nothing is heard any more of requests in flight. Any thread, any number of times. */
    @Override
    public void close() {
        publication.close();
        answers.close();
    }
}
