/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.memory.BufferVector;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes messages to a stream. Every offer and claim returns a position, or at once a negative code ({@link
 * OfferStatus}), and allocates nothing. Those with a timeout wait, as the {@link WaitPolicy} of the {@link
 * PublicationConfig} says, and throw if the time runs out.
 *
 * <p>All publications of a stream made by {@link Tailrace#addPublication} share one log. Any number of threads may use
 * them; the first thread to use one has the fastest path. A publication made by {@link
 * Tailrace#addExclusivePublication} is for one thread at a time ({@link ExclusivePublication}).
 */
public interface Publication extends AutoCloseable {
    /**
     * Offers one message.
     *
     * @return the position after the message in the log, or a negative {@link OfferStatus} code
     * @throws IllegalArgumentException if it is longer than {@link #maxMessageLength}
     * @throws IndexOutOfBoundsException if the buffer has no such range
     */
    long offer(DirectBuffer buffer, int offset, int length);

    /**
     * Offers one message, and waits up to the timeout for space or a subscriber.
     *
     * @return the position after the message in the log
     * @throws OfferTimeoutException if there was neither in time; the message says why and names the blocker
     * @throws OfferInterruptedException if the thread was interrupted meanwhile; its interrupt status stays set
     * @throws IllegalStateException if the publication is closed
     */
    long offer(DirectBuffer buffer, int offset, int length, Duration timeout);

    /** Offers a message that is the whole array, as {@link #offer(DirectBuffer, int, int)}. */
    long offer(byte[] message);

    /** Offers a message that is the whole array, and waits as {@link #offer(DirectBuffer, int, int, Duration)}. */
    long offer(byte[] message, Duration timeout);

    /**
     * Offers a message that lies between the position and the limit of a buffer, direct or not, as {@link
     * #offer(DirectBuffer, int, int)}. If the message is accepted, the buffer's position moves to its limit; otherwise
     * it stays.
     */
    long offer(ByteBuffer message);

    /**
     * Offers as {@link #offer(ByteBuffer)} does, and waits as {@link #offer(DirectBuffer, int, int, Duration)} does.
     */
    long offer(ByteBuffer message, Duration timeout);

    /** Offers one message of two parts, as {@link #offer(DirectBuffer, int, int)}. */
    long offer(
            DirectBuffer first,
            int firstOffset,
            int firstLength,
            DirectBuffer second,
            int secondOffset,
            int secondLength);

    /**
     * Offers several messages as one batch: subscribers see all of them or none, each as a message of its own.
     *
     * @param messages the messages, of which the first {@code count} are offered
     * @return the position after the last message, or a negative {@link OfferStatus} code
     * @throws IllegalArgumentException if together, each with 8 bytes of header and aligned to 8, they are longer than
     *     the longest message with its header
     */
    long offerBatch(BufferVector[] messages, int count);

    /**
     * Claims space in which one message is written in place.
     *
     * @param claim created once and reused; must not be open
     * @return the position after the message; or a negative {@link OfferStatus} code, and the claim stays closed
     * @throws IllegalArgumentException if it is longer than {@link #maxMessageLength}
     */
    long tryClaim(int length, Claim claim);

    /**
     * Claims space in which one message is written in place, and waits for it as {@link #offer(DirectBuffer, int, int,
     * Duration)} does.
     *
     * @return the position after the message
     * @throws OfferTimeoutException if there was neither space nor a subscriber in time; the claim stays closed
     * @throws OfferInterruptedException if the thread was interrupted meanwhile; its interrupt status stays set, and
     *     the claim stays closed
     * @throws IllegalArgumentException if it is longer than {@link #maxMessageLength}
     * @throws IllegalStateException if the publication is closed, or the claim is open
     */
    long claim(int length, Claim claim, Duration timeout);

    /** {@return whether the stream has a subscriber} */
    boolean isConnected();

    /**
     * {@return how many subscribers read the log} A name that no subscription holds at this time counts as a subscriber
     * ({@link SubscriptionConfig#withName}).
     */
    int subscriberCount();

    /**
     * Waits until the log has this many subscribers.
     *
     * @return whether it had them within the timeout; also false if interrupted, with the interrupt status set
     */
    boolean awaitSubscribers(int count, Duration timeout);

    String stream();

    /** {@return the registration id, which subscribers see as {@link Header#publisherId}} */
    long registrationId();

    /** {@return the id of the log, which names its directory} */
    long logId();

    /** {@return the maximum message length in bytes: an eighth of a term less 8} */
    int maxMessageLength();

    /** {@return the position of the log's end, in bytes since its start} */
    long position();

    /** {@return the position before which messages may begin; from there on publishers wait} */
    long limit();

    /**
     * {@return the party that holds this publication back, or, if nothing does now, would be the first to; null if
     * there is none} Any thread, at any time.
     */
    @Nullable
    Blocker blocker();

    boolean isClosed();

    /**
     * Closes the publication: from now on offers return {@link OfferStatus#CLOSED_CODE}. Any thread may call this any
     * number of times, also while other threads offer. Accepted messages are delivered. An open {@link Claim} stays
     * valid until it is committed or aborted.
     */
    @Override
    void close();
}
