/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Header;
import io.tailrace.samples.summarizer.codecs.EndDecoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderDecoder;
import io.tailrace.samples.summarizer.codecs.RejectedDecoder;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.syslog.LineReader;
import org.agrona.DirectBuffer;

/** Decodes messages of the stream of rejects. For one thread. */
public final class RejectFrames implements CheckedFrameHandler<InterruptedException> {
    /** Takes lines that are no events. */
    public interface Handler {
        /**
         * Takes a line.
         *
         * @param line the array that it is at the beginning of; valid until this returns
         */
        void onReject(long source, long sequence, Reject reason, byte[] line, int length) throws InterruptedException;

        /** Nothing follows from anybody. */
        void onEnd();
    }

    private final MessageHeaderDecoder message = new MessageHeaderDecoder();
    private final RejectedDecoder decoder = new RejectedDecoder();
    private final byte[] line = new byte[LineReader.MAX_LINE_LENGTH];
    private final Handler handler;

    public RejectFrames(Handler handler) {
        this.handler = handler;
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) throws InterruptedException {
        switch (Messages.templateOf(message, buffer, offset, length, header)) {
            case RejectedDecoder.TEMPLATE_ID -> onReject(buffer, offset);
            case EndDecoder.TEMPLATE_ID -> handler.onEnd();
            default -> throw new UnknownMessageException(length, header);
        }
    }

    private void onReject(DirectBuffer buffer, int offset) throws InterruptedException {
        decoder.wrapAndApplyHeader(buffer, offset, message);
        Reject reason = Reject.valueOf(decoder.reason());
        int lineLength = decoder.getLine(line, 0, line.length);
        handler.onReject(decoder.source(), decoder.sequence(), reason, line, lineLength);
    }
}
