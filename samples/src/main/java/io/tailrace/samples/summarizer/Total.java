/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Counts events and adds up their values. */
final class Total implements Aggregate {
    private long count;
    private long sum;

    @Override
    public void take(String item, long value) {
        count++;
        sum += value;
    }

    @Override
    public void writeJson(JsonGenerator json) throws IOException {
        json.writeNumberField("count", count);
        json.writeNumberField("sum", sum);
    }

    @Override
    public void save(DataOutput output) throws IOException {
        output.writeLong(count);
        output.writeLong(sum);
    }

    @Override
    public void restore(DataInput input) throws IOException {
        count = input.readLong();
        sum = input.readLong();
    }
}
