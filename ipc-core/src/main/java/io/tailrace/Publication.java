/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.align;

import io.tailrace.control.Heartbeat;
import io.tailrace.control.SuggestedCommand;
import io.tailrace.events.Events;
import io.tailrace.log.Appender;
import io.tailrace.memory.BufferVector;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes messages to a stream. Every offer and claim returns a position, or at once a negative code
 * ({@link OfferStatus}); none of them allocates. Those with a timeout wait instead, as the {@link WaitPolicy} of their
 * {@link PublicationConfig} says.
 *
 * <p>All publications of a stream made by {@link Tailrace#addPublication} share one log. Any number of threads may use
 * such a one; the first one to do so has the fastest path. One made by {@link Tailrace#addExclusivePublication} is for
 * one thread at a time ({@link ExclusivePublication}).
 */
public sealed class Publication implements AutoCloseable permits ExclusivePublication {
    private static final long MIN_PARK_NS = 1_000;
    private static final long MAX_PARK_NS = 100_000;

    private final String stream;
    private final long registrationId;
    private final Appender appender;
    private final Consumer<Publication> closer;
    private final SpaceWait spaceWait;
    private final PeerWait subscriberWait;
    private final BooleanSupplier isDriverAlive;
    private final LongFunction<Heartbeat> heartbeats;
    private volatile boolean closed;

    /**
     * @param waitPolicy of calls that wait
     * @param waits what they need
     * @param isDriverAlive asked by calls that waited in vain
     * @param heartbeats when a client last worked, by its id; asked by the same calls
     */
    Publication(
            String stream,
            long registrationId,
            Appender appender,
            Consumer<Publication> closer,
            WaitPolicy waitPolicy,
            Waits waits,
            BooleanSupplier isDriverAlive,
            LongFunction<Heartbeat> heartbeats) {
        this.stream = stream;
        this.registrationId = registrationId;
        this.appender = appender;
        this.closer = closer;
        this.spaceWait = new SpaceWait(appender, stream, waitPolicy, waits);
        this.subscriberWait = new PeerWait(this::subscriberCount, this::isClosed, waits);
        this.isDriverAlive = isDriverAlive;
        this.heartbeats = heartbeats;
    }

    /**
     * Offers one message.
     *
     * @return the position behind it in the log, or a negative {@link OfferStatus} code
     * @throws IllegalArgumentException if it is longer than {@link #maxMessageLength}
     * @throws IndexOutOfBoundsException if the buffer has no such range
     */
    public final long offer(DirectBuffer buffer, int offset, int length) {
        long result = appender.offer(buffer, offset, length);
        return result >= 0 ? result : refusal(result);
    }

    /**
     * Offers one message, and waits for space or a subscriber as long as the timeout allows.
     *
     * @return the position behind it in the log
     * @throws OfferTimeoutException if neither came in time; the message says why, and who holds the log back
     * @throws OfferInterruptedException if the thread was interrupted meanwhile, which it still is then
     * @throws IllegalStateException if the publication is closed
     */
    public final long offer(DirectBuffer buffer, int offset, int length, Duration timeout) {
        long result = appender.offer(buffer, offset, length);
        return result >= 0 ? result : tryAgain(result, buffer, offset, length, timeout);
    }

    /** Offers a message that is the whole array, as {@link #offer(DirectBuffer, int, int)}. */
    public final long offer(byte[] message) {
        long result = appender.offer(message);
        return result >= 0 ? result : refusal(result);
    }

    /** Offers a message that is the whole array, and waits as {@link #offer(DirectBuffer, int, int, Duration)}. */
    public final long offer(byte[] message, Duration timeout) {
        long result = appender.offer(message);
        return result >= 0 ? result : tryAgain(result, message, 0, message.length, timeout);
    }

    /**
     * Offers a message that lies between the position and the limit of a buffer, direct or not, as
     * {@link #offer(DirectBuffer, int, int)}. Once accepted, the buffer's position is at its limit; else it stays.
     */
    public final long offer(ByteBuffer message) {
        long result = appender.offer(message);
        if (result < 0) {
            return refusal(result);
        }
        message.position(message.limit());
        return result;
    }

    /** Offers as {@link #offer(ByteBuffer)}, and waits as {@link #offer(DirectBuffer, int, int, Duration)}. */
    public final long offer(ByteBuffer message, Duration timeout) {
        long first = appender.offer(message);
        long result = first >= 0 ? first : tryAgain(first, message, message.position(), message.remaining(), timeout);
        message.position(message.limit());
        return result;
    }

    /**
     * Tries again when there is space, and a last time when the timeout is over.
     *
     * @param target the claim to be filled, or what is to be offered
     */
    private long tryAgain(long firstResult, Object target, int offset, int length, Duration timeout) {
        Events.BackPressure pressure =
                firstResult == Appender.BACK_PRESSURED ? Events.OF_JVM.beginBackPressure() : null;
        if (pressure == null) {
            return tryUntil(firstResult, target, offset, length, timeout);
        }
        Limiter culprit = limiter(); // Now: at the end of the wait it may be another one, or gone.
        if (culprit != null) {
            culprit.nameIn(pressure);
        }
        boolean accepted = false;
        try {
            long result = tryUntil(firstResult, target, offset, length, timeout);
            accepted = true;
            return result;
        } finally {
            pressure.ended(stream, logId(), registrationId, accepted);
        }
    }

    private long tryUntil(long firstResult, Object target, int offset, int length, Duration timeout) {
        long startNs = System.nanoTime();
        long timeoutNs = Durations.toNanos(timeout);
        long parkNs = MIN_PARK_NS;
        long result = firstResult;
        while (result < 0 && result != Appender.CLOSED) {
            boolean found = spaceWait.await(timeoutNs - (System.nanoTime() - startNs));
            result = claimOrOffer(target, offset, length);
            if (result < 0 && result != Appender.CLOSED) {
                if (!found) {
                    throw refused(result, timeout);
                }
                LockSupport.parkNanos(parkNs); // Another thread was faster, or a debt of this log is to be paid first.
                parkNs = Math.min(parkNs * 2, MAX_PARK_NS);
            }
        }
        if (result == Appender.CLOSED) {
            throw new IllegalStateException("publication is closed: stream=" + stream);
        }
        return result;
    }

    private long claimOrOffer(Object target, int offset, int length) {
        if (target instanceof Claim claim) {
            return hold(length, claim);
        }
        if (target instanceof byte[] message) {
            return appender.offer(message);
        }
        return target instanceof ByteBuffer message
                ? appender.offer(message)
                : appender.offer((DirectBuffer) target, offset, length);
    }

    private TailraceException refused(long result, Duration timeout) {
        OfferStatus status = OfferStatus.of(refusal(result));
        String time = Durations.toMillis(timeout) + " ms: stream=" + stream + ", " + describe(status);
        return Thread.currentThread().isInterrupted()
                ? new OfferInterruptedException("interrupted while an offer waited for at most " + time)
                : new OfferTimeoutException(status, "offer not accepted within " + time);
    }

    /** Offers one message of two parts, as {@link #offer(DirectBuffer, int, int)}. */
    public final long offer(
            DirectBuffer first,
            int firstOffset,
            int firstLength,
            DirectBuffer second,
            int secondOffset,
            int secondLength) {
        long result = appender.offer(first, firstOffset, firstLength, second, secondOffset, secondLength);
        return result >= 0 ? result : refusal(result);
    }

    /** Offers one message gathered from parts, as {@link #offer(DirectBuffer, int, int)}. */
    public final long offer(BufferVector... parts) {
        long result = appender.offer(parts);
        return result >= 0 ? result : refusal(result);
    }

    /**
     * Offers several messages by one claim: subscribers see all of them or none, each as a message of its own.
     *
     * @param messages the first {@code count} of them are offered
     * @return the position behind the last one, or a negative {@link OfferStatus} code
     * @throws IllegalArgumentException if together, with 8 bytes a message and aligned to 8, they are longer than the
     *     longest message with its header
     */
    public final long offerBatch(BufferVector[] messages, int count) {
        long result = appender.offerBatch(messages, count);
        return result >= 0 ? result : refusal(result);
    }

    /**
     * Claims space for one message, to be written in place.
     *
     * @param claim made once and reused; must not be open
     * @return the position behind the message, or a negative {@link OfferStatus} code, and the claim stays closed
     * @throws IllegalArgumentException if it is longer than {@link #maxMessageLength}
     */
    public final long tryClaim(int length, Claim claim) {
        long result = hold(length, claim);
        return result >= 0 ? result : refusal(result);
    }

    /**
     * Claims space for one message, to be written in place, and waits for it as {@link #offer(DirectBuffer, int, int,
     * Duration)} does.
     *
     * @return the position behind the message
     * @throws OfferTimeoutException if neither space nor a subscriber came in time; the claim stays closed
     * @throws OfferInterruptedException if the thread was interrupted meanwhile, which it still is then; likewise
     * @throws IllegalArgumentException if it is longer than {@link #maxMessageLength}
     * @throws IllegalStateException if the publication is closed, or the claim is open
     */
    public final long claim(int length, Claim claim, Duration timeout) {
        long result = hold(length, claim);
        return result >= 0 ? result : tryAgain(result, claim, 0, length, timeout);
    }

    private long hold(int length, Claim claim) {
        if (claim.isOpen()) {
            throw new IllegalStateException("the claim is still open: commit or abort it first");
        }
        int frameLength = HEADER_LENGTH + appender.checkMessageLength(length);
        int alignedLength = align(frameLength);
        long position = appender.claimToHold(alignedLength);
        if (position < 0) {
            return position;
        }
        claim.position = position; // No call before this: what a StackOverflowError kept from here nobody could abort.
        claim.frameLength = frameLength;
        if (claim.appender != appender) {
            claim.appender = appender;
        }
        claim.open = true;
        claim.open();
        return position + alignedLength;
    }

    /** The appender knows of space, not of drivers. */
    private long refusal(long result) {
        boolean lost = result == Appender.BACK_PRESSURED
                && !isDriverAlive.getAsBoolean()
                && appender.needsDriver()
                && Limiter.isDriver(appender.log(), appender.position(), appender.limit());
        return lost ? OfferStatus.DRIVER_LOST_CODE : result;
    }

    private String describe(OfferStatus status) {
        if (status == OfferStatus.DRIVER_LOST) {
            return "the media driver is lost, and nobody else makes space: start it again, and this goes on by itself";
        }
        String reason = status == OfferStatus.NOT_CONNECTED
                ? "no subscriber: start one, for example `" + SuggestedCommand.of("sub", stream) + "`"
                : "back pressure: " + describeLimiter();
        return isDriverAlive.getAsBoolean() ? reason : reason + "; the media driver is lost: start it again";
    }

    private String describeLimiter() {
        Limiter limiter = limiter();
        return limiter == null
                ? "the media driver has not made space"
                : limiter.describe()
                        + (limiter.vacantFor() == null
                                ? heartbeats.apply(limiter.clientId()).describe(System.nanoTime())
                                : "")
                        + ", window=" + appender.log().constants().window();
    }

    /** {@return whether anybody subscribes to the stream} */
    public final boolean isConnected() {
        return subscriberCount() > 0;
    }

    /**
     * {@return how many subscribers read the log} A name that nobody holds at this time counts as one
     * ({@link SubscriptionConfig#withName}).
     */
    public final int subscriberCount() {
        return closed ? 0 : appender.log().meta().subscriberCountAcquire();
    }

    /**
     * Waits until so many subscribers read the log.
     *
     * @return whether they did within the timeout; false also when interrupted, with the interrupt status set
     */
    public final boolean awaitSubscribers(int count, Duration timeout) {
        return subscriberWait.await(count, Durations.toNanos(timeout));
    }

    public final String stream() {
        return stream;
    }

    /** {@return the id that subscribers see as {@link Header#publisherId}} */
    public final long registrationId() {
        return registrationId;
    }

    /** {@return the id of the log, which names its directory} */
    public final long logId() {
        return appender.log().constants().logId();
    }

    /** {@return the longest message in bytes: an eighth of a term less 8} */
    public final int maxMessageLength() {
        return appender.maxMessageLength();
    }

    /** {@return the position of the log's end, in bytes since its start} */
    public final long position() {
        return appender.position();
    }

    /** {@return the position up to which messages may begin before a subscriber must move} */
    public final long limit() {
        return appender.limit();
    }

    /** {@return who holds, or would first hold, this publication back; null if nobody does} Any thread, at any time. */
    public final @Nullable Limiter limiter() {
        try {
            return closed ? null : Limiter.find(appender.log(), appender.position(), appender.limit());
        } catch (IndexOutOfBoundsException e) {
            return null; // It was closed meanwhile, and its memory given up.
        }
    }

    public final boolean isClosed() {
        return closed;
    }

    /**
     * Closes it: from now on offers return {@link OfferStatus#CLOSED_CODE}. Any thread, any number of times, also while
     * others offer: what was accepted is delivered. An open {@link Claim} stays valid until it is committed or aborted.
     */
    @Override
    public final synchronized void close() {
        if (!closed) {
            closed = true;
            appender.close();
            spaceWait.close();
            subscriberWait.wakeAll();
            closer.accept(this);
        }
    }

    /** Touches every page of the log, so that no message meets a page fault in this process. */
    final void touchPages() {
        appender.log().touchPages();
    }

    /** {@return whether no thread waits any more} For good, once it was closed. */
    final boolean isReleased() {
        return spaceWait.isReleased();
    }

    /** Conductor: wakes threads that wait for subscribers who have come, maintains the appender. Returns work done. */
    final int maintain() {
        return subscriberWait.tell() + appender.maintain();
    }
}
