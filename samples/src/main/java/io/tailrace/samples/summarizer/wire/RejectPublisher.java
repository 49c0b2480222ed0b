/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.codecs.RejectedEncoder;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.sbe.SbeClaim;
import java.nio.charset.StandardCharsets;

/**
 * Writes the lines that are no events. Where nobody reads them they are gone; where somebody does, nothing is lost. Any
 * thread: there are few of them, so one publication does for a process.
 */
public final class RejectPublisher implements AutoCloseable {
    private final Publication publication;
    private final SbeClaim<RejectedEncoder> claim;

    public RejectPublisher(Tailrace tailrace, Streams streams) {
        publication = tailrace.addPublication(streams.rejects(), streams.rejectsLog());
        claim = new SbeClaim<>(publication, new RejectedEncoder());
    }

    /** Writes a line, of one that is too long the first bytes; waits while there is no room. */
    public synchronized void put(long source, long sequence, Reject reason, byte[] bytes, int offset, int length)
            throws InterruptedException {
        byte[] name = reason.name().getBytes(StandardCharsets.US_ASCII);
        int variableLength =
                RejectedEncoder.reasonHeaderLength() + name.length + RejectedEncoder.lineHeaderLength() + length;
        try (claim) {
            boolean isClaimed = claim.tryClaim(variableLength) >= 0;
            while (!isClaimed && publication.isConnected()) {
                isClaimed = Patience.awaitAWhile(timeout -> claim.tryClaim(variableLength, timeout));
            }
            if (isClaimed) {
                claim.encoder().source(source).sequence(sequence);
                claim.encoder().putReason(name, 0, name.length).putLine(bytes, offset, length);
                claim.commit();
            }
        }
    }

    /** Tells that nothing follows from anybody. */
    public synchronized void end(End end) throws InterruptedException {
        Messages.putEnd(publication, end);
    }

    @Override
    public void close() {
        publication.close();
    }
}
