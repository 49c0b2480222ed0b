/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A segment is purged while it is open in readers and its writer: its space is free at once, and all go on. */
final class PurgedSegmentTest {
    private static final int SEGMENTS = 4;
    private static final int MESSAGES = TestHistory.TERM_LENGTH / TestHistory.FRAME_LENGTH;
    private static final int ROUNDS = 10 * Integer.getInteger("tailrace.test.rounds", 10);

    @TempDir(factory = MemoryDirectory.class)
    Path directory;

    private StreamHistory keep(long logId) throws IOException {
        StreamHistory stream = StreamHistory.of(directory, TestHistory.STREAM);
        try (SegmentWriter writer = TestHistory.writer(stream.log(logId), logId)) {
            TestHistory.fill(writer, SEGMENTS, 0);
        }
        return stream;
    }

    private static void purge(StreamHistory stream, int segments) throws IOException {
        for (Purge.Candidate candidate :
                Purge.plan(stream, Long.MAX_VALUE, Long.MAX_VALUE, segments, BlockClock.Moment.after(0))) {
            Purge.delete(candidate);
        }
    }

    @Test
    void itsSpaceIsFreeAtOnce() throws IOException {
        StreamHistory stream = StreamHistory.of(directory, TestHistory.STREAM);
        try (SegmentWriter writer = TestHistory.writer(stream.log(1), 1);
                SegmentReplay idle = new SegmentReplay(stream.log(1))) {
            TestHistory.fill(writer, SEGMENTS, 0);
            assertTrue(idle.seek(16));
            assertTrue(idle.next() > 0);
            Path first = stream.logs().get(0).segments().get(0);
            try (FileChannel file = FileChannel.open(first)) {
                assertTrue(file.size() > 0);
                purge(stream, 1);
                assertFalse(Files.exists(first));
                assertEquals(0, file.size(), "the writer has still mapped it");
            }
            TestHistory.fill(writer, SEGMENTS, 0);
            assertFalse(idle.seek(16));
            long end = (2L * SEGMENTS - 1) * TestHistory.TERM_LENGTH;
            assertTrue(idle.seek(end));
            assertTrue(idle.next() > 0);
        }
    }

    @Test
    void aSegmentThatItsWriterHasMappedStays() throws IOException {
        StreamHistory stream = keep(1);
        Path first = stream.logs().get(0).segments().get(0);
        try (RandomAccessFile file = new RandomAccessFile(first.toFile(), "rw")) { // As before a fault of its writer.
            file.seek(SegmentLayout.SEALED_OFFSET);
            file.write(0);
        }
        purge(stream, 1);
        assertTrue(Files.exists(first));
        try (SegmentWriter next = TestHistory.writer(stream.log(1), 1)) {
            TestHistory.fill(next, 1, 0);
            purge(stream, 1);
        }
        assertFalse(Files.exists(first));
    }

    @Test
    void aReaderContinuesAfterIt() throws IOException {
        StreamHistory stream = keep(1);
        try (Segment opened = Segment.open(stream.logs().get(0).segments().get(0));
                SegmentReplay reader = new SegmentReplay(stream.log(1))) {
            assertTrue(reader.seek(16));
            long header = reader.next();
            long position = reader.position();
            purge(stream, 2);

            assertThrows(NoSuchFileException.class, () -> Segment.open(opened.path()));
            String text = assertThrows(RuntimeException.class, () -> opened.isWhole(0))
                    .getMessage();
            assertTrue(text.startsWith(opened.path().toString()), text);
            assertEquals(position, reader.buffer().getLong(reader.payloadOffset()), "it was read before");
            while (header > 0) {
                reader.consume(header);
                header = reader.next();
            }
            assertEquals(0, header, "a purge is no damage");
            assertEquals(2L * TestHistory.TERM_LENGTH, reader.nextPosition());
            assertTrue(reader.seek(reader.nextPosition()));
            assertTrue(reader.next() > 0);
            assertEquals(2L * TestHistory.TERM_LENGTH + 16, reader.position());
        }
    }

    @Test
    void nothingButKeptMessagesIsReadMeanwhile() throws Exception {
        long read = 0;
        int cut = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            StreamHistory stream = keep(round);
            AtomicReference<Exception> failure = new AtomicReference<>();
            Thread purging = new Thread(
                    () -> {
                        try {
                            purge(stream, 1);
                        } catch (IOException | RuntimeException e) {
                            failure.set(e);
                        }
                    },
                    "purge");
            purging.start();
            long messages = readAll(stream.log(round));
            purging.join();
            assertNull(failure.get());
            read += messages;
            cut += messages < (long) SEGMENTS * MESSAGES ? 1 : 0;
            purgeAll(stream.log(round));
        }
        System.out.println("PurgedSegmentTest: read " + read + " messages, rounds=" + ROUNDS + ", cut=" + cut);
        assertTrue(read >= (long) ROUNDS * MESSAGES);
        assertTrue(cut > 0);
    }

    private static void purgeAll(Path folder) throws IOException {
        for (long base : LogHistory.bases(folder)) {
            Files.delete(SegmentConstants.path(folder, base));
        }
        Files.delete(folder);
    }

    /** Copies each message, as a subscription does; returns how many. */
    private static long readAll(Path folder) {
        MappedBuffer copy = MappedBuffer.allocate(TestHistory.FRAME_LENGTH);
        long read = 0;
        try (SegmentReplay reader = new SegmentReplay(folder)) {
            long next = 0;
            while (next != LogLayout.NONE) {
                long header = reader.seek(next) ? reader.next() : 0;
                while (FrameLayout.length(header) > 0) {
                    copy.putBytes(0, reader.buffer(), reader.payloadOffset(), Long.BYTES);
                    assertEquals(reader.position(), copy.getLong(0));
                    read++;
                    reader.consume(header);
                    header = reader.next();
                }
                assertEquals(0, header, "a purge is no damage");
                next = reader.nextPosition();
            }
        }
        return read;
    }
}
