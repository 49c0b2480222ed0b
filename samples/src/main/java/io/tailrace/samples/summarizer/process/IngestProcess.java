/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.pipeline.Ingest;
import io.tailrace.samples.summarizer.syslog.LineHandler;
import io.tailrace.samples.summarizer.wire.LinePublisher;
import io.tailrace.samples.summarizer.wire.RejectPublisher;
import io.tailrace.samples.summarizer.wire.Streams;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Publishes the lines of one source, and those that are no events. For one thread: where several read, each of them is
 * a source, so that each log has one writer and the numbers of a source are in order.
 */
public final class IngestProcess implements LineHandler, AutoCloseable {
    private final long source = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
    private final AtomicLong lineCount = new AtomicLong();
    private final LinePublisher lines1;
    private final LinePublisher lines2;
    private final RejectPublisher rejects;
    private final Ingest ingest;

    /** @param readerCount1 for how many readers the first line of version 1 waits; {@code readerCount2} of version 2 */
    public IngestProcess(Tailrace tailrace, Streams streams, int readerCount1, int readerCount2) {
        lines1 = new LinePublisher(tailrace, streams, 1, source, readerCount1);
        lines2 = new LinePublisher(tailrace, streams, 2, source, readerCount2);
        rejects = new RejectPublisher(tailrace, streams);
        ingest = new Ingest(lineCount, lines1::put, lines2::put, this::reject);
    }

    private void reject(Reject reason, long sequence, byte[] bytes, int offset, int length)
            throws InterruptedException {
        rejects.put(source, sequence, reason, bytes, offset, length);
    }

    @Override
    public void onLine(byte[] bytes, int offset, int length) throws InterruptedException {
        ingest.onLine(bytes, offset, length);
    }

    @Override
    public void onReject(Reject reason, byte[] bytes, int offset, int length) throws InterruptedException {
        ingest.onReject(reason, bytes, offset, length);
    }

    /** Tells that the source has ended. */
    public void end() throws InterruptedException {
        lines1.end(lineCount());
        lines2.end(lineCount());
    }

    /** {@return how many lines were read} */
    public long lineCount() {
        return lineCount.get();
    }

    /** {@return how many of them were no events, as far as that is known without parsing them, by reason} */
    public Map<Reject, Long> rejects() {
        return rejects.counts();
    }

    @Override
    public void close() {
        lines1.close();
        lines2.close();
        rejects.close();
    }
}
