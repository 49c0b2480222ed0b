/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The watermark is the first frame that is not done, whatever the order in which frames are done. */
final class LowWatermarkTest {
    private static final int CAPACITY = 16;

    private final List<Long> told = new ArrayList<>();
    private final LowWatermark watermark = new LowWatermark(CAPACITY, told::add);

    @Test
    void aGapHoldsTheWatermark() {
        watermark.done(1);
        watermark.done(2);
        assertEquals(0, watermark.frame());
        assertEquals(List.of(), told);
        watermark.done(0);
        assertEquals(3, watermark.frame());
        assertEquals(List.of(3L), told);
    }

    @Test
    void anyOrderOverManyLaps() {
        long seed = Seeds.of(LowWatermarkTest.class);
        Random random = new Random(seed);
        BitSet done = new BitSet();
        for (int i = 0; i < 100_000; i++) {
            int first = done.nextClearBit(0);
            int frame = first + random.nextInt(CAPACITY);
            if (!done.get(frame)) {
                done.set(frame);
                watermark.done(frame);
            }
            assertEquals(done.nextClearBit(0), watermark.frame(), () -> "seed=" + seed);
        }
        for (int i = 1; i < told.size(); i++) {
            assertEquals(-1, Long.compare(told.get(i - 1), told.get(i)), () -> "seed=" + seed);
        }
    }
}
