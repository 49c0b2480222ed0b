/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Header;
import io.tailrace.samples.summarizer.Event.Step;
import io.tailrace.samples.summarizer.codecs.EndDecoder;
import io.tailrace.samples.summarizer.codecs.EventDecoder;
import io.tailrace.samples.summarizer.codecs.LineDecoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderDecoder;
import io.tailrace.samples.summarizer.codecs.RejectedDecoder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** Decodes the messages of a stream. Not thread-safe. */
final class MessageReader implements CheckedFrameHandler<InterruptedException> {
    private final MessageHeaderDecoder message = new MessageHeaderDecoder();
    private final LineDecoder line = new LineDecoder();
    private final EventDecoder event = new EventDecoder();
    private final RejectedDecoder rejected = new RejectedDecoder();
    private final EndDecoder end = new EndDecoder();
    private final byte[] bytes = new byte[LineReader.MAX_LINE_LENGTH];
    private final Messages handler;

    MessageReader(Messages handler) {
        this.handler = handler;
    }

    /** @throws IllegalStateException if another program wrote the message, or another version of this one */
    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) throws InterruptedException {
        boolean isOurs = length >= MessageHeaderDecoder.ENCODED_LENGTH
                && message.wrap(buffer, offset).schemaId() == MessageHeaderDecoder.SCHEMA_ID;
        switch (isOurs ? message.templateId() : 0) {
            case LineDecoder.TEMPLATE_ID -> {
                line.wrapAndApplyHeader(buffer, offset, message);
                handler.line(line.source(), line.sequence(), bytes, line.getLine(bytes, 0, bytes.length));
            }
            case EventDecoder.TEMPLATE_ID -> {
                event.wrapAndApplyHeader(buffer, offset, message);
                handler.event(event.source(), decodeEvent());
            }
            case RejectedDecoder.TEMPLATE_ID -> {
                rejected.wrapAndApplyHeader(buffer, offset, message);
                Reject reason = Reject.valueOf(rejected.reason());
                int kept = rejected.getLine(bytes, 0, bytes.length);
                handler.reject(rejected.source(), rejected.sequence(), reason, bytes, kept);
            }
            case EndDecoder.TEMPLATE_ID -> {
                end.wrapAndApplyHeader(buffer, offset, message);
                handler.end(end.source(), end.lineCount());
            }
            default ->
                throw new IllegalStateException("not a message of the Summarizer: stream=" + header.stream()
                        + ", position=" + header.position() + ", length=" + length
                        + "; end the program that publishes to this stream, or choose another --name");
        }
    }

    private Event decodeEvent() {
        List<Step> steps = new ArrayList<>();
        for (EventDecoder.StepsDecoder step : event.steps()) {
            steps.add(new Step(step.name(), step.us()));
        }
        return new Event( // The texts must be read in the order of the message.
                event.sequence(),
                Event.Type.valueOf(event.typeName()),
                event.version(),
                event.timeMs(),
                event.customer(),
                event.region(),
                event.client(),
                event.item(),
                event.amount(),
                event.latencyUs(),
                steps);
    }
}
