/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.LineParser.Parsed;
import java.time.Duration;

/**
 * The second stage: turns each line into an event or a reject. It acknowledges lines after it has published their
 * results. So the next parser after a kill publishes some a second time and misses none. Not thread-safe.
 */
final class Parse implements Messages, AutoCloseable {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);
    private static final int FRAME_LIMIT = 128;

    private final LineParser parser = new LineParser();
    private final MessageReader reader = new MessageReader(this);
    private final Subscription lines;
    private final MessageWriter events;
    private boolean hasEnded;

    /**
     * @param name of the pipeline
     * @param summarizers the number of them that the first event waits for
     */
    Parse(Tailrace tailrace, String name, int summarizers) {
        lines = tailrace.addSubscription(
                name + "-lines",
                SubscriptionConfig.of()
                        .withJoinAt(JoinAt.OLDEST)
                        .withName(name + "-parse", LEASE)
                        .withAcknowledgement());
        events = new MessageWriter(tailrace, name + "-events", summarizers);
    }

    /** Works until a source has ended, or until it is interrupted if it runs on. */
    void run(boolean isLasting) throws InterruptedException {
        while (isLasting || !hasEnded) {
            lines.poll(reader, FRAME_LIMIT, LONGEST_WAIT);
            lines.images().forEach(Image::acknowledge);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Override
    public void line(long source, long sequence, byte[] line, int length) throws InterruptedException {
        Parsed parsed = parser.parse(sequence, line, length);
        if (parsed instanceof Event event) {
            events.event(source, event);
        } else if (parsed instanceof Reject reason) {
            events.reject(source, sequence, reason, line, length);
        }
    }

    @Override
    public void reject(long source, long sequence, Reject reason, byte[] line, int length) throws InterruptedException {
        events.reject(source, sequence, reason, line, length);
    }

    @Override
    public void end(long source, long lineCount) throws InterruptedException {
        events.end(source, lineCount);
        hasEnded = true;
    }

    @Override
    public void close() {
        lines.close();
        events.close();
    }
}
