/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.wire.End;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Finds the ends of sources, of which each parser tells a part. For one thread. */
final class Sources {
    private final Map<Long, BitSet> endedParts = new HashMap<>();
    private boolean hasEnded;

    /** A part of a source has ended; it may be told several times. */
    void end(End end) {
        BitSet ended = endedParts.computeIfAbsent(end.source(), source -> new BitSet(end.parts()));
        ended.set(end.part());
        if (ended.cardinality() >= end.parts()) {
            endedParts.remove(end.source());
            hasEnded = true;
        }
    }

    /** {@return whether a source has ended, and that was not told} */
    boolean hasEnded() {
        return hasEnded;
    }

    /** Whoever wants to know that a source has ended was told. */
    void told() {
        hasEnded = false;
    }

    /** Writes all that {@link #restore} needs. */
    void save(DataOutput output) throws IOException {
        output.writeBoolean(hasEnded);
        output.writeInt(endedParts.size());
        for (Map.Entry<Long, BitSet> source : endedParts.entrySet()) {
            byte[] parts = source.getValue().toByteArray();
            output.writeLong(source.getKey());
            output.writeByte(parts.length);
            output.write(parts);
        }
    }

    /** Becomes what was saved. This one has to be new. */
    void restore(DataInput input) throws IOException {
        hasEnded = input.readBoolean();
        for (int left = input.readInt(); left > 0; left--) {
            long source = input.readLong();
            byte[] parts = new byte[input.readUnsignedByte()];
            input.readFully(parts);
            endedParts.put(source, BitSet.valueOf(parts));
        }
    }
}
