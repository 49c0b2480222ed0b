/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.Gauge;
import io.tailrace.samples.summarizer.live.Step;
import io.tailrace.samples.summarizer.syslog.Envelope;
import io.tailrace.samples.summarizer.syslog.LineHandler;
import io.tailrace.samples.summarizer.syslog.Utf8Check;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the envelopes off lines and hands them to whoever takes those of their version. For one thread; several may
 * take the numbers of their lines from one count.
 */
public final class Ingest implements LineHandler {
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
    private final AtomicLong lineCount;
    private final Lines lines1;
    private final Lines lines2;
    private final RejectedLines rejects;

    /**
     * Makes one that has read nothing.
     *
     * @param lineCount counts the lines that were read
     * @param lines1 takes those of version 1; {@code lines2} those of version 2
     */
    public Ingest(AtomicLong lineCount, Lines lines1, Lines lines2, RejectedLines rejects) {
        this.lineCount = lineCount;
        this.lines1 = lines1;
        this.lines2 = lines2;
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
    public void onReject(Reject reason, byte[] bytes, int offset, int length) throws InterruptedException {
        rejects.take(reason, lineCount.incrementAndGet(), bytes, offset, length);
    }

    private @Nullable Reject check(byte[] bytes, int offset, int length) {
        return utf8.isUtf8(bytes, offset, length) ? envelope.peel(bytes, offset, length) : Reject.INVALID_UTF8;
    }

    private void put(byte[] bytes, int offset, int length) throws InterruptedException {
        int payloadOffset = envelope.payloadOffset() - offset;
        int version = EventParser.version(bytes, envelope.payloadOffset(), length - payloadOffset);
        (version == 1 ? lines1 : lines2)
                .put(lineCount.incrementAndGet(), envelope.type(), bytes, offset, length, payloadOffset);
    }

    /** {@return where the figures of all that take their numbers from a count are read} */
    public static Gauge gauge(LongSupplier lineCount) {
        return new Gauge("ingest", Step.INGEST, 0, lineCount, () -> 0);
    }
}
