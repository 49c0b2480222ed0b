/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static final int MAX = LineReader.MAX_LINE_LENGTH;

    @Test
    void linesEndWithNewlinesOrWithTheInput() throws IOException {
        assertEquals(List.of("a", "", "b\r", "c"), read("a\n\r\nb\r\r\nc"));
        assertEquals(List.of("a"), read("a\n"));
        assertEquals(List.of(""), read("\n"));
        assertEquals(List.of(), read(""));
    }

    @Test
    void ofALineThatIsTooLongTheBeginningIsKept() throws IOException {
        for (int length : new int[] {MAX - 1, MAX, MAX + 1, 4 * MAX - 1, 4 * MAX, 4 * MAX + 1, 40 * MAX + 3}) {
            LineReader reader = new LineReader(stream("x\n" + "y".repeat(length) + "\nz"));
            assertTrue(reader.next());
            assertTrue(reader.next());
            assertEquals(length > MAX, reader.isTooLong(), "length=" + length);
            assertEquals("y".repeat(Math.min(length, MAX)), new String(copy(reader), StandardCharsets.UTF_8));
            assertTrue(reader.next());
            assertFalse(reader.isTooLong());
            assertEquals("z", new String(copy(reader), StandardCharsets.UTF_8));
            assertFalse(reader.next());
        }
    }

    @Test
    void howTheInputComesInPiecesDoesNotMatter() throws IOException {
        long seed = Seeds.of(LineReaderTest.class);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            List<byte[]> lines = new ArrayList<>();
            for (int i = random.nextInt(20); i >= 0; i--) {
                byte[] line = new byte[random.nextInt(4) == 0 ? random.nextInt(3 * MAX) : random.nextInt(200)];
                Arrays.fill(line, (byte) ('a' + random.nextInt(26)));
                lines.add(line);
                all.write(line);
                all.write('\n');
            }
            LineReader reader = new LineReader(inPieces(all.toByteArray(), random));
            for (byte[] line : lines) {
                assertTrue(reader.next());
                assertEquals(line.length > MAX, reader.isTooLong());
                assertArrayEquals(Arrays.copyOf(line, Math.min(line.length, MAX)), copy(reader));
            }
            assertFalse(reader.next());
        }
    }

    private static byte[] copy(LineReader reader) {
        return Arrays.copyOf(reader.line(), reader.length());
    }

    private static InputStream inPieces(byte[] bytes, SplittableRandom random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 1 + random.nextInt(100_000)));
            }
        };
    }

    private static List<String> read(String text) throws IOException {
        LineReader reader = new LineReader(stream(text));
        List<String> lines = new ArrayList<>();
        while (reader.next()) {
            lines.add(new String(copy(reader), StandardCharsets.UTF_8));
        }
        return lines;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
