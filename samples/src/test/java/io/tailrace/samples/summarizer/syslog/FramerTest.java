/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.syslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.event.Reject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramerTest {
    private static final int MAX = LineReader.MAX_LINE_LENGTH;

    /** Lines as they are; rejects with their reason before them. */
    private final List<String> taken = new ArrayList<>();

    private final Framer framer = new Framer(new LineHandler() {
        @Override
        public void onLine(byte[] bytes, int offset, int length) {
            taken.add(text(bytes, offset, length));
        }

        @Override
        public void onReject(Reject reason, byte[] bytes, int offset, int length) {
            taken.add(reason + ":" + text(bytes, offset, length));
        }
    });

    @Test
    void theFirstByteOfEachLineTellsItsFraming() throws Exception {
        assertTrue(take("<1>a\n4 <2>b<3>c\n5 <4>\nd<5>e\r\n05 x\n"));
        framer.end();
        assertEquals(List.of("<1>a", "<2>b", "<3>c", "<4>\nd", "<5>e", "05 x"), taken);
    }

    @Test
    void aLineEndsWithANewlineACarriageReturnAndANewlineOrANul() throws Exception {
        assertTrue(take("a\nb\r\nc\0\n\r\n\0d\re\n\r\r\n"));
        assertEquals(List.of("a", "b", "c", "", "", "", "d\re", "\r"), taken);
    }

    @Test
    void theEndingMayBeCounted() throws Exception {
        assertTrue(take("2 a\n3 b\r\n2 c\0" + "1 \n1 \r1 d2 \n\n"));
        assertEquals(List.of("a", "b", "c", "", "", "d", "\n"), taken);
    }

    @Test
    void ofALineThatIsTooLongTheBeginningIsRejectedAndTheRestSkipped() throws Exception {
        for (int length : new int[] {MAX, MAX + 1, 5 * MAX + 3}) {
            taken.clear();
            String line = "y".repeat(length);
            assertTrue(take("x\n" + line + "\nz\n"));
            String expected = length > MAX ? "TOO_LONG:" + line.substring(0, MAX) : line;
            assertEquals(List.of("x", expected, "z"), taken);
        }
    }

    @Test
    void aCountedLineMayBeOfTheFullLength() throws Exception {
        assertTrue(take(MAX + " " + "\n".repeat(MAX) + "1 z"));
        assertEquals(List.of("\n".repeat(MAX - 1), "z"), taken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"65537 <1>a", "2026-11-23 a", "1", "12", "9999999999999999999999", "7\n", "3\0abc", "1x"})
    void behindACountThatIsNoneNothingIsRead(String bad) throws Exception {
        boolean isCut = bad.matches("[0-9]{1,5}");
        assertTrue(take("x\n"));
        assertEquals(isCut, take(bad));
        framer.end();
        String line = bad.split("[\n\0]", 2)[0];
        assertEquals(List.of("x", (isCut ? "CUT:" : "BAD_COUNT:") + line), taken);
        assertFalse(take("<1>b\n"));
        framer.end();
        assertEquals(2, taken.size());
    }

    @ParameterizedTest
    @CsvSource({"<1>a, CUT:<1>a", "5 abc, CUT:abc", "5, CUT:5", "'5 ', CUT:", "'1 a', a"})
    void whatTheEndCutsIsRejected(String bytes, String expected) throws Exception {
        assertTrue(take(bytes));
        framer.end();
        framer.end();
        assertEquals(List.of(expected), taken);
    }

    @Test
    void anEndBetweenLinesCutsNothing() throws Exception {
        framer.end();
        assertEquals(List.of(), taken);
    }

    @Test
    void theRestOfALineThatIsTooLongIsNotRejectedAgain() throws Exception {
        assertTrue(take("y".repeat(MAX + 9)));
        framer.end();
        assertEquals(1, taken.size());
    }

    @Test
    void howTheBytesComeInPiecesDoesNotMatter() throws Exception {
        long seed = System.nanoTime();
        System.out.println("FramerTest: seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 3_000; round++) {
            String all = lines(random);
            taken.clear();
            Framer one = framerThatCollects();
            byte[] bytes = all.getBytes(StandardCharsets.ISO_8859_1);
            int pieceLength = 1 + random.nextInt(random.nextInt(3) == 0 ? 3 : 100_000);
            for (int begin = 0; begin < bytes.length; begin += pieceLength) {
                byte[] piece = new byte[pieceLength + 7]; // What is around it is not read.
                int length = Math.min(pieceLength, bytes.length - begin);
                System.arraycopy(bytes, begin, piece, 3, length);
                one.take(piece, 3, length);
            }
            one.end();
            assertEquals(plainly(all), taken, () -> "in pieces of " + pieceLength);
        }
    }

    /** Good lines of both framings, and now and then something else. */
    private static String lines(SplittableRandom random) {
        StringBuilder all = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            int length = random.nextInt(40) == 0 ? MAX - 1 + random.nextInt(4) : random.nextInt(30);
            String line = "<é".charAt(random.nextInt(2))
                    + "ab 1".repeat(length / 4 + 1).substring(0, length);
            switch (random.nextInt(8)) {
                case 0 -> all.append(line).append("\r\n");
                case 1 -> all.append(line).append('\0');
                case 2, 3 -> all.append(line.length()).append(' ').append(line);
                case 4 -> all.append(random.nextInt(20) == 0 ? "123456" : "\n");
                default -> all.append(line).append('\n');
            }
        }
        return all.substring(0, all.length() - random.nextInt(Math.min(4, all.length() + 1)));
    }

    /** The same as simply as possible, of all bytes at once. */
    private static List<String> plainly(String all) {
        Pattern counted = Pattern.compile("([1-9]\\d*) .*", Pattern.DOTALL);
        List<String> lines = new ArrayList<>();
        String rest = all;
        while (!rest.isEmpty()) {
            Matcher count = counted.matcher(rest);
            String[] parts = rest.split("[\n\0]", 2);
            if (rest.matches("(?s)[1-9].*") && !rest.matches("(?s)\\d{1,5}( .*)?")) {
                lines.add("BAD_COUNT");
                return lines;
            }
            if (count.matches()) {
                int length = Integer.parseInt(count.group(1));
                if (length > MAX) {
                    lines.add("BAD_COUNT");
                    return lines;
                }
                String line = rest.substring(count.group(1).length() + 1);
                if (line.length() < length) {
                    lines.add("CUT:" + line);
                    return lines;
                }
                lines.add(line.substring(0, length).replaceFirst("(\r?\n|\r?\0|\r)\\z", ""));
                rest = line.substring(length);
            } else if (parts[0].length() > MAX) {
                lines.add("TOO_LONG:" + parts[0].substring(0, MAX));
                rest = parts.length == 1 ? "" : parts[1];
            } else if (parts.length == 1) {
                lines.add(rest.matches("[1-9]\\d*") && Integer.parseInt(rest) > MAX ? "BAD_COUNT" : "CUT:" + rest);
                rest = "";
            } else {
                lines.add(parts[0].replaceFirst("\r\\z", ""));
                rest = parts[1];
            }
        }
        return lines;
    }

    /** Of a count that is none, how much is told depends on the pieces. */
    private Framer framerThatCollects() {
        return new Framer(new LineHandler() {
            @Override
            public void onLine(byte[] bytes, int offset, int length) {
                taken.add(text(bytes, offset, length));
            }

            @Override
            public void onReject(Reject reason, byte[] bytes, int offset, int length) {
                taken.add(reason == Reject.BAD_COUNT ? "BAD_COUNT" : reason + ":" + text(bytes, offset, length));
            }
        });
    }

    private boolean take(String bytes) throws InterruptedException {
        byte[] all = bytes.getBytes(StandardCharsets.ISO_8859_1);
        return framer.take(all, 0, all.length);
    }

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }
}
