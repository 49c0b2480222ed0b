/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.recording;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.tools.pubsub.MessageSink;
import io.tailrace.tools.recording.RecordingWriter.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.agrona.DirectBuffer;

/** Records what is received. For the thread that polls. */
final class RecordingSink implements MessageSink {
    private final RecordingWriter writer;

    RecordingSink(RecordingWriter writer) {
        this.writer = writer;
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        try {
            Origin origin = new Origin(header.image().logId(), header.position(), header.publisherId());
            writer.message(System.nanoTime(), origin, buffer, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A range of a log was lost. */
    void onOverrun(Image image, long from, long to) {
        try {
            writer.loss(System.nanoTime(), image.logId(), from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void flush() {
        try {
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
