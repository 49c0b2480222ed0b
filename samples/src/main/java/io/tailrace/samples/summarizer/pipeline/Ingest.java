/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.syslog.Envelope;
import io.tailrace.samples.summarizer.syslog.LineHandler;
import io.tailrace.samples.summarizer.syslog.Message;
import io.tailrace.samples.summarizer.syslog.Utf8Check;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes the envelopes off lines and puts the messages on the track of their version. For one thread; all of them take
 * the numbers of their lines from one count.
 */
final class Ingest implements LineHandler {
    private final Envelope envelope = new Envelope();
    private final Utf8Check utf8 = new Utf8Check();
    private final AtomicLong lineCount;
    private final Track track1;
    private final Track track2;
    private final Rejects rejects;

    Ingest(AtomicLong lineCount, Track track1, Track track2, Rejects rejects) {
        this.lineCount = lineCount;
        this.track1 = track1;
        this.track2 = track2;
        this.rejects = rejects;
    }

    @Override
    public void onLine(byte[] bytes, int offset, int length) throws InterruptedException {
        Reject reason = check(bytes, offset, length);
        if (reason == null) {
            put(bytes, offset, length);
        } else {
            onReject(reason, bytes, offset, length);
        }
    }

    @Override
    public void onReject(Reject reason, byte[] bytes, int offset, int length) {
        rejects.take(reason, lineCount.incrementAndGet(), bytes, offset, length);
    }

    private @Nullable Reject check(byte[] bytes, int offset, int length) {
        return utf8.isUtf8(bytes, offset, length) ? envelope.peel(bytes, offset, length) : Reject.INVALID_UTF8;
    }

    private void put(byte[] bytes, int offset, int length) throws InterruptedException {
        int payloadOffset = envelope.payloadOffset() - offset;
        byte[] line = Arrays.copyOfRange(bytes, offset, offset + length);
        Message message = new Message(lineCount.incrementAndGet(), envelope.type(), line, payloadOffset);
        int version = EventParser.version(line, payloadOffset, message.payloadLength());
        (version == 1 ? track1 : track2).put(message);
    }
}
