/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The second stage: makes an event, or a reject, of each line. It acknowledges lines after it has published what became
 * of them. So a parser that follows one that was killed publishes some a second time, and misses none. For one thread.
 */
final class Parse implements MessageHandler, AutoCloseable {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);
    private static final int FRAME_LIMIT = 128;

    private final Envelope envelope = new Envelope();
    private final Utf8Check utf8 = new Utf8Check();
    private final EventParser parser = new EventParser();
    private final MessageFrames frames = new MessageFrames(this);
    private final Subscription lines;
    private final MessageWriter events;
    private boolean hasEnded;

    /** @param summarizers for how many of them the first event waits */
    public Parse(Tailrace tailrace, Streams streams, int summarizers) {
        lines = tailrace.addSubscription(
                streams.lines(),
                SubscriptionConfig.DEFAULT
                        .withJoinAt(JoinAt.OLDEST)
                        .withName(streams.name() + "-parse", LEASE)
                        .withAcknowledgement());
        events = new MessageWriter(tailrace, streams.events(), summarizers);
    }

    /** Works until a source has ended; if it lasts, until it is interrupted. */
    public void run(boolean isLasting) throws InterruptedException {
        while (isLasting || !hasEnded) {
            lines.poll(frames, FRAME_LIMIT, LONGEST_WAIT);
            lines.images().forEach(Image::acknowledge);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Override
    public void onLine(long source, long sequence, byte[] line, int length) throws InterruptedException {
        Reject reason = check(line, length);
        if (reason != null) {
            onReject(source, sequence, reason, line, length);
            return;
        }
        int payload = envelope.payloadOffset();
        Parsed parsed = parser.parse(sequence, envelope.type(), line, payload, length - payload);
        if (parsed instanceof Event event) {
            events.event(source, event);
        } else if (parsed instanceof Reject refused) {
            onReject(source, sequence, refused, line, length);
        }
    }

    private @Nullable Reject check(byte[] line, int length) {
        return utf8.isUtf8(line, 0, length) ? envelope.peel(line, 0, length) : Reject.INVALID_UTF8;
    }

    @Override
    public void onReject(long source, long sequence, Reject reason, byte[] line, int length)
            throws InterruptedException {
        events.reject(source, sequence, reason, line, 0, length);
    }

    @Override
    public void onEnd(long source, long lineCount) throws InterruptedException {
        events.end(source, lineCount);
        hasEnded = true;
    }

    @Override
    public void close() {
        lines.close();
        events.close();
    }
}
