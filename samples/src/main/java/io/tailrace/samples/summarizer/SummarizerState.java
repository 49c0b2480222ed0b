/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a summarizer knows of what it has read: with it the next one goes on. It takes each line of a source once,
 * although stages that were killed publish some again. For one thread, which alone writes its summaries.
 */
final class SummarizerState implements SnapshotReader.Content, Messages {
    private final List<Definition> definitions;
    private final RejectFile rejectFile;
    private final SeenSequences seen = new SeenSequences();
    private final Map<Long, Long> takenBySource = new HashMap<>();
    private final Map<Long, Long> endBySource = new HashMap<>();
    private final Map<Reject, Long> rejects = new EnumMap<>(Reject.class);
    private List<Summary> summaries;

    SummarizerState(List<Definition> definitions, RejectFile rejectFile) {
        this.definitions = definitions;
        this.rejectFile = rejectFile;
        this.summaries = definitions.stream().map(Summary::new).toList();
    }

    @Override
    public void event(long source, Event event) {
        if (isFirst(source, event.sequence())) {
            for (Summary summary : summaries) {
                Definition definition = summary.definition();
                if (definition.version() == event.version()
                        && definition.types().contains(event.type())) {
                    summary.take(event);
                }
            }
        }
    }

    @Override
    public void reject(long source, long sequence, Reject reason, byte[] line, int length) {
        if (isFirst(source, sequence)) {
            rejects.merge(reason, 1L, Long::sum);
            rejectFile.add(sequence, reason, line, length);
        }
    }

    @Override
    public void end(long source, long lineCount) {
        endBySource.merge(source, lineCount, Math::max);
    }

    private boolean isFirst(long source, long sequence) {
        boolean isFirst = seen.isFirst(source, sequence);
        if (isFirst) {
            takenBySource.merge(source, 1L, Long::sum);
        }
        return isFirst;
    }

    /** {@return whether a source has ended, and every line of each that has ended has come} */
    boolean hasEnded() {
        return !endBySource.isEmpty()
                && endBySource.entrySet().stream()
                        .allMatch(end -> takenBySource.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    /** {@return how many lines were taken, rejected ones too} */
    long lineCount() {
        return takenBySource.values().stream().mapToLong(Long::longValue).sum();
    }

    /** {@return how many lines were no events, by reason} */
    Map<Reject, Long> rejects() {
        return rejects;
    }

    List<Summary> summaries() {
        return summaries;
    }

    /** {@return how many lines came again and were left out} */
    long repeatedCount() {
        return seen.repeatedCount();
    }

    @Override
    public void save(DataOutput output) throws IOException {
        output.writeLong(rejectFile.sync());
        seen.save(output);
        save(takenBySource, output);
        save(endBySource, output);
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

    private static void save(Map<Long, Long> counts, DataOutput output) throws IOException {
        output.writeInt(counts.size());
        for (Map.Entry<Long, Long> count : counts.entrySet()) {
            output.writeLong(count.getKey());
            output.writeLong(count.getValue());
        }
    }

    @Override
    public void restore(DataInputStream input) throws IOException {
        rejectFile.open(input.readLong());
        seen.restore(input);
        restore(takenBySource, input);
        restore(endBySource, input);
        for (int left = input.readInt(); left > 0; left--) {
            rejects.put(Reject.valueOf(input.readUTF()), input.readLong());
        }
        int count = input.readInt();
        if (count != definitions.size()) {
            throw new IOException("other summaries were saved: count=" + count + ", expected=" + definitions.size());
        }
        Summary[] restored = new Summary[count];
        for (int i = 0; i < count; i++) {
            restored[i] = Summary.restore(definitions.get(i), input);
        }
        summaries = List.of(restored);
    }

    private static void restore(Map<Long, Long> counts, DataInputStream input) throws IOException {
        for (int left = input.readInt(); left > 0; left--) {
            counts.put(input.readLong(), input.readLong());
        }
    }
}
