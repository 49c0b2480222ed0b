/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.syslog.Envelope;
import io.tailrace.samples.summarizer.syslog.LineReader;
import io.tailrace.samples.summarizer.syslog.Message;
import io.tailrace.samples.summarizer.syslog.Utf8Check;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads lines, takes their envelopes off and puts the messages on the track of their version. For one thread. */
final class Ingest {
    private final Envelope envelope = new Envelope();
    private final Utf8Check utf8 = new Utf8Check();
    private final Track track1;
    private final Track track2;
    private final Rejects rejects;
    private long lineCount;

    Ingest(Track track1, Track track2, Rejects rejects) {
        this.track1 = track1;
        this.track2 = track2;
        this.rejects = rejects;
    }

    /** Reads to the end of the input. */
    void readAll(InputStream input) throws IOException, InterruptedException {
        LineReader lines = new LineReader(input);
        while (lines.next()) {
            lineCount++;
            Reject reason = check(lines);
            if (reason == null) {
                put(lines);
            } else {
                rejects.take(reason, lineCount, lines.bytes(), lines.offset(), lines.length());
            }
        }
    }

    private @Nullable Reject check(LineReader lines) {
        if (lines.isTooLong()) {
            return Reject.TOO_LONG;
        }
        if (!utf8.isUtf8(lines.bytes(), lines.offset(), lines.length())) {
            return Reject.INVALID_UTF8;
        }
        return envelope.peel(lines.bytes(), lines.offset(), lines.length());
    }

    private void put(LineReader lines) throws InterruptedException {
        int payloadOffset = envelope.payloadOffset() - lines.offset();
        Message message = new Message(lineCount, envelope.type(), lines.copy(), payloadOffset);
        int version = EventParser.version(message.line(), payloadOffset, message.payloadLength());
        (version == 1 ? track1 : track2).put(message);
    }

    /** {@return how many lines were read} */
    long lineCount() {
        return lineCount;
    }
}
