/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.align;

import io.tailrace.control.Heartbeat;
import io.tailrace.control.SuggestedCommand;
import io.tailrace.log.Appender;
import io.tailrace.memory.BufferVector;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes messages to a stream. Every offer and claim returns a position, or at once a negative code
 * ({@link OfferStatus}); none of them allocates. All publications of a stream made by {@link Tailrace#addPublication}
 * share one log.
 *
 * <p>Any number of threads may use it; the first one to do so has the fastest path. {@link ExclusivePublication} is for
 * one thread only.
 */
public sealed class Publication implements AutoCloseable permits ExclusivePublication {
    private static final long MIN_PARK_NS = 1_000;
    private static final long MAX_PARK_NS = 100_000;

    private final String stream;
    private final long registrationId;
    private final Appender appender;
    private final Consumer<Publication> closer;
    private final Runnable whileWaiting;
    private final BooleanSupplier isDriverAlive;
    private final LongFunction<Heartbeat> heartbeats;
    private volatile boolean closed;

    /**
     * @param whileWaiting run again and again by calls that wait, for a driver or a conductor without a thread
     * @param isDriverAlive asked by calls that waited in vain
     * @param heartbeats when a client last worked, by its id; asked by the same calls
     */
    Publication(
            String stream,
            long registrationId,
            Appender appender,
            Consumer<Publication> closer,
            Runnable whileWaiting,
            BooleanSupplier isDriverAlive,
            LongFunction<Heartbeat> heartbeats) {
        this.stream = stream;
        this.registrationId = registrationId;
        this.appender = appender;
        this.closer = closer;
        this.whileWaiting = whileWaiting;
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
     * @throws OfferTimeoutException if neither came in time, or the thread was interrupted, which it still is then; the
     *     message says why, and who holds the log back
     * @throws IllegalStateException if the publication is closed
     */
    public final long offer(DirectBuffer buffer, int offset, int length, Duration timeout) {
        long result = appender.offer(buffer, offset, length);
        if (result >= 0) {
            return result;
        }
        long startNs = System.nanoTime();
        long timeoutNs = Durations.toNanos(timeout);
        long parkNs = MIN_PARK_NS;
        while (result < 0) {
            if (result == Appender.CLOSED) {
                throw new IllegalStateException("publication is closed: stream=" + stream);
            }
            boolean interrupted = Thread.currentThread().isInterrupted();
            if (interrupted || System.nanoTime() - startNs >= timeoutNs) {
                OfferStatus status = OfferStatus.of(refusal(result));
                String outcome = interrupted
                        ? "interrupted while an offer waited for at most " + Durations.toMillis(timeout) + " ms"
                        : "offer not accepted within " + Durations.toMillis(timeout) + " ms";
                throw new OfferTimeoutException(status, outcome + ": stream=" + stream + ", " + describe(status));
            }
            whileWaiting.run();
            LockSupport.parkNanos(parkNs);
            parkNs = Math.min(parkNs * 2, MAX_PARK_NS);
            result = appender.offer(buffer, offset, length);
        }
        return result;
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
        if (claim.isOpen()) {
            throw new IllegalStateException("the claim is still open: commit or abort it first");
        }
        int frameLength = HEADER_LENGTH + appender.checkMessageLength(length);
        int alignedLength = align(frameLength);
        long position = appender.claimToHold(alignedLength);
        if (position < 0) {
            return refusal(position);
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
                && Limiter.isDriver(appender.log(), appender.position(), appender.limit());
        return lost ? OfferStatus.DRIVER_LOST_CODE : result;
    }

    private String describe(OfferStatus status) {
        if (!isDriverAlive.getAsBoolean()) {
            return "the media driver is lost, and nobody else makes space: start it again, and this goes on by itself";
        }
        return status == OfferStatus.NOT_CONNECTED
                ? "no subscriber: start one, for example `" + SuggestedCommand.of("sub", stream) + "`"
                : "back pressure: " + describeLimiter();
    }

    private String describeLimiter() {
        Limiter limiter = limiter();
        return limiter == null
                ? "the media driver has not made space"
                : limiter.describe() + heartbeats.apply(limiter.clientId()).describe(System.nanoTime()) + ", window="
                        + appender.log().constants().window();
    }

    /** {@return whether anybody subscribes to the stream} */
    public final boolean isConnected() {
        return subscriberCount() > 0;
    }

    /** {@return how many subscribers read the log} */
    public final int subscriberCount() {
        return closed ? 0 : appender.log().meta().subscriberCountAcquire();
    }

    /**
     * Waits until so many subscribers read the log.
     *
     * @return whether they did within the timeout; false also when interrupted, with the interrupt status set
     */
    public final boolean awaitSubscribers(int count, Duration timeout) {
        long startNs = System.nanoTime();
        long timeoutNs = Durations.toNanos(timeout);
        while (subscriberCount() < count) {
            if (closed
                    || System.nanoTime() - startNs >= timeoutNs
                    || Thread.currentThread().isInterrupted()) {
                return false;
            }
            whileWaiting.run();
            LockSupport.parkNanos(MAX_PARK_NS);
        }
        return true;
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
        return Limiter.find(appender.log(), appender.position(), appender.limit());
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
            closer.accept(this);
        }
    }

    final Appender appender() {
        return appender;
    }
}
