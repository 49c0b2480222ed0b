/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileFormatException;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.MemoryDirectory;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever a disk or a death does to a segment: there is no wrong message, the rest is readable, and the writer
 * continues.
 */
class SegmentDamageTest {
    private static final int BLOCKS = 5;
    private static final int MESSAGES = 4;
    private static final int LAST_ENTRY = SegmentLayout.HEADER_LENGTH + (BLOCKS - 1) * SegmentLayout.BLOCK_LENGTH;
    private static final int DATA = SegmentLayout.dataOffset(TestHistory.TERM_LENGTH);
    private static final int LAST_BLOCK = DATA + (BLOCKS - 1) * MESSAGES * TestHistory.FRAME_LENGTH;
    /** A change is to pass all of them. */
    private static final boolean ALL_BYTES = Integer.getInteger("tailrace.test.rounds", 10) >= 40;
    /** Of the bytes that mean nothing. */
    private static final int NEXT_PADDING = ALL_BYTES ? 1 : 16;
    /** Of the bytes at which data may end: another byte of each frame. */
    private static final int NEXT_END = ALL_BYTES ? 1 : 5;

    private static final List<Long> ALL = TestHistory.positions(BLOCKS * MESSAGES);

    @TempDir(factory = MemoryDirectory.class)
    Path directory;

    private Path folder;
    private Path path;

    @BeforeEach
    void keepSome() throws IOException {
        folder = TestHistory.folder(directory, 7);
        path = SegmentConstants.path(folder, 0);
        try (SegmentWriter writer = TestHistory.writer(folder, 7)) {
            for (int i = 0; i < BLOCKS; i++) {
                TestHistory.append(writer, MESSAGES, 1000 + i * 1000L);
            }
        }
    }

    @Test
    void aFlippedBitIsNeverAMessageAndIsFound() throws IOException {
        try (SegmentWriter writer = TestHistory.writer(folder, 7)) {
            writer.endLog();
        }
        long seed = Seeds.of(SegmentDamageTest.class);
        Random random = new Random(seed);
        int refused = 0;
        int found = 0;
        for (int at = 0; at < Files.size(path); at += isPadding(at) ? NEXT_PADDING : 1) {
            int bit = 1 << random.nextInt(8);
            flip(at, bit);
            List<Long> read = new ArrayList<>(TestHistory.read(folder, 0));
            boolean complains = read.subList(0, read.size() - 1).contains(-1L) || read.contains(SegmentReplay.DAMAGED);
            read.removeIf(position -> position == -1 || position == SegmentReplay.DAMAGED);
            assertTrue(ALL.containsAll(read), "wrong: byte=" + at + ", bit=" + bit + ", read=" + read);
            assertTrue(read.equals(ALL) || complains, "missing without a word: byte=" + at + ", bit=" + bit);
            try (Segment segment = Segment.open(path)) {
                SegmentCheck.Report result = SegmentCheck.check(segment);
                assertEquals(read.size(), result.messages(), "byte=" + at + ", bit=" + bit + ", " + result);
                assertFalse(!read.equals(ALL) && result.findings().isEmpty(), "not found: byte=" + at);
                if (at >= SegmentLayout.HEADER_LENGTH && !read.equals(ALL)) {
                    assertEquals(ALL.size() - MESSAGES, read.size(), "the rest: byte=" + at + ", bit=" + bit);
                    SegmentCheck.Finding finding = result.findings().get(0);
                    int block = at < DATA
                            ? (at - SegmentLayout.HEADER_LENGTH) / SegmentLayout.BLOCK_LENGTH
                            : (at - DATA) / (MESSAGES * TestHistory.FRAME_LENGTH);
                    assertEquals(block, finding.block());
                    assertEquals((long) block * MESSAGES * TestHistory.FRAME_LENGTH, finding.position());
                    found++;
                }
            } catch (FileFormatException e) {
                assertEquals(List.of(), read);
                refused++;
            }
            flip(at, bit);
        }
        assertTrue(refused > 50 && found > 1000, "refused=" + refused + ", found=" + found);
    }

    private static boolean isPadding(int at) {
        int endOfFields = SegmentLayout.SEALED_OFFSET + Long.BYTES;
        int endOfTable = LAST_ENTRY + SegmentLayout.BLOCK_LENGTH;
        return (at >= endOfFields && at < SegmentLayout.HEADER_LENGTH) || (at >= endOfTable && at < DATA);
    }

