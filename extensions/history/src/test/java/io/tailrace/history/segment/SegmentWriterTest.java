/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static io.tailrace.history.segment.TestHistory.FRAME_LENGTH;
import static io.tailrace.history.segment.TestHistory.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer gets bytes again, and continues after the bytes that the previous writer has left. */
class SegmentWriterTest {
    private static final int MESSAGES = 4;

    @TempDir(factory = MemoryDirectory.class)
    Path directory;

    private final MappedBuffer block = MappedBuffer.allocate(MESSAGES * FRAME_LENGTH);
    private Path folder;

    @BeforeEach
    void fill() {
        folder = TestHistory.folder(directory, 7);
        for (int at = 0; at < block.capacity(); at += FRAME_LENGTH) {
            block.putLong(at, FrameLayout.header(FRAME_LENGTH, FrameLayout.TYPE_DATA, 0));
            block.putLong(at + 8, at);
        }
    }

    private SegmentWriter open() throws IOException {
        return TestHistory.writer(folder, 7);
    }

    @Test
    void whatIsKeptAlreadyIsNotKeptAgain() throws IOException {
        try (SegmentWriter writer = open()) {
            assertEquals(2 * FRAME_LENGTH, writer.append(block, 0, 2 * FRAME_LENGTH, 0, 1000));
            assertEquals((MESSAGES - 2) * FRAME_LENGTH, writer.append(block, 0, MESSAGES * FRAME_LENGTH, 0, 2000));

            assertEquals(MESSAGES * FRAME_LENGTH, writer.endPosition());
        }
        assertEquals(TestHistory.whole(MESSAGES), TestHistory.read(folder, 0));
        try (SegmentReplay reader = new SegmentReplay(folder)) {
            assertTrue(reader.seek(FRAME_LENGTH));
            assertFalse(reader.seek(FRAME_LENGTH + 8), "no message begins there");
        }
    }

    @Test
    void ofATornBlockNothingIsLeftThoughItIsTheOnlyOne() throws IOException {
        try (SegmentWriter writer = open()) {
            writer.append(block, 0, MESSAGES * FRAME_LENGTH, 0, 1000);
        }
        Path path = SegmentConstants.path(folder, 0);
        byte[] bytes = Files.readAllBytes(path);
        bytes[SegmentLayout.dataOffset(TERM_LENGTH) + 20] ^= 1;
        Files.write(path, bytes);

        try (SegmentWriter writer = open()) {
            assertEquals(0, writer.endPosition());
        }
    }

    @Test
    void aSegmentThatItsWriterLeftOpenBeforeTheNextIsSealed() throws IOException {
        try (SegmentWriter writer = open()) {
            writer.append(block, 0, MESSAGES * FRAME_LENGTH, 0, 1000);
            writer.append(block, 0, FRAME_LENGTH, TERM_LENGTH, 2000);
        }
        Path first = SegmentConstants.path(folder, 0);
        byte[] bytes = Files.readAllBytes(first);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(SegmentLayout.SEALED_OFFSET, SegmentLayout.OPEN);
        Files.write(first, bytes);
        assertFalse(Segment.read(first, Segment::isSealed));

        open().close();

        assertTrue(Segment.read(first, Segment::isSealed));
    }
}
