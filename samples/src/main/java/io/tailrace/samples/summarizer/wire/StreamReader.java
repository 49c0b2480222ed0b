/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import java.time.Duration;

/** Reads a stream from the oldest message on that is there. For one thread. */
public final class StreamReader implements AutoCloseable {
    /** How long the place of a reader that has died is kept, and holds back who writes. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    private static final int FRAME_LIMIT = 128;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Subscription subscription;
    private final CheckedFrameHandler<InterruptedException> frames;

    /**
     * Begins to read.
     *
     * @param place by which the next reader goes on where this one has stopped; empty: it is given up with this
     */
    public StreamReader(
            Tailrace tailrace, String stream, String place, CheckedFrameHandler<InterruptedException> frames) {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST);
        this.subscription = tailrace.addSubscription(stream, place.isEmpty() ? config : config.withName(place, GRACE));
        this.frames = frames;
    }

    /** Takes messages that are there; where there are none, waits for them. Returns how many there were. */
    public int poll() throws InterruptedException {
        int count = subscription.poll(frames, FRAME_LIMIT, LONGEST_WAIT);
        if (count == 0 && Thread.interrupted()) {
            throw new InterruptedException();
        }
        return count;
    }

    /** Takes all messages that are there. */
    public void drain() throws InterruptedException {
        int count = 1;
        while (count > 0) {
            count = subscription.poll(frames, FRAME_LIMIT);
        }
    }

    @Override
    public void close() {
        subscription.close();
    }
}
