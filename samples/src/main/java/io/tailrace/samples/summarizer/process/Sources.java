/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.wire.End;
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

    /** {@return whether a source has ended since the last call} */
    boolean takeEnded() {
        boolean ended = hasEnded;
        hasEnded = false;
        return ended;
    }
}
