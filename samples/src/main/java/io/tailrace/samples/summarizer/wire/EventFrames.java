/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Header;
import io.tailrace.samples.summarizer.codecs.EndDecoder;
import io.tailrace.samples.summarizer.codecs.EventDecoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderDecoder;
import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.Event.Step;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Decodes messages of a stream of events. For one thread. */
public final class EventFrames implements CheckedFrameHandler<InterruptedException> {
    /** Takes events. */
    public interface Handler {
        /** {@return whether events of this type are to be decoded} */
        boolean takes(EventType type);

        /** Takes an event. */
        void onEvent(long source, Event event);

        /** Takes the end of a source, or of a part of it. */
        void onEnd(End end) throws InterruptedException;
    }

    /** A character takes three bytes at most; those that take four are two chars. */
    private static final int MAX_TEXT_BYTES = 3 * Field.MAX_TEXT_LENGTH;

    private final MessageHeaderDecoder message = new MessageHeaderDecoder();
    private final EventDecoder decoder = new EventDecoder();
    private final EndDecoder end = new EndDecoder();
    private final byte[] text = new byte[MAX_TEXT_BYTES];
    private final Handler handler;

    public EventFrames(Handler handler) {
        this.handler = handler;
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) throws InterruptedException {
        switch (Messages.templateOf(message, buffer, offset, length, header)) {
            case EventDecoder.TEMPLATE_ID -> onEvent(buffer, offset);
            case EndDecoder.TEMPLATE_ID ->
                handler.onEnd(Messages.endOf(end.wrapAndApplyHeader(buffer, offset, message)));
            default -> throw new UnknownMessageException(length, header);
        }
    }

    private void onEvent(DirectBuffer buffer, int offset) {
        decoder.wrapAndApplyHeader(buffer, offset, message);
        EventType type = EventType.of(decoder.typeNumber());
        if (handler.takes(type)) {
            List<Step> steps = steps();
            String customer = text(decoder.getCustomer(text, 0, MAX_TEXT_BYTES));
            String region = text(decoder.getRegion(text, 0, MAX_TEXT_BYTES));
            String client = text(decoder.getClient(text, 0, MAX_TEXT_BYTES));
            String item = text(decoder.getItem(text, 0, MAX_TEXT_BYTES));
            handler.onEvent(
                    decoder.source(),
                    new Event(
                            decoder.sequence(),
                            type,
                            decoder.version(),
                            decoder.timeMs(),
                            customer,
                            region,
                            client,
                            item,
                            decoder.amount(),
                            decoder.latencyUs(),
                            steps));
        }
    }

    private List<Step> steps() {
        EventDecoder.StepsDecoder group = decoder.steps();
        if (!group.hasNext()) {
            return List.of();
        }
        List<Step> steps = new ArrayList<>(group.count());
        while (group.hasNext()) {
            long us = group.next().us();
            steps.add(new Step(text(group.getName(text, 0, MAX_TEXT_BYTES)), us));
        }
        return steps;
    }

    private String text(int length) {
        return length == 0 ? "" : new String(text, 0, length, StandardCharsets.UTF_8);
    }
}
