/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.pipeline.Summarizer;
import io.tailrace.samples.summarizer.snapshot.SeenSequences;
import io.tailrace.samples.summarizer.snapshot.SnapshotReader;
import io.tailrace.samples.summarizer.summary.Definition;
import io.tailrace.samples.summarizer.summary.Summary;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All that a summarizer knows of what it has read: with it another one can go on. For one thread. */
final class SummarizerState implements SnapshotReader.Content {
    private final List<Definition> definitions;
    private final SeenSequences seen = new SeenSequences();
    private final Sources sources = new Sources();
    private List<Summary> summaries;
    private Summarizer summarizer;

    SummarizerState(List<Definition> definitions) {
        this.definitions = definitions;
        this.summaries = definitions.stream().map(Summary::new).toList();
        this.summarizer = new Summarizer(summaries);
    }

    /** {@return whether a summary takes events of this type} */
    boolean takes(EventType type) {
        return summarizer.takes(type);
    }

    /** {@return whether a line comes for the first time} From now on it has come. */
    boolean isFirst(long source, long sequence) {
        return seen.isFirst(source, sequence);
    }

    /** Takes an event that comes for the first time. */
    void take(Event event) {
        summarizer.take(event);
    }

    Sources sources() {
        return sources;
    }

    SeenSequences seen() {
        return seen;
    }

    List<Summary> summaries() {
        return summaries;
    }

    @Override
    public void save(DataOutput output) throws IOException {
        seen.save(output);
        sources.save(output);
        output.writeInt(summaries.size());
        for (Summary summary : summaries) {
            summary.save(output);
        }
    }

    @Override
    public void restore(DataInputStream input) throws IOException {
        seen.restore(input);
        sources.restore(input);
        int count = input.readInt();
        if (count != definitions.size()) {
            throw new IOException("other summaries were saved: count=" + count + ", expected=" + definitions.size());
        }
        List<Summary> restored = new ArrayList<>();
        for (Definition definition : definitions) {
            restored.add(Summary.restore(definition, input));
        }
        summaries = List.copyOf(restored);
        summarizer = new Summarizer(summaries);
    }
}
