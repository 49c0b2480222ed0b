/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.memory.BufferVector;
import java.nio.ByteBuffer;
import java.time.Duration;
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
public interface Publication extends AutoCloseable {
    /**
     * Offers one message.
     *
     * @return the position behind it in the log, or a negative {@link OfferStatus} code
     * @throws IllegalArgumentException if it is longer than {@link #maxMessageLength}
     * @throws IndexOutOfBoundsException if the buffer has no such range
     */
    long offer(DirectBuffer buffer, int offset, int length);

    /**
     * Offers one message, and waits for space or a subscriber as long as the timeout allows.
     *
     * @return the position behind it in the log
     * @throws OfferTimeoutException if neither came in time; the message says why, and who holds the log back
     * @throws OfferInterruptedException if the thread was interrupted meanwhile, which it still is then
     * @throws IllegalStateException if the publication is closed
     */
    long offer(DirectBuffer buffer, int offset, int length, Duration timeout);

    /** Offers a message that is the whole array, as {@link #offer(DirectBuffer, int, int)}. */
    long offer(byte[] message);

    /** Offers a message that is the whole array, and waits as {@link #offer(DirectBuffer, int, int, Duration)}. */
    long offer(byte[] message, Duration timeout);

    /**
     * Offers a message that lies between the position and the limit of a buffer, direct or not, as
     * {@link #offer(DirectBuffer, int, int)}. Once accepted, the buffer's position is at its limit; else it stays.
     */
    long offer(ByteBuffer message);

    /** Offers as {@link #offer(ByteBuffer)}, and waits as {@link #offer(DirectBuffer, int, int, Duration)}. */
    long offer(ByteBuffer message, Duration timeout);

    /** Offers one message of two parts, as {@link #offer(DirectBuffer, int, int)}. */
    long offer(
            DirectBuffer first,
            int firstOffset,
            int firstLength,
            DirectBuffer second,
            int secondOffset,
            int secondLength);

    /** Offers one message gathered from parts, as {@link #offer(DirectBuffer, int, int)}. */
    long offer(BufferVector... parts);

    /**
     * Offers several messages by one claim: subscribers see all of them or none, each as a message of its own.
     *
     * @param messages the first {@code count} of them are offered
     * @return the position behind the last one, or a negative {@link OfferStatus} code
     * @throws IllegalArgumentException if together, with 8 bytes a message and aligned to 8, they are longer than the
     *     longest message with its header
     */
    long offerBatch(BufferVector[] messages, int count);

    /**
     * Claims space for one message, to be written in place.
     *
     * @param claim made once and reused; must not be open
     * @return the position behind the message, or a negative {@link OfferStatus} code, and the claim stays closed
     * @throws IllegalArgumentException if it is longer than {@link #maxMessageLength}
     */
    long tryClaim(int length, Claim claim);

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
    long claim(int length, Claim claim, Duration timeout);

    /** {@return whether anybody subscribes to the stream} */
    boolean isConnected();

    /**
     * {@return how many subscribers read the log} A name that nobody holds at this time counts as one
     * ({@link SubscriptionConfig#withName}).
     */
    int subscriberCount();

    /**
     * Waits until so many subscribers read the log.
     *
     * @return whether they did within the timeout; false also when interrupted, with the interrupt status set
     */
    boolean awaitSubscribers(int count, Duration timeout);

    String stream();

    /** {@return the id that subscribers see as {@link Header#publisherId}} */
    long registrationId();

    /** {@return the id of the log, which names its directory} */
    long logId();

    /** {@return the longest message in bytes: an eighth of a term less 8} */
    int maxMessageLength();

    /** {@return the position of the log's end, in bytes since its start} */
    long position();

    /** {@return the position up to which messages may begin before a subscriber must move} */
    long limit();

    /** {@return who holds, or would first hold, this publication back; null if nobody does} Any thread, at any time. */
    @Nullable
    Blocker blocker();

    boolean isClosed();

    /**
     * Closes it: from now on offers return {@link OfferStatus#CLOSED_CODE}. Any thread, any number of times, also while
     * others offer: what was accepted is delivered. An open {@link Claim} stays valid until it is committed or aborted.
     */
    @Override
    void close();
}
