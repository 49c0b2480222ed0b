/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Header;
import io.tailrace.samples.summarizer.codecs.EndDecoder;
import io.tailrace.samples.summarizer.codecs.LineDecoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderDecoder;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.syslog.LineReader;
import org.agrona.DirectBuffer;

/**
 * Decodes messages of a stream of lines. For one thread.
 *
 * <p>A line is copied into an array that stays: parsers look at each byte several times and need an array for texts and
 * JSON anyway, and one copy takes less time than so many looks into the log.
 */
public final class LineFrames implements CheckedFrameHandler<InterruptedException> {
    /** Takes lines. */
    public interface Handler {
        /** {@return whether a line is to be decoded} */
        boolean takes(long sequence, EventType type);

        /**
         * Takes a line.
         *
         * @param line the array that it is at the beginning of; valid until this returns
         */
        void onLine(long source, long sequence, EventType type, byte[] line, int length, int payloadOffset)
                throws InterruptedException;

        /** Takes the end of a source. */
        void onEnd(End end) throws InterruptedException;
    }

    private final MessageHeaderDecoder message = new MessageHeaderDecoder();
    private final LineDecoder decoder = new LineDecoder();
    private final EndDecoder end = new EndDecoder();
    private final byte[] line = new byte[LineReader.MAX_LINE_LENGTH];
    private final Handler handler;

    public LineFrames(Handler handler) {
        this.handler = handler;
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) throws InterruptedException {
        switch (Messages.templateOf(message, buffer, offset, length, header)) {
            case LineDecoder.TEMPLATE_ID -> onLine(buffer, offset);
            case EndDecoder.TEMPLATE_ID ->
                handler.onEnd(Messages.endOf(end.wrapAndApplyHeader(buffer, offset, message)));
            default -> throw new UnknownMessageException(length, header);
        }
    }

    private void onLine(DirectBuffer buffer, int offset) throws InterruptedException {
        decoder.wrapAndApplyHeader(buffer, offset, message);
        long sequence = decoder.sequence();
        EventType type = EventType.of(decoder.typeNumber());
        if (handler.takes(sequence, type)) {
            int length = decoder.getLine(line, 0, line.length);
            handler.onLine(decoder.source(), sequence, type, line, length, decoder.payloadOffset());
        }
    }
}
