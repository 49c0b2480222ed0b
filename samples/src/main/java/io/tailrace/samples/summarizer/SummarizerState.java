/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The whole state of a summarizer, from which the next one continues. It takes each line of a source once, although
 * restarted stages publish some again. Not thread-safe: one thread writes its summaries.
 */
final class SummarizerState implements Messages {
    private final RejectFile rejectFile;
    private final Sources sources = new Sources();
    private final Map<Reject, Long> rejects = new EnumMap<>(Reject.class);
    private final List<Summary> summaries;

    SummarizerState(List<Definition> definitions, RejectFile rejectFile) {
        this.rejectFile = rejectFile;
        this.summaries = definitions.stream().map(Summary::new).toList();
    }

    @Override
    public void event(long source, Event event) {
        if (sources.isFirst(source, event.sequence())) {
            summaries.forEach(summary -> summary.take(event));
        }
    }

    @Override
    public void reject(long source, long sequence, Reject reason, byte[] line, int length) {
        if (sources.isFirst(source, sequence)) {
            rejects.merge(reason, 1L, Long::sum);
            rejectFile.add(sequence, reason, line, length);
        }
    }

    @Override
    public void end(long source, long lineCount) {
        sources.end(source, lineCount);
    }

    Sources sources() {
        return sources;
    }

    /** {@return the results as lines of JSON: the line counts, and each summary} */
    List<String> toLines() {
        ObjectNode counts = JsonNodeFactory.instance.objectNode().put("lines", sources.lineCount());
        ObjectNode rejected = counts.putObject("rejected");
        rejects.forEach((reason, count) -> rejected.put(reason.name(), count));
        List<String> lines = new ArrayList<>(List.of(counts.toString()));
        summaries.forEach(summary -> lines.add(summary.toJson().toString()));
        return lines;
    }

    /** Forces the rejected lines to disk, and writes all that {@link #restore} needs. */
    void save(DataOutput output) throws IOException {
        output.writeLong(rejectFile.sync());
        sources.save(output);
        output.writeInt(rejects.size());
        for (Map.Entry<Reject, Long> reject : rejects.entrySet()) {
            output.writeUTF(reject.getKey().name());
            output.writeLong(reject.getValue());
        }
        output.writeInt(summaries.size());
        for (Summary summary : summaries) {
            summary.save(output);
        }
    }

    /** Begins empty if nothing was saved. */
    void begin() throws IOException {
        rejectFile.cut(0);
    }

    /**
     * Restores saved state into a new instance.
     *
     * @throws IOException if {@link #save} did not write these bytes
     */
    void restore(DataInput input) throws IOException {
        rejectFile.cut(input.readLong());
        sources.restore(input);
        for (int left = input.readInt(); left > 0; left--) {
            rejects.put(Reject.valueOf(input.readUTF()), input.readLong());
        }
        int count = input.readInt();
        if (count != summaries.size()) {
            throw new IOException("other summaries were saved: count=" + count + ", expected=" + summaries.size());
        }
        for (Summary summary : summaries) {
            summary.restore(input);
        }
    }
}
