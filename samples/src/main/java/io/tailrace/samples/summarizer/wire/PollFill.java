/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.samples.summarizer.live.Counter;

/**
 * How far behind the reader of a stream is, as it sees it itself: how full its polls were, of what a poll may take. Who
 * keeps up finds a few messages at a time; who is behind always finds as many as it may take.
 *
 * <p>A publisher knows how full the log is, but not which of several readers holds it back. For one thread that looks,
 * and one that reads.
 */
public final class PollFill {
    private final Counter messages = new Counter();
    private final Counter polls = new Counter();
    private final int limit;
    private long messagesBefore;
    private long pollsBefore;

    /**
     * Looks for the first time.
     *
     * @param limit the most messages of a poll
     */
    public PollFill(int limit) {
        this.limit = limit;
    }

    /** {@return a handler that has each message counted when it was handled} */
    public <E extends Exception> CheckedFrameHandler<E> counting(CheckedFrameHandler<E> handler) {
        return (buffer, offset, length, header) -> {
            handler.onFrame(buffer, offset, length, header);
            messages.increment();
        };
    }

    /** A poll has returned. */
    public void polled() {
        polls.increment();
    }

    /** {@return how full the polls were since the last look, from 0 to 1} */
    public double look() {
        long messageCount = messages.get() - messagesBefore;
        long pollCount = polls.get() - pollsBefore;
        messagesBefore += messageCount;
        pollsBefore += pollCount;
        if (pollCount == 0) {
            return messageCount == 0 ? 0 : 1; // It waits for messages, or is in the midst of many.
        }
        return Math.min(1, (double) messageCount / pollCount / limit);
    }
}
