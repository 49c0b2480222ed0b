/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.pipeline.Ingest;
import io.tailrace.samples.summarizer.wire.RejectFrames;
import io.tailrace.samples.summarizer.wire.StreamReader;
import io.tailrace.samples.summarizer.wire.Streams;

/** Hands the lines of the stream of rejects to whoever keeps them. For one thread. */
public final class RejectKeeper implements AutoCloseable {
    private final StreamReader reader;
    private boolean hasEnded;

    public RejectKeeper(Tailrace tailrace, Streams streams, Ingest.RejectedLines target) {
        RejectFrames frames = new RejectFrames(new RejectFrames.Handler() {
            @Override
            public void onReject(long source, long sequence, Reject reason, byte[] line, int length)
                    throws InterruptedException {
                target.take(reason, sequence, line, 0, length);
            }

            @Override
            public void onEnd() {
                hasEnded = true;
            }
        });
        this.reader = new StreamReader(tailrace, streams.rejects(), "", frames);
    }

    /** Works until it is told that nothing follows. */
    public void run() throws InterruptedException {
        while (!hasEnded) {
            reader.poll();
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