    @Test
    void aTornEndIsCutAndWrittenAgain() throws IOException {
        byte[] whole = Arrays.copyOf(Files.readAllBytes(path), LAST_BLOCK + MESSAGES * TestHistory.FRAME_LENGTH);
        for (int at = LAST_BLOCK; at < whole.length; at += NEXT_END) {
            Files.write(path, Arrays.copyOf(whole, at));
            assertCut("data ends at byte " + at);
            byte[] zeroed = whole.clone();
            Arrays.fill(zeroed, at, zeroed.length, (byte) 0);
            Files.write(path, zeroed);
            assertCut("data is zero from byte " + at);
        }
        for (int at = LAST_ENTRY; at < LAST_ENTRY + 23; at++) {
            byte[] zeroed = whole.clone();
            Arrays.fill(zeroed, at, LAST_ENTRY + SegmentLayout.BLOCK_LENGTH, (byte) 0);
            Files.write(path, zeroed);
            assertCut("entry is zero from byte " + at);
        }
        whole[SegmentLayout.BLOCK_COUNT_OFFSET] = BLOCKS - 1;
        Files.write(path, whole);
        assertCut("not counted");
    }

    private void assertCut(String what) throws IOException {
        try (SegmentWriter writer = TestHistory.writer(folder, 7)) {
            assertEquals((BLOCKS - 1L) * MESSAGES * TestHistory.FRAME_LENGTH, writer.endPosition(), what);
            assertEquals(TestHistory.whole((BLOCKS - 1) * MESSAGES), TestHistory.read(folder, 0), what);
            TestHistory.append(writer, MESSAGES, 9000);
        }
        assertEquals(TestHistory.whole(BLOCKS * MESSAGES), TestHistory.read(folder, 0), what);
    }

    /** As on a full disk, and in a folder that has gone. */
    @Test
    void whatCouldNotBeKeptIsKeptLater() throws IOException {
        try (SegmentWriter writer = TestHistory.writer(folder, 7)) {
            int frames = TestHistory.TERM_LENGTH / TestHistory.FRAME_LENGTH;
            while (writer.endPosition() / TestHistory.FRAME_LENGTH < frames) {
                TestHistory.append(writer, 1, 10_000);
            }
            long end = writer.endPosition();
            Path inTheWay = Files.createDirectories(
                    folder.resolve(SegmentConstants.path(folder, TestHistory.TERM_LENGTH) + ".making/x"));
            MappedBuffer next = MappedBuffer.allocate(TestHistory.FRAME_LENGTH);
            next.putLong(0, FrameLayout.header(TestHistory.FRAME_LENGTH, 1, 0));
            next.putLong(8, TestHistory.TERM_LENGTH);
            assertThrows(
                    IOException.class,
                    () -> writer.append(next, 0, TestHistory.FRAME_LENGTH, TestHistory.TERM_LENGTH, 10_000));
            assertEquals(end, writer.endPosition());
            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
            writer.append(next, 0, TestHistory.FRAME_LENGTH, TestHistory.TERM_LENGTH, 10_000);
            List<Long> expected = new ArrayList<>(TestHistory.whole(frames));
            expected.addAll(List.of((long) TestHistory.TERM_LENGTH, -1L));
            assertEquals(expected, TestHistory.read(folder, 0));
        }
    }

    /** A segment is truncated while it is read: no message of the missing part, and no crash of the JVM. */
    @Test
    void aSegmentThatIsTruncatedWhileItIsReadIsDamaged() throws IOException {
        try (SegmentReplay reader = new SegmentReplay(folder)) {
            assertTrue(reader.seek(0));
            reader.consume(reader.next());
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                file.setLength(DATA);
                assertTrue(reader.seek(2L * MESSAGES * TestHistory.FRAME_LENGTH));
                assertEquals(SegmentReplay.DAMAGED, reader.next());
                file.setLength(0);
                assertTrue(reader.seek(0));
                assertEquals(SegmentReplay.DAMAGED, reader.next());
            }
        }
    }

    private void flip(int at, int bit) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(at);
            int value = file.read();
            file.seek(at);
            file.write(value ^ bit);
        }
    }
}
