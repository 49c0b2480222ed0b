/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.syslog.Envelope;
import io.tailrace.samples.summarizer.syslog.LineReader;
import io.tailrace.samples.summarizer.syslog.Utf8Check;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads lines, takes their envelopes off and hands them to whoever takes those of their version. For one thread. */
public final class Ingest {
    /** Takes lines of one version. */
    public interface Lines {
        /**
         * Takes a line; waits while there is no room.
         *
         * @param bytes change when this has returned
         * @param payloadOffset in the line
         */
        void put(long sequence, EventType type, byte[] bytes, int offset, int length, int payloadOffset)
                throws InterruptedException;
    }

    /** Takes lines that are no events. */
    public interface RejectedLines {
        /** Takes a line; of one that is too long these are the first bytes. */
        void take(Reject reason, long sequence, byte[] bytes, int offset, int length) throws InterruptedException;
    }

    private final Envelope envelope = new Envelope();
    private final Utf8Check utf8 = new Utf8Check();
    private final Lines lines1;
    private final Lines lines2;
    private final RejectedLines rejects;
    private long lineCount;

    /** {@code lines1} takes those of version 1, {@code lines2} those of version 2. */
    public Ingest(Lines lines1, Lines lines2, RejectedLines rejects) {
        this.lines1 = lines1;
        this.lines2 = lines2;
        this.rejects = rejects;
    }

    /** Reads to the end of the input. */
    public void readAll(InputStream input) throws IOException, InterruptedException {
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
        int version = EventParser.version(lines.bytes(), envelope.payloadOffset(), lines.length() - payloadOffset);
        (version == 1 ? lines1 : lines2)
                .put(lineCount, envelope.type(), lines.bytes(), lines.offset(), lines.length(), payloadOffset);
    }

    /** {@return how many lines were read} */
    public long lineCount() {
        return lineCount;
    }
}
