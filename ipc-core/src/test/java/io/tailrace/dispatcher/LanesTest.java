/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Frames of a key are run in order, one at a time, and each frame once. */
final class LanesTest {
    private static final int CAPACITY = 32;
    private static final int KEYS = 7;

    private final long seed = Seeds.of(LanesTest.class);
    private final Random random = new Random(seed);
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
        assertEquals(frame, waiting.get(key).poll(), () -> "seed=" + seed);
        assertTrue(runningKeys.add(key), () -> "two of a key at a time: seed=" + seed);
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
            assertTrue(!running.isEmpty(), () -> "nothing runs: undone=" + undone + ", seed=" + seed);
            end(running.remove(0));
        }
        assertTrue(lanes.isEmpty());
    }
}
