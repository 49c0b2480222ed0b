/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SourcesTest {
    private static final int COUNT = 200_000;
    /** More lines than a parser has in flight. */
    private static final int LATEST = 2_000;

    private final long seed = Seeds.of(SourcesTest.class);
    private final Random random = new Random(seed);

    private static Sources copy(Sources sources) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sources.save(new DataOutputStream(bytes));
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        Sources copy = new Sources();
        copy.restore(input);
        assertEquals(-1, input.read());
        return copy;
    }

    /** With gaps, in any order, repeated, and restored in between. The third exceeds the remembered minimum. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    void sayWhatASetSays(int distance) throws IOException {
        Set<Long> expected = new HashSet<>();
        Sources sources = new Sources();
        long next = 1;
        for (int i = 0; i < COUNT; i++) {
            next += random.nextInt(2 * distance);
            long sequence = Math.max(1, next - random.nextInt(LATEST));
            boolean isFirst = expected.add(sequence);
            assertEquals(isFirst, sources.isFirst(7, sequence), "sequence=" + sequence + ", seed=" + seed);
            if (random.nextInt(COUNT / 10) == 0) {
                sources = copy(sources);
            }
        }
        assertEquals(expected.size(), sources.lineCount(), "seed=" + seed);
        assertEquals(COUNT - expected.size(), sources.repeatedCount(), "seed=" + seed);
    }

    @Test
    void aLineThatIsNotRememberedIsTakenForOneThatCame() throws IOException {
        Sources sources = new Sources();
        long last = 5L * Sources.MIN_REMEMBERED;
        assertTrue(sources.isFirst(7, 1));
        assertTrue(sources.isFirst(7, last));
        for (Sources same : List.of(sources, copy(sources))) {
            assertFalse(same.isFirst(7, 2), "it lies below");
            assertTrue(same.isFirst(7, last - Sources.MIN_REMEMBERED + 1));
            assertFalse(same.isFirst(7, last));
        }
    }

    @Test
    void sequencesThatNoIngestGivesHarmNothing() {
        for (long sequence : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1}) {
            Sources sources = new Sources();
            assertEquals(sequence >= 0, sources.isFirst(7, sequence), "" + sequence);
            assertFalse(sources.isFirst(7, sequence), "" + sequence);
        }
    }

    @Test
    void haveEndedWhenAllLinesOfThoseThatEndedHaveCome() throws IOException {
        Sources sources = new Sources();
        assertFalse(sources.haveEnded(), "there is none");
        assertTrue(sources.isFirst(1, 1));
        sources.end(2, 2);
        assertTrue(sources.isFirst(2, 1));
        assertFalse(sources.isFirst(2, 1));
        assertFalse(copy(sources).haveEnded(), "a line is missing");
        assertTrue(sources.isFirst(2, 2));
        assertTrue(copy(sources).haveEnded(), "one of which nothing is known may go on");
        sources.end(2, 3);
        sources.end(2, 2);
        assertFalse(sources.haveEnded(), "it has grown");
    }

    @Test
    void areApartAndTheLastOnesAreRemembered() throws IOException {
        Sources sources = new Sources();
        sources.end(-2, 1);
        for (long source = 0; source <= Sources.MAX_SOURCES; source++) {
            assertTrue(sources.isFirst(source, 1));
            assertTrue(sources.isFirst(-1, source), "one that is used stays");
        }
        for (Sources same : List.of(sources, copy(sources))) {
            assertFalse(same.isFirst(Sources.MAX_SOURCES, 1));
            assertFalse(same.isFirst(-1, 0));
            assertFalse(same.haveEnded(), "one that lacks a line stays");
            assertTrue(same.isFirst(-2, 1));
            assertTrue(same.haveEnded());
            assertTrue(same.isFirst(0, 1), "forgotten");
            assertEquals(2, same.repeatedCount());
            assertEquals(2 * Sources.MAX_SOURCES + 4, same.lineCount());
        }
    }

    @Test
    void bytesThatWereNotSavedAreRefused() {
        byte[] bytes = new byte[100];
        bytes[19] = 1;
        bytes[52] = 1;
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes));
        assertThrows(IOException.class, () -> new Sources().restore(input));
    }
}
