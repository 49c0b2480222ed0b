/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.SequenceWindow.Arrival;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which lines of which source have come, so that one that comes again is left out. A source is an ingest from its start
 * to its end. The last {@link #MAX_SOURCES} that anything came of are remembered. For one thread.
 */
final class SeenSequences {
    static final int MAX_SOURCES = 256;
    private static final float LOAD_FACTOR = 0.75f;

    /** The one that was used last is the last. */
    private final Map<Long, SequenceWindow> windows = new LinkedHashMap<>(MAX_SOURCES, LOAD_FACTOR, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, SequenceWindow> eldest) {
            return size() > MAX_SOURCES;
        }
    };

    private long currentSource;
    private @Nullable SequenceWindow current;
    private long repeatedCount;
    private long tooOldCount;

    /** {@return whether a line comes for the first time} From now on it has come. */
    public boolean isFirst(long source, long sequence) {
        SequenceWindow window = current;
        if (window == null || source != currentSource) {
            window = windows.computeIfAbsent(source, any -> new SequenceWindow());
            current = window;
            currentSource = source;
        }
        Arrival arrival = window.add(sequence);
        if (arrival == Arrival.FIRST) {
            return true;
        }
        repeatedCount++;
        tooOldCount += arrival == Arrival.TOO_OLD ? 1 : 0;
        return false;
    }

    /** {@return how many lines were left out, for they had come before} */
    public long repeatedCount() {
        return repeatedCount;
    }

    /** {@return how many of those were so far behind that it is not remembered, and was taken for granted} */
    public long tooOldCount() {
        return tooOldCount;
    }

    /** Writes all that {@link #restore} needs. */
    public void save(DataOutput output) throws IOException {
        output.writeLong(repeatedCount);
        output.writeLong(tooOldCount);
        output.writeInt(windows.size());
        for (Map.Entry<Long, SequenceWindow> window : windows.entrySet()) {
            output.writeLong(window.getKey());
            window.getValue().save(output);
        }
    }

    /**
     * Becomes what was saved. This one has to be new.
     *
     * @throws IOException if the bytes are none that {@link #save} has written
     */
    public void restore(DataInput input) throws IOException {
        repeatedCount = input.readLong();
        tooOldCount = input.readLong();
        int count = input.readInt();
        if (count < 0 || count > MAX_SOURCES) {
            throw new IOException("more sources than are remembered: sources=" + count + ", limit=" + MAX_SOURCES);
        }
        for (int i = 0; i < count; i++) {
            windows.put(input.readLong(), SequenceWindow.restore(input));
        }
    }
}
