/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records which lines of each source have arrived, to skip repeated lines and to know when all have arrived. A source
 * is an ingested file. Remembers the last {@link #MAX_SOURCES} with any lines, and all that still lack lines. Not
 * thread-safe.
 */
final class Sources {
    static final int MAX_SOURCES = 256;
    /** The number of a source's highest sequences that are remembered; up to twice as many. */
    static final int MIN_REMEMBERED = 1 << 19;

    private static final int MAX_WORDS = 2 * MIN_REMEMBERED / Long.SIZE;
    private static final float LOAD_FACTOR = 0.75f;

    /** In order of use; the most recent is last. */
    private final Map<Long, Source> sources = new LinkedHashMap<>(MAX_SOURCES, LOAD_FACTOR, true);

    private long lineCount;
    private long repeatedCount;

    private static final class Source {
        private static final long NOT_ENDED = -1;

        private long count;
        private long end = NOT_ENDED;
        /** Sequences below are not remembered any more and count as arrived. */
        private long lowest;

        private BitSet seen = new BitSet();

        private boolean lacksLines() {
            return count < end;
        }

        private boolean add(long sequence) {
            if (sequence < lowest) {
                return false;
            }
            if (sequence - lowest >= 2L * MIN_REMEMBERED) {
                long forgotten = sequence - MIN_REMEMBERED + 1 - lowest;
                seen = forgotten < seen.length() ? seen.get((int) forgotten, seen.length()) : new BitSet();
                lowest += forgotten;
            }
            int index = (int) (sequence - lowest);
            if (seen.get(index)) {
                return false;
            }
            seen.set(index);
            count++;
            return true;
        }
    }

    /** {@return whether a line arrives for the first time} From now on it has arrived. */
    boolean isFirst(long source, long sequence) {
        boolean isFirst = get(source).add(sequence);
        lineCount += isFirst ? 1 : 0;
        repeatedCount += isFirst ? 0 : 1;
        return isFirst;
    }

    private Source get(long source) {
        Source found = sources.computeIfAbsent(source, any -> new Source());
        if (sources.size() > MAX_SOURCES) {
            sources.entrySet().stream()
                    .limit(MAX_SOURCES)
                    .filter(entry -> !entry.getValue().lacksLines())
                    .findFirst()
                    .ifPresent(entry -> sources.remove(entry.getKey()));
        }
        return found;
    }

    /** Notes the number of lines of a source. It may have grown since the last time. */
    void end(long source, long count) {
        get(source).end = Math.max(get(source).end, count);
    }

    /** {@return whether a source has ended, and all lines of all ended sources have arrived} */
    boolean haveEnded() {
        return sources.values().stream().anyMatch(source -> source.end != Source.NOT_ENDED)
                && sources.values().stream().noneMatch(Source::lacksLines);
    }

    /** {@return the number of lines that have arrived, each counted once} */
    long lineCount() {
        return lineCount;
    }

    /** {@return the number of repeated lines} */
    long repeatedCount() {
        return repeatedCount;
    }

    /** Writes all that {@link #restore} needs. */
    void save(DataOutput output) throws IOException {
        output.writeLong(lineCount);
        output.writeLong(repeatedCount);
        output.writeInt(sources.size());
        for (Map.Entry<Long, Source> entry : sources.entrySet()) {
            Source source = entry.getValue();
            output.writeLong(entry.getKey());
            output.writeLong(source.count);
            output.writeLong(source.end);
            output.writeLong(source.lowest);
            long[] words = source.seen.toLongArray();
            output.writeInt(words.length);
            for (long word : words) {
                output.writeLong(word);
            }
        }
    }

    /**
     * Restores saved state into a new instance.
     *
     * @throws IOException if {@link #save} did not write these bytes
     */
    void restore(DataInput input) throws IOException {
        lineCount = input.readLong();
        repeatedCount = input.readLong();
        for (int left = input.readInt(); left > 0; left--) {
            Source source = new Source();
            sources.put(input.readLong(), source);
            source.count = input.readLong();
            source.end = input.readLong();
            source.lowest = input.readLong();
            int length = input.readInt();
            if (length < 0 || length > MAX_WORDS) {
                throw new IOException("not a saved window of lines: length=" + length + ", limit=" + MAX_WORDS);
            }
            long[] words = new long[length];
            for (int i = 0; i < length; i++) {
                words[i] = input.readLong();
            }
            source.seen = BitSet.valueOf(words);
        }
    }
}
