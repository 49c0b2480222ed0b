/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.dispatch.FrameOrder.Lanes;
import io.tailrace.dispatch.FrameWindow.LowWatermark;
import io.tailrace.testing.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of a key are run in order, one at a time, and each frame once; the watermark is the first not done. */
final class LanesTest {
    private static final int CAPACITY = 32;
    private static final int KEYS = 7;

    private static final long SEED = Seeds.of(LanesTest.class);

    private final Random random = new Random(SEED);
    private final Lanes lanes = new Lanes(16, CAPACITY);
    private final Map<Long, Deque<Long>> waiting = new HashMap<>();
    private final Map<Long, Long> keys = new HashMap<>();
    private final List<Long> running = new ArrayList<>();
    private final Set<Long> runningKeys = new HashSet<>();
    private final Set<Long> undone = new HashSet<>();
    private long added;

    private void add() {
        long frame = added++;
        long key = random.nextInt(KEYS);
        keys.put(frame, key);
        waiting.computeIfAbsent(key, k -> new ArrayDeque<>()).add(frame);
        undone.add(frame);
        lanes.add(frame, key);
    }

    private void run(long frame) {
        long key = keys.get(frame);
        assertEquals(frame, waiting.get(key).poll());
        assertTrue(runningKeys.add(key), "two of a key at a time");
        running.add(frame);
    }

    private void end(long frame) {
        runningKeys.remove(keys.get(frame));
        long next = lanes.next(frame);
        undone.remove(frame);
        if (next != FrameOrder.NONE) {
            run(next);
        }
    }

    private boolean hasRoom() {
        return undone.stream().allMatch(frame -> added - frame < CAPACITY);
    }

    @Test
    void framesOfAKeyComeInOrderOneAtATime() {
        for (int i = 0; i < 200_000; i++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    if (hasRoom()) {
                        add();
                    }
                }
                case 1 -> {
                    long frame = lanes.take(i);
                    if (frame != FrameOrder.NONE) {
                        run(frame);
                    }
                }
                default -> {
                    if (!running.isEmpty()) {
                        end(running.remove(random.nextInt(running.size())));
                    }
                }
            }
        }
        assertTrue(added > 10_000, () -> "added=" + added);
        while (!undone.isEmpty()) {
            long frame = lanes.take(0);
            if (frame != FrameOrder.NONE) {
                run(frame);
            }
            assertTrue(!running.isEmpty(), () -> "nothing runs: undone=" + undone);
            end(running.remove(0));
        }
        assertTrue(lanes.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 63, 64, 130, 255, 256, -1, Integer.MIN_VALUE})
    void aReadyNumberIsTakenOnceFromEveryStart(int start) {
        Lanes.ReadySet set = new Lanes.ReadySet(256);
        for (int number = 0; number < 256; number++) {
            assertTrue(set.isEmpty());
            set.add(number);
            assertFalse(set.isEmpty());
            assertEquals(number, set.take(start));
            assertEquals(-1, set.take(start));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 63, 64, 100})
    void theNextReadyNumberFromTheStartComesFirst(int start) {
        Lanes.ReadySet set = new Lanes.ReadySet(256);
        set.add(start);
        set.add(start + 1);
        set.add(start + 70);
        assertEquals(start + 1, set.take(start + 1));
        assertEquals(start + 70, set.take(start + 1));
        assertEquals(start, set.take(start + 1));
    }

    @Test
    void aGapHoldsTheWatermarkInAnyOrderOverManyLaps() {
        List<Long> told = new ArrayList<>();
        LowWatermark watermark = new LowWatermark(CAPACITY, told::add);
        watermark.done(1);
        watermark.done(2);
        assertEquals(List.of(), told);
        watermark.done(0);
        assertEquals(List.of(3L), told);
        BitSet done = new BitSet();
        done.set(0, 3);
        for (int i = 0; i < 100_000; i++) {
            int frame = done.nextClearBit(0) + random.nextInt(CAPACITY);
            if (!done.get(frame)) {
                done.set(frame);
                watermark.done(frame);
            }
            assertEquals(done.nextClearBit(0), watermark.frame());
        }
        for (int i = 1; i < told.size(); i++) {
            assertTrue(told.get(i - 1) < told.get(i));
        }
    }
}
