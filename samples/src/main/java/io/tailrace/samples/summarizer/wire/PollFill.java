/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.samples.summarizer.live.Counter;

/**
 * How far behind the reader of a stream is, as it sees it itself: how full its polls were, of what a poll may take. Who
 * keeps up finds a few messages at a time; who is behind always finds as many as it may take.
 *
 * <p>A publisher knows how full the log is, but not which of several readers holds it back. For one thread that looks,
 * and one that reads.
 */
final class PollFill {
    private final Counter messages;
    private final Counter polls;
    private final int limit;
    private long messagesBefore;
    private long pollsBefore;

    /**
     * Looks for the first time.
     *
     * @param messages that were handled
     * @param polls that have returned
     * @param limit the most messages of a poll
     */
    PollFill(Counter messages, Counter polls, int limit) {
        this.messages = messages;
        this.polls = polls;
        this.limit = limit;
    }

    /** {@return how full the polls were since the last look, from 0 to 1} */
    double look() {
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
