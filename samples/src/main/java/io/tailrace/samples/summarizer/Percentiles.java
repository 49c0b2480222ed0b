/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/** How the values are spread, to three digits. */
final class Percentiles implements Aggregate {
    private static final int DIGITS = 3;
    /** More than any histogram of times up to an hour needs; a limit for bytes that are wrong. */
    private static final int MAX_SAVED_LENGTH = 1024 * 1024;

    /** Grows with the largest value. */
    private Histogram histogram = new Histogram(DIGITS);

    @Override
    public void take(String item, long value) {
        histogram.recordValue(value);
    }

    @Override
    public void writeJson(JsonGenerator json) throws IOException {
        json.writeNumberField("count", histogram.getTotalCount());
        json.writeNumberField("p50", histogram.getValueAtPercentile(50));
        json.writeNumberField("p90", histogram.getValueAtPercentile(90));
        json.writeNumberField("p99", histogram.getValueAtPercentile(99));
        json.writeNumberField("p99.9", histogram.getValueAtPercentile(99.9));
        json.writeNumberField("max", histogram.getMaxValue());
    }

    @Override
    public void save(DataOutput output) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(bytes);
        output.writeInt(length);
        output.write(bytes.array(), 0, length);
    }

    @Override
    public void restore(DataInput input) throws IOException {
        int length = input.readInt();
        if (length < 0 || length > MAX_SAVED_LENGTH) {
            throw new IOException("not a saved histogram: length=" + length + ", limit=" + MAX_SAVED_LENGTH);
        }
        byte[] bytes = new byte[length];
        input.readFully(bytes);
        try {
            histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (RuntimeException e) { // The library's only way to say it.
            throw new IOException("not a saved histogram: length=" + length, e);
        }
        histogram.setAutoResize(true);
    }
}
