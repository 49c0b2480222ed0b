/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.Claim;
import io.tailrace.Dispatch;
import io.tailrace.Header;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.syslog.Message;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A stage of messages whose joint is a stream of Tailrace with a dispatch. A message in it:
 *
 * <pre>
 *   0  sequence, 8 bytes
 *   8  number of the type, 4 bytes
 *  12  where in the line the payload begins, 4 bytes
 *  16  the line
 * </pre>
 */
final class StreamStage implements Stage<Message>, AutoCloseable {
    private static final int TYPE_OFFSET = 8;
    private static final int PAYLOAD_OFFSET = 12;
    private static final int LINE_OFFSET = 16;
    private static final long WINDOW_LENGTH = 1024 * 1024;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final String name;
    private final Handler<Message> handler;
    private final Crew crew;
    private final Publication publication;
    private final Subscription subscription;
    private final Dispatch dispatch;
    private final LongAdder putCount = new LongAdder();

    /** The stream's name has the process in it, for another one may run beside. */
    StreamStage(
            String name,
            Tailrace tailrace,
            Executor executor,
            int threads,
            int capacity,
            Handler<Message> handler,
            Crew crew) {
        this.name = name;
        this.handler = handler;
        this.crew = crew;
        String stream = "summarizer-" + ProcessHandle.current().pid() + '-' + name;
        subscription = tailrace.addSubscription(stream); // Before the publication, so that it gets all.
        publication = tailrace.addPublication(stream);
        dispatch = subscription
                .dispatch(this::handle)
                .unordered()
                .workers(threads)
                .window(Integer.highestOneBit(Math.max(1, capacity - 1)) << 1, WINDOW_LENGTH)
                .start(executor);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void put(Message message) throws InterruptedException {
        byte[] line = message.line();
        try (Claim claim = new Claim()) {
            claim(LINE_OFFSET + line.length, claim);
            MutableDirectBuffer buffer = claim.buffer();
            buffer.putLong(0, message.sequence());
            buffer.putInt(TYPE_OFFSET, message.type().number());
            buffer.putInt(PAYLOAD_OFFSET, message.payloadOffset());
            buffer.putBytes(LINE_OFFSET, line);
            claim.commit();
        }
        putCount.increment();
    }

    private void claim(int length, Claim claim) throws InterruptedException {
        while (!claim.isOpen()) {
            try {
                publication.tryClaim(length, claim, LONGEST_WAIT);
            } catch (OfferTimeoutException e) { // The parsers are slow, which is no failure: wait on.
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }
    }

    private void handle(DirectBuffer buffer, int offset, int length, Header header) {
        byte[] line = new byte[length - LINE_OFFSET];
        buffer.getBytes(offset + LINE_OFFSET, line);
        Message message = new Message(
                buffer.getLong(offset),
                EventType.of(buffer.getInt(offset + TYPE_OFFSET)),
                line,
                buffer.getInt(offset + PAYLOAD_OFFSET));
        crew.runOrFail(() -> handler.handle(message));
    }

    /** What publishers have put and the dispatch has not done yet, of the room between it and the publisher's limit. */
    @Override
    public double fill() {
        long done = subscription.images().stream()
                .mapToLong(image -> image.position())
                .findFirst()
                .orElse(0);
        long room = publication.limit() - done;
        return room <= 0 ? 0 : Math.min(1, (double) (publication.position() - done) / room);
    }

    @Override
    public long handledCount() {
        return dispatch.counters().handled();
    }

    @Override
    public void finish() throws InterruptedException {
        while (handledCount() < putCount.sum()) {
            Thread.sleep(1);
        }
    }

    /** Waits for the handlers that run. */
    @Override
    public void close() {
        dispatch.close();
        publication.close();
        subscription.close();
    }
}
