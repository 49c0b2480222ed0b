/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.jspecify.annotations.Nullable;

/**
 * One log as one subscriber sees it. Programs usually poll its {@link Subscription}; they poll an image to stop at a
 * position or to treat publishers differently. One thread at a time may poll; any thread may call methods that only
 * return a value.
 */
public interface Image {
    /** Polls without a bound; otherwise as {@link #poll(CheckedFrameHandler, int, long)}. */
    default <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit) throws E {
        return poll(handler, frameLimit, Long.MAX_VALUE);
    }

    /**
     * Delivers the messages that are available, and returns. If messages arrive one by one, it may leave the following
     * message to the next call.
     *
     * @param frameLimit maximum number of messages to deliver
     * @param boundPosition messages that begin at or past this position are left for later
     * @return the number of messages delivered; 0 if there are none or the image is closed
     * @throws io.tailrace.memory.CorruptLogException if the bytes at the position are not a frame
     */
    <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, long boundPosition) throws E;

    /** Polls without a bound; otherwise as {@link #controlledPoll(ControlledFrameHandler, int, long)}. */
    default int controlledPoll(ControlledFrameHandler handler, int frameLimit) {
        return controlledPoll(handler, frameLimit, Long.MAX_VALUE);
    }

    /**
     * Delivers the messages that are available until the handler stops the poll; otherwise as {@link
     * #poll(CheckedFrameHandler, int, long)}.
     *
     * @return the number of messages delivered, not counting an aborted one
     * @throws io.tailrace.memory.CorruptLogException if the bytes at the position are not a frame
     */
    int controlledPoll(ControlledFrameHandler handler, int frameLimit, long boundPosition);

    /**
     * Delivers one block: a run of whole committed frames of one term, padding included, as they are in the log. For
     * programs that copy a log. A wait for messages before the first call may skip padding, which is then part of no
     * block.
     *
     * @param maxLength maximum length of the block in bytes; a longer first frame is delivered alone
     * @return the length of the block in bytes; 0 if there is no frame or the image is closed
     * @throws IllegalStateException if the subscriber does not gate, because its messages can be overwritten at any
     *     time
     * @throws io.tailrace.memory.CorruptLogException if the bytes at the position are not a frame
     */
    int pollBlock(BlockHandler handler, int maxLength);

    /**
     * Acknowledges everything delivered so far: publishers may overwrite it, and the next holder of the name continues
     * after it. For subscriptions that acknowledge ({@link SubscriptionConfig#withAcknowledgement}); for others each
     * poll does this. Call it on the polling thread, between polls; inside a controlled poll the handler returns COMMIT
     * instead.
     */
    void acknowledge();

    /**
     * Acknowledges everything delivered before a position; otherwise as {@link #acknowledge()}.
     *
     * @param position the end of a delivered message or block; from {@link #position} to {@link #readPosition}
     * @throws IllegalArgumentException if it is not between the two
     */
    void acknowledge(long position);

    Subscription subscription();

    String stream();

    /** {@return the id of the log, which names its directory} */
    long logId();

    /** {@return the log of another host that a bridge copies to this log; null if this log is not a mirror} */
    @Nullable
    Origin origin();

    /** {@return the position at which this subscriber began, in bytes} */
    long joinPosition();

    /** {@return the position up to which everything is consumed, as last reported to the publisher, in bytes} */
    long position();

    /**
     * {@return the position after the last message that was delivered} Call it on the polling thread, between polls.
     */
    long readPosition();

    /** {@return how far publishers may be ahead of {@link #position} before they wait, in bytes} */
    long window();

    /** {@return whether the log has no publisher any more and everything in it is consumed} */
    boolean isEndOfStream();

    /** {@return whether publishers wait for this subscriber: not with policy DROP, nor once it is evicted} */
    boolean isGating();

    /** {@return whether it reads the log itself rather than history} Any thread. */
    boolean isLive();

    /**
     * {@return how many bytes of the log it has not consumed, headers and padding included} For a log that is gone, the
     * bytes in history count. An exclusive publication stores its tail seldom, so there the true figure may be a window
     * more. Any thread.
     */
    long lagBytes();

    boolean isClosed();

    /**
     * The origin of a log that a bridge copies to this host. Positions in both logs are the same.
     *
     * @param host name of the host where the messages were published
     * @param logId id of the log on that host
     */
    record Origin(String host, long logId) {}
}
