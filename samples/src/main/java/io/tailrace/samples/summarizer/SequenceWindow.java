/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which sequences of one source have come. They come nearly in order, for parsers work side by side; and again, where a
 * parser was killed. For one thread.
 *
 * <p>It is a bitmap in blocks. Only blocks in which something has come exist, and of those the highest
 * {@link #MAX_BLOCKS}. So however few of the lines of a source are of this version, as many sequences as there are
 * blocks are remembered at least, which is more than parsers send again; and half a million where all are.
 */
final class SequenceWindow {
    /** What is known of a sequence that comes. */
    enum Arrival {
        FIRST,
        REPEATED,
        /** It lies below the window. It is taken for repeated. */
        TOO_OLD
    }

    static final int MAX_BLOCKS = 2048;
    static final int BLOCK_LENGTH = 256;
    private static final int BLOCK_WORDS = BLOCK_LENGTH / Long.SIZE;

    private final TreeMap<Long, long[]> blocks = new TreeMap<>();
    /** Sequences below are not remembered any more. */
    private long lowest = Long.MIN_VALUE;

    private long currentIndex;
    private long[] current = new long[BLOCK_WORDS];

    SequenceWindow() {
        blocks.put(currentIndex, current);
    }

    /** Takes a sequence, and tells what was known of it before. */
    Arrival add(long sequence) {
        if (sequence < lowest) {
            return Arrival.TOO_OLD;
        }
        long index = Math.floorDiv(sequence, (long) BLOCK_LENGTH);
        if (index != currentIndex) {
            goTo(index);
        }
        int word = (int) Math.floorMod(sequence, (long) BLOCK_LENGTH) / Long.SIZE;
        long bit = 1L << sequence;
        boolean isRepeated = (current[word] & bit) != 0;
        current[word] |= bit;
        return isRepeated ? Arrival.REPEATED : Arrival.FIRST;
    }

    private void goTo(long index) {
        current = blocks.computeIfAbsent(index, any -> new long[BLOCK_WORDS]);
        currentIndex = index;
        if (blocks.size() > MAX_BLOCKS) {
            lowest = (blocks.pollFirstEntry().getKey() + 1) * BLOCK_LENGTH;
        }
    }

    /** Writes all that {@link #restore} needs. */
    void save(DataOutput output) throws IOException {
        output.writeLong(lowest);
        output.writeInt(blocks.size());
        for (Map.Entry<Long, long[]> block : blocks.entrySet()) {
            output.writeLong(block.getKey());
            for (long word : block.getValue()) {
                output.writeLong(word);
            }
        }
    }

    /**
     * {@return a window that is what was saved}
     *
     * @throws IOException if the bytes are none that {@link #save} has written
     */
    static SequenceWindow restore(DataInput input) throws IOException {
        SequenceWindow window = new SequenceWindow();
        window.blocks.clear();
        window.lowest = input.readLong();
        int count = input.readInt();
        if (count < 1 || count > MAX_BLOCKS) {
            throw new IOException("not a saved window of sequences: blocks=" + count + ", limit=" + MAX_BLOCKS);
        }
        for (int i = 0; i < count; i++) {
            window.currentIndex = input.readLong();
            window.current = new long[BLOCK_WORDS];
            for (int word = 0; word < BLOCK_WORDS; word++) {
                window.current[word] = input.readLong();
            }
            window.blocks.put(window.currentIndex, window.current);
        }
        return window;
    }
}
