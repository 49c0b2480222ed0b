/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.ExclusivePublication;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.samples.summarizer.codecs.EventEncoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderEncoder;
import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.Event.Step;
import java.util.List;

/**
 * Writes the events that one parser has made of the lines of one version. For one thread.
 *
 * <p>An event is encoded beside the log and then copied into it: how long it will be is only known once its texts are
 * bytes.
 */
public final class EventPublisher implements AutoCloseable {
    /** An event is no longer than this: its texts come from one line, and its numbers are shorter than in the line. */
    private static final int MAX_LENGTH = Streams.MIN_TERM_LENGTH / 8 - 8;

    private final ExclusivePublication publication;
    private final MappedBuffer message = MappedBuffer.allocate(MAX_LENGTH);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EventEncoder encoder = new EventEncoder();
    private final int readerCount;
    private boolean hasEvents;

    /** @param readerCount for how many readers the first event waits */
    public EventPublisher(Tailrace tailrace, Streams streams, int version, int readerCount) {
        publication = tailrace.addExclusivePublication(streams.events(version), streams.log());
        this.readerCount = readerCount;
    }

    /** {@return the publication, for whoever looks how full its log is} */
    public ExclusivePublication publication() {
        return publication;
    }

    /** Writes an event; waits while there is no room. */
    public void put(long source, Event event) throws InterruptedException {
        if (!hasEvents) {
            awaitReaders();
            hasEvents = true;
        }
        int length = encode(source, event);
        if (publication.offer(message, 0, length) < 0) {
            Patience.await(timeout -> publication.offer(message, 0, length, timeout));
        }
    }

    /** Waits until all readers are there: who came later would miss what comes first. */
    public void awaitReaders() throws InterruptedException {
        Patience.awaitReaders(publication, readerCount);
    }

    private int encode(long source, Event event) {
        encoder.wrapAndApplyHeader(message, 0, header)
                .source(source)
                .sequence(event.sequence())
                .timeMs(event.timeMs())
                .amount(event.amount())
                .latencyUs(event.latencyUs())
                .typeNumber((short) event.type().number())
                .version((short) event.version());
        List<Step> steps = event.steps();
        EventEncoder.StepsEncoder group = encoder.stepsCount(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            group.next().us(step.us()).name(step.name());
        }
        encoder.customer(event.customer())
                .region(event.region())
                .client(event.client())
                .item(event.item());
        return MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength();
    }

    /** Passes an end on, if anybody heard of the source or reads now. */
    public void end(End end) throws InterruptedException {
        if (hasEvents || publication.isConnected()) {
            Messages.putEnd(publication, end);
        }
    }

    @Override
    public void close() {
        publication.close();
    }
}
