/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history of 1,000 segments, 125 GiB with holes: a position and a time in it are found by opening few of them. */
final class ManySegmentsTest {
    private static final int SEGMENTS = 1_000;
    private static final long LENGTH = 128L << 20;
    private static final int MIDDLE = SEGMENTS / 2;
    /** Ten times the required value, because other programs use the machine, too. */
    private static final long MAX_NS = 500_000_000;

    @TempDir
    Path folder;

    @Test
    void aPositionAndATimeAreFoundAtOnce() throws Exception {
        Path log = folder.resolve("quotes").resolve("1");
        MappedBuffer frame = MappedBuffer.allocate(1024);
        frame.putLong(0, FrameLayout.header(frame.capacity(), FrameLayout.TYPE_DATA, 0));
        LogMeta.Constants constants =
                LogMeta.Constants.of(1, "quotes", LogLayout.MIN_TERM_LENGTH, LogLayout.KIND_EXCLUSIVE);
        try (SegmentWriter writer = SegmentWriter.open(log, constants, LENGTH)) {
            for (int i = 0; i < SEGMENTS; i++) { // A block at each end.
                writer.append(frame, 0, frame.capacity(), i * LENGTH, i * 1000L);
                writer.append(frame, 0, frame.capacity(), (i + 1) * LENGTH - frame.capacity(), i * 1000L + 500);
            }
        }
        List<Long> timesNs = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            long startNs = System.nanoTime();
            LogHistory history = LogHistory.open(log);
            long position = history.positionAt(0, MIDDLE * 1000L + 50);
            try (PastReader reader = new PastReader(log)) {
                assertTrue(reader.seek(position));
                assertEquals(frame.getLong(0), reader.next());
            }
            timesNs.add(System.nanoTime() - startNs);
            assertEquals(MIDDLE * LENGTH, position);
            assertEquals(SEGMENTS * LENGTH, history.endPosition());
        }
        System.out.println(
                "ManySegmentsTest: " + timesNs.stream().map(ns -> ns / 1000).toList() + " µs");
        assertTrue(Collections.min(timesNs) < MAX_NS, timesNs::toString);
    }
}
