/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.log.LogLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which segments may be deleted, and which a reader's name protects; times and positions in a history of several
 * segments.
 */
class PurgeTest {
    private static final long MAX = Long.MAX_VALUE;
    private static final int ALL = Integer.MAX_VALUE;

    private static final int SEGMENTS = 4;
    private static final int MESSAGES = TestHistory.TERM_LENGTH / TestHistory.FRAME_LENGTH;

    @TempDir
    Path directory;

    private StreamHistory stream;

    /** Two logs of four segments, each a padding and messages: the first log has ended. */
    @BeforeEach
    void keepSome() throws IOException {
        stream = new HistoryFolder(directory).stream(TestHistory.STREAM);
        for (long logId = 1; logId <= 2; logId++) {
            try (SegmentWriter writer =
                    SegmentWriter.open(stream.log(logId), TestHistory.log(logId), TestHistory.TERM_LENGTH)) {
                for (int i = 0; i < SEGMENTS; i++) {
                    writer.append(
                            TestHistory.pad(), 0, 16, (long) i * TestHistory.TERM_LENGTH, logId * 100_000 + i * 1000L);
                    TestHistory.append(writer, MESSAGES, logId * 100_000 + i * 1000L + 500);
                }
                if (logId == 1) {
                    writer.endLog();
                }
            }
        }
    }

    private List<Purge.Candidate> plan(long maxBytes, long maxAgeMs, int maxSegments, long nowMs) throws IOException {
        return Purge.plan(stream, maxBytes, maxAgeMs, maxSegments, nowMs);
    }

    private Path segment(long logId, int index) {
        return SegmentConstants.path(stream.log(logId), (long) index * TestHistory.TERM_LENGTH);
    }

    @Test
    void theOldestGoFirstByEachLimit() throws IOException {
        List<Path> oldest = List.of(segment(1, 0), segment(1, 1), segment(1, 2));
        assertEquals(List.of(), plan(MAX, MAX, ALL, 900_000));
        assertEquals(oldest, paths(plan(MAX, MAX, 5, 0)));
        long bytes = 0;
        for (LogHistory log : stream.logs()) {
            for (Path path : log.segments()) {
                bytes += Files.size(path);
            }
        }
        // The last one is a hole up to its end.
        assertTrue(plan(bytes, MAX, ALL, 0).isEmpty());
        assertEquals(oldest.subList(0, 1), paths(plan(bytes - TestHistory.TERM_LENGTH, MAX, ALL, 0)));
        long ageMs = 1_000;
        assertEquals(oldest, paths(plan(MAX, ageMs, ALL, 103_500)));
        List<Purge.Candidate> old = plan(MAX, ageMs, ALL, 900_000);
        assertEquals(2 * SEGMENTS - 1, old.size(), "but the last one of the log that has not ended");
        for (Purge.Candidate candidate : old) {
            Purge.delete(candidate);
        }
        assertFalse(Files.exists(stream.log(1)));
        assertEquals(List.of(segment(2, SEGMENTS - 1)), stream.logs().get(0).segments());
        try (PastReader reader = new PastReader(stream.log(2))) {
            assertFalse(reader.seek(0));
            assertEquals((SEGMENTS - 1L) * TestHistory.TERM_LENGTH, reader.nextPosition());
        }
    }

    private static List<Path> paths(List<Purge.Candidate> candidates) {
        return candidates.stream().map(Purge.Candidate::path).toList();
    }

    @Test
    void whatAReaderNeedsStays() throws IOException {
        Path path = stream.reader("slow one");
        try (ReaderFile reader = ReaderFile.open(path, "slow one", FileAccess.PRIVATE)) {
            assertEquals(2 * SEGMENTS - 1, pinned(), "it has begun nothing");
            reader.cell(1).setRelease(2L * TestHistory.TERM_LENGTH);
            reader.cell(2);
            assertEquals(2 * SEGMENTS - 3, pinned());
            reader.done(1);
            assertEquals(2, reader.floor());
            assertEquals(SEGMENTS - 1, pinned());
            reader.cell(2).setRelease(TestHistory.TERM_LENGTH - 16);
            assertEquals(SEGMENTS - 1, pinned(), "the last messages of the first segment are not read");
        }
        try (ReaderFile reader = ReaderFile.open(path, "slow one", FileAccess.PRIVATE)) {
            assertEquals(TestHistory.TERM_LENGTH - 16, reader.position(2));
            assertEquals(-1, reader.position(3));
        }
        ReaderFile.View view = stream.readers().get(0);
        assertEquals("slow one", view.name());
        Purge.Candidate kept = plan(MAX, MAX, 1, 0).get(SEGMENTS);
        assertEquals(Optional.of("slow one"), kept.pinnedBy());
        Purge.delete(kept);
        assertTrue(Files.exists(kept.path()));
        assertThrows(FileFormatException.class, () -> ReaderFile.open(path, "other", FileAccess.PRIVATE));
    }

    private long pinned() throws IOException {
        return plan(MAX, MAX, 1, 0).stream()
                .filter(candidate -> candidate.pinnedBy().isPresent())
                .count();
    }

    @Test
    void aReaderFileHasAThousandLogsAtATime() throws IOException {
        try (ReaderFile reader = ReaderFile.open(stream.reader("r"), "r", FileAccess.PRIVATE)) {
            for (int logId = 1; logId <= ReaderFile.MAX_LOGS; logId++) {
                reader.cell(logId).setRelease(8L * logId);
            }
            String text = assertThrows(IllegalStateException.class, () -> reader.cell(1001))
                    .getMessage();
            assertTrue(text.contains("reader=r, logs=1000"), text);
            reader.done(2);
            assertEquals(1, reader.floor(), "the first is not done");
            assertEquals(LogLayout.NONE, reader.position(2));
            reader.done(1);
            assertEquals(3, reader.floor());
            reader.cell(1001);
            assertEquals(-1, reader.position(1001));
            assertEquals(8000, reader.position(1000));
        }
    }

    @Test
    void aTimeIsFoundWhereItsFirstMessageMayBe() throws IOException {
        LogHistory log = stream.logs().get(1);
        assertEquals(200_000, log.beginMs());
        assertEquals(0, log.positionAt(0));
        assertEquals(0, log.positionAt(200_099), "a block grows for 100 ms");
        assertEquals(16, log.positionAt(200_100));
        assertEquals(TestHistory.TERM_LENGTH, log.positionAt(201_000));
        assertEquals(3L * TestHistory.TERM_LENGTH + 16, log.positionAt(203_599));
        assertEquals(log.endPosition(), log.positionAt(203_600));
        assertEquals(203_500, log.endMs());
    }

    @Test
    void namesOfFoldersAreNamesOfStreamsWhereTheyCan() {
        assertEquals("quotes.EUR-1_x", FolderName.of("quotes.EUR-1_x"));
        assertEquals("%2E.%2Fa%C3%A4", FolderName.of("../aä"));
        assertEquals("%6Cock", FolderName.of("lock"));
        assertEquals(100 + 17, FolderName.of("x".repeat(151)).length());
        assertFalse(FolderName.of("x".repeat(151)).equals(FolderName.of("x".repeat(152))));
    }
}
