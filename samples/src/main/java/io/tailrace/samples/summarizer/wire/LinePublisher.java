/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.ExclusivePublication;
import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.codecs.LineEncoder;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.sbe.SbeClaim;

/** Writes the lines of one version and one source, right into the log. For one thread. */
public final class LinePublisher implements AutoCloseable {
    private final ExclusivePublication publication;
    private final SbeClaim<LineEncoder> claim;
    private final long source;
    private final int readerCount;
    private boolean hasLines;

    /**
     * Makes the log.
     *
     * @param source a number of its own for each ingest
     * @param readerCount for how many readers the first line waits
     */
    public LinePublisher(Tailrace tailrace, Streams streams, int version, long source, int readerCount) {
        this.publication = tailrace.addExclusivePublication(streams.lines(version), streams.log());
        this.claim = new SbeClaim<>(publication, new LineEncoder());
        this.source = source;
        this.readerCount = readerCount;
    }

    /** {@return the publication, for whoever looks how full its log is} */
    public ExclusivePublication publication() {
        return publication;
    }

    /**
     * Writes a line; waits while there is no room.
     *
     * @param payloadOffset in the line
     */
    public void put(long sequence, EventType type, byte[] bytes, int offset, int length, int payloadOffset)
            throws InterruptedException {
        if (!hasLines) {
            awaitReaders();
            hasLines = true;
        }
        int variableLength = LineEncoder.lineHeaderLength() + length;
        try (claim) {
            if (claim.tryClaim(variableLength) < 0) {
                Patience.await(timeout -> claim.tryClaim(variableLength, timeout));
            }
            claim.encoder()
                    .source(source)
                    .sequence(sequence)
                    .payloadOffset(payloadOffset)
                    .typeNumber((short) type.number())
                    .putLine(bytes, offset, length);
            claim.commit();
        }
    }

    /** Waits until all readers are there: who came later would miss what comes first. */
    public void awaitReaders() throws InterruptedException {
        Patience.awaitReaders(publication, readerCount);
    }

    /** Tells that nothing follows, if anybody heard of the source or reads now. */
    public void end(long lastSequence) throws InterruptedException {
        if (hasLines || publication.isConnected()) {
            Messages.putEnd(publication, new End(source, lastSequence, 0, 1));
        }
    }

    @Override
    public void close() {
        publication.close();
    }
}
