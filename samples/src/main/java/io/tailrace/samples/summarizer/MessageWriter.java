/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.ExclusivePublication;
import io.tailrace.OfferInterruptedException;
import io.tailrace.OfferTimeoutException;
import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.samples.summarizer.Event.Step;
import io.tailrace.samples.summarizer.codecs.EndEncoder;
import io.tailrace.samples.summarizer.codecs.EventEncoder;
import io.tailrace.samples.summarizer.codecs.LineEncoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderEncoder;
import io.tailrace.samples.summarizer.codecs.RejectedEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * Writes the messages of one stage to a log of its own. Waits while readers are slow or dead, so nothing is lost. Not
 * thread-safe.
 */
final class MessageWriter implements Messages, AutoCloseable {
    private static final int TERM_LENGTH = 1 << 23;
    /** Longer than any message: a line has at most 64 KiB, and an event has the texts of one line. */
    private static final int MAX_LENGTH = 1 << 18;

    private static final Duration A_WHILE = Duration.ofSeconds(1);

    private final ExclusivePublication publication;
    private final int readerCount;
    private final MappedBuffer message = MappedBuffer.allocate(MAX_LENGTH);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final LineEncoder line = new LineEncoder();
    private final EventEncoder event = new EventEncoder();
    private final RejectedEncoder rejected = new RejectedEncoder();
    private final EndEncoder end = new EndEncoder();
    private boolean hasReaders;

    /** @param readerCount the number of readers that the first message waits for: a later reader would miss it */
    MessageWriter(Tailrace tailrace, String stream, int readerCount) {
        this.publication = tailrace.addExclusivePublication(
                stream, PublicationConfig.of().withTermLength(TERM_LENGTH).withRetention(Duration.ZERO));
        this.readerCount = readerCount;
    }

    @Override
    public void line(long source, long sequence, byte[] bytes, int length) throws InterruptedException {
        line.wrapAndApplyHeader(message, 0, header)
                .source(source)
                .sequence(sequence)
                .putLine(bytes, 0, length);
        offer(line.encodedLength());
    }

    @Override
    public void event(long source, Event value) throws InterruptedException {
        event.wrapAndApplyHeader(message, 0, header)
                .source(source)
                .sequence(value.sequence())
                .timeMs(value.timeMs())
                .amount(value.amount())
                .latencyUs(value.latencyUs())
                .version((short) value.version());
        List<Step> steps = value.steps();
        EventEncoder.StepsEncoder group = event.stepsCount(steps.size());
        for (Step step : steps) {
            group.next().us(step.us()).name(step.name());
        }
        event.typeName(value.type().name())
                .customer(value.customer())
                .region(value.region())
                .client(value.client())
                .item(value.item());
        offer(event.encodedLength());
    }

    @Override
    public void reject(long source, long sequence, Reject reason, byte[] bytes, int length)
            throws InterruptedException {
        byte[] name = reason.name().getBytes(StandardCharsets.US_ASCII);
        rejected.wrapAndApplyHeader(message, 0, header)
                .source(source)
                .sequence(sequence)
                .putReason(name, 0, name.length)
                .putLine(bytes, 0, length);
        offer(rejected.encodedLength());
    }

    @Override
    public void end(long source, long lineCount) throws InterruptedException {
        end.wrapAndApplyHeader(message, 0, header).source(source).lineCount(lineCount);
        offer(end.encodedLength());
    }

    private void offer(int encodedLength) throws InterruptedException {
        int length = MessageHeaderEncoder.ENCODED_LENGTH + encodedLength;
        boolean isAccepted = hasReaders && publication.offer(message, 0, length) >= 0;
        while (!isAccepted) {
            hasReaders = hasReaders || publication.awaitSubscribers(readerCount, A_WHILE);
            isAccepted = hasReaders && offerForAWhile(length);
            if (!isAccepted && Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private boolean offerForAWhile(int length) {
        try {
            publication.offer(message, 0, length, A_WHILE);
            return true;
        } catch (OfferTimeoutException | OfferInterruptedException e) {
            return false;
        }
    }

    @Override
    public void close() {
        publication.close();
    }
}
