/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import org.jspecify.annotations.Nullable;

/**
 * One log as one subscriber sees it. Programs usually poll its {@link Subscription}; they poll an image to stop at a
 * position, or to treat publishers differently. One thread at a time polls; any thread may call what only returns a
 * value.
 */
public interface Image {
    /** Polls without a bound, as {@link #poll(CheckedFrameHandler, int, long)}. */
    default <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit) throws E {
        return poll(handler, frameLimit, Long.MAX_VALUE);
    }

    /**
     * Delivers messages that are there, and returns. Where they come one by one it may leave another to the next call.
     *
     * @param frameLimit the most messages to deliver
     * @param boundPosition messages that begin at or past it are left for later
     * @return the messages delivered; 0 if there are none, or the image is closed
     * @throws io.tailrace.memory.CorruptLogException if the bytes at the position are no frame
     */
    <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, long boundPosition) throws E;

    /** Polls without a bound, as {@link #controlledPoll(ControlledFrameHandler, int, long)}. */
    default int controlledPoll(ControlledFrameHandler handler, int frameLimit) {
        return controlledPoll(handler, frameLimit, Long.MAX_VALUE);
    }

    /**
     * Delivers messages that are there as long as the handler lets it, and returns; as
     * {@link #poll(CheckedFrameHandler, int, long)}.
     *
     * @return the messages delivered, an aborted one not counted
     * @throws io.tailrace.memory.CorruptLogException if the bytes at the position are no frame
     */
    int controlledPoll(ControlledFrameHandler handler, int frameLimit, long boundPosition);

    /**
     * Delivers one block: a run of whole committed frames of one term, padding included, as they stand in the log. For
     * programs that copy a log. A wait for messages before the first call may go over padding, which is in no block
     * then.
     *
     * @param maxLength of the block in bytes; a first frame that is longer is delivered alone
     * @return the length of the block in bytes; 0 if no frame is there, or the image is closed
     * @throws IllegalStateException if the subscriber does not gate, because its messages do not stay where they are
     * @throws io.tailrace.memory.CorruptLogException if the bytes at the position are no frame
     */
    int pollBlock(BlockHandler handler, int maxLength);

    /**
     * All that was delivered is done: publishers, and the next holder of the name, go on from there. For those that
     * acknowledge ({@link SubscriptionConfig#withAcknowledgement}); others do this in each poll. By the thread that
     * polls, between polls; inside of one the handler of a controlled poll returns COMMIT.
     */
    void acknowledge();

    /**
     * All that was delivered before a position is done; else as {@link #acknowledge()}.
     *
     * @param position where a message or block ended that was delivered; from {@link #position} to
     *     {@link #readPosition}
     * @throws IllegalArgumentException if it is not between the two
     */
    void acknowledge(long position);

    Subscription subscription();

    String stream();

    /** {@return the id of the log, which names its directory} */
    long logId();

    /** {@return the log of another host that a bridge copies to this one; null where this log is no mirror} */
    @Nullable
    Origin origin();

    /** {@return the position at which this subscriber began, in bytes} */
    long joinPosition();

    /** {@return the position up to which everything is consumed, as last told to the publisher, in bytes} */
    long position();

    /** {@return the position behind the last message that was delivered} By the thread that polls, between polls. */
    long readPosition();

    /** {@return how far publishers may be ahead of {@link #position} before they wait, in bytes} */
    long window();

    /** {@return whether nobody publishes to the log any more and everything in it is consumed} */
    boolean isEndOfStream();

    /** {@return whether publishers wait for this subscriber: not with policy DROP, nor once it is evicted} */
    boolean isGating();

    /** {@return whether it reads the log itself, and not what only history has} Any thread. */
    boolean isLive();

    /**
     * {@return how many bytes of the log it has not consumed, headers and padding included} Of a log that is gone, of
     * what history has. An exclusive publication stores its tail seldom, so there it may be a window more. Any thread.
     */
    long lagBytes();

    boolean isClosed();
}
