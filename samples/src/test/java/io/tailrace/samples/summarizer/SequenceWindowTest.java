/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.SequenceWindow.Arrival;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SequenceWindowTest {
    private static final int COUNT = 200_000;
    /** More lines than a parser has in flight. */
    private static final int LATEST = 2_000;

    private final long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private static SequenceWindow copy(SequenceWindow window) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        window.save(new DataOutputStream(bytes));
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        SequenceWindow copy = SequenceWindow.restore(input);
        assertEquals(-1, input.read());
        return copy;
    }

    /** Of a source of which every so many lines is of this version: in any order, repeated, and restored in between. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100, 10_000})
    void itTellsWhatASetTells(int distance) throws IOException {
        Set<Long> expected = new HashSet<>();
        Deque<Long> recent = new ArrayDeque<>();
        SequenceWindow window = new SequenceWindow();
        long next = 1;
        for (int i = 0; i < COUNT; i++) {
            long sequence;
            if (recent.size() > 1 && random.nextInt(4) == 0) { // One that was sent or left out.
                sequence = recent.stream().skip(random.nextInt(8)).findFirst().orElse(next);
            } else {
                sequence = next;
                next += 1 + random.nextInt(distance);
                recent.addLast(sequence);
            }
            if (recent.size() > LATEST) {
                recent.removeFirst();
            }
            if (sequence == next || random.nextInt(8) > 0) {
                Arrival told = window.add(sequence);
                assertEquals(
                        expected.add(sequence) ? Arrival.FIRST : Arrival.REPEATED,
                        told,
                        "sequence=" + sequence + ", seed=" + seed);
            }
            if (random.nextInt(COUNT / 10) == 0) {
                window = copy(window);
            }
        }
        assertTrue(expected.size() > COUNT / 2, "seed=" + seed);
    }

    @Test
    void whatLiesBelowTheWindowIsTooOld() throws IOException {
        SequenceWindow window = new SequenceWindow();
        int blocks = SequenceWindow.MAX_BLOCKS;
        long length = SequenceWindow.BLOCK_LENGTH;
        for (int block = 0; block < blocks; block++) {
            assertEquals(Arrival.FIRST, window.add(block * length));
        }
        assertEquals(Arrival.FIRST, window.add(length - 1), "nothing is forgotten yet");
        assertEquals(Arrival.FIRST, window.add(blocks * length));

        for (SequenceWindow same : new SequenceWindow[] {window, copy(window)}) {
            assertEquals(Arrival.TOO_OLD, same.add(0));
            assertEquals(Arrival.TOO_OLD, same.add(length - 2));
            assertEquals(Arrival.REPEATED, same.add(length));
            assertEquals(Arrival.FIRST, same.add(length + 1));
        }
    }

    @Test
    void sequencesThatNoIngestGivesHarmNothing() {
        SequenceWindow window = new SequenceWindow();
        for (long sequence : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1}) {
            assertEquals(Arrival.FIRST, window.add(sequence), "" + sequence);
            assertEquals(Arrival.REPEATED, window.add(sequence), "" + sequence);
        }
    }

    @Test
    void whatWasNotSavedIsRefused() {
        byte[] bytes = new byte[100];
        assertThrows(
                IOException.class, () -> SequenceWindow.restore(new DataInputStream(new ByteArrayInputStream(bytes))));
    }

    @Test
    void sourcesAreApartAndTheLastOnesAreRemembered() throws IOException {
        SeenSequences seen = new SeenSequences();
        for (long source = 0; source <= SeenSequences.MAX_SOURCES; source++) {
            assertTrue(seen.isFirst(source, 1));
            assertTrue(seen.isFirst(-1, source), "one that is used stays");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        seen.save(new DataOutputStream(bytes));
        SeenSequences restored = new SeenSequences();
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        for (SeenSequences same : new SeenSequences[] {seen, restored}) {
            assertEquals(false, same.isFirst(SeenSequences.MAX_SOURCES, 1));
            assertEquals(false, same.isFirst(-1, 0));
            assertTrue(same.isFirst(0, 1), "forgotten");
            assertEquals(2, same.repeatedCount());
            assertEquals(0, same.tooOldCount());
        }
    }
}
