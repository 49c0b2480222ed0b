/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.summary.Definition;
import io.tailrace.samples.summarizer.summary.Summary;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a child has come to.
 *
 * @param fills how full the streams were that it wrote to
 * @param summaries those that it owned
 */
record ChildReport(List<Fill> fills, List<Summary> summaries) {
    void write(DataOutput output) throws IOException {
        output.writeInt(fills.size());
        for (Fill fill : fills) {
            output.writeUTF(fill.stage());
            output.writeDouble(fill.mean());
            output.writeDouble(fill.nearlyEmpty());
            output.writeDouble(fill.nearlyFull());
        }
        for (Summary summary : summaries) {
            summary.save(output);
        }
    }

    /** {@return the report of a child that owned these summaries} */
    static ChildReport read(DataInput input, List<Definition> definitions) throws IOException {
        List<Fill> fills = new ArrayList<>();
        for (int left = input.readInt(); left > 0; left--) {
            fills.add(new Fill(input.readUTF(), input.readDouble(), input.readDouble(), input.readDouble()));
        }
        List<Summary> summaries = new ArrayList<>();
        for (Definition definition : definitions) {
            summaries.add(Summary.restore(definition, input));
        }
        return new ChildReport(fills, summaries);
    }
}
