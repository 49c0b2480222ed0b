/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

    @TempDir(factory = MemoryDirectory.class)
    Path directory;

    private StreamHistory stream;

    /** Two logs of four segments, each a padding and messages: the first log has ended. */
    @BeforeEach
    void keepSome() throws IOException {
        stream = StreamHistory.of(directory, TestHistory.STREAM);
        for (long logId = 1; logId <= 2; logId++) {
            try (SegmentWriter writer = TestHistory.writer(stream.log(logId), logId)) {
                TestHistory.fill(writer, SEGMENTS, logId * 100_000);
                if (logId == 1) {
                    writer.endLog();
                }
            }
        }
    }

    private List<Purge.Candidate> plan(long maxBytes, long maxAgeMs, int maxSegments, long nowMs) throws IOException {
        return Purge.plan(stream, maxBytes, maxAgeMs, maxSegments, BlockClock.Moment.after(nowMs));
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
        try (SegmentReplay reader = new SegmentReplay(stream.log(2))) {
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

    /** After a restart of the host, for example: the ids of logs do not say which is older. */
    @Test
    void aLaterLogWithASmallerIdIsTheNewerOne() throws IOException {
        keep(9);
        try (ReaderFile reader = ReaderFile.open(stream.reader("r"), "r", FileAccess.PRIVATE)) {
            List.of(1L, 2L, 9L).forEach(reader::done);
            reader.forget(stream, logId -> false);
            keep(5);
            assertEquals(List.of(1L, 2L, 9L, 5L), ids(stream));
            assertTrue(reader.hasPassed(stream.logs().get(2)));
            assertFalse(reader.hasPassed(stream.logs().get(3)));
        }
        for (Purge.Candidate candidate : plan(MAX, MAX, 1, 0)) {
            assertTrue(candidate.pinnedBy().isEmpty(), candidate.path()::toString);
            Purge.delete(candidate);
        }
        assertEquals(List.of(2L, 9L, 5L), ids(stream), "the last segments of logs that have not ended");
        for (long logId : ids(stream)) {
            Purge.delete(new Purge.Candidate(stream.logs().get(0).segments().get(0), logId, 0, Optional.empty()));
        }
        keep(4);
        assertEquals(-1, stream.readers().get(0).position(stream.logs().get(0)), "nor done after all was deleted");
    }

    private static List<Long> ids(StreamHistory stream) throws IOException {
        return stream.logs().stream().map(LogHistory::logId).toList();
    }

    private void keep(long logId) throws IOException {
        try (SegmentWriter writer = TestHistory.writer(stream.log(logId), logId)) {
            TestHistory.append(writer, MESSAGES, 900_000);
        }
    }

    /** As the historian does at its start, while it purges, or an operator. */
    @Test
    void aWriterContinuesWhileSegmentsAreDeleted() throws Exception {
        int segments = 400;
        try (SegmentWriter writer = TestHistory.writer(stream.log(3), 3)) {
            for (long i = 0; i < segments; i++) {
                writer.append(TestHistory.pad(), 0, 16, i * TestHistory.TERM_LENGTH, i);
            }
        }
        // The newest first, so that the deletions meet the writer, which begins with the oldest.
        CompletableFuture<Void> deleted = CompletableFuture.runAsync(() -> {
            for (int i = segments - 2; i >= 0; i--) {
                try {
                    Purge.delete(new Purge.Candidate(segment(3, i), 3, 0, Optional.empty()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        while (Files.exists(segment(3, segments - 2))) {
            Thread.onSpinWait();
        }
        try (SegmentWriter writer = TestHistory.writer(stream.log(3), 3)) {
            assertEquals((segments - 1L) * TestHistory.TERM_LENGTH + 16, writer.endPosition());
            deleted.get();
            assertEquals(1, LogHistory.open(stream.log(3)).segments().size());
            Files.delete(segment(3, segments - 1));
            Files.delete(stream.log(3)); // An operator may.
            writer.append(TestHistory.pad(), 0, 16, (long) segments * TestHistory.TERM_LENGTH, 0);
        }
        assertEquals(
                List.of(segment(3, segments)), LogHistory.open(stream.log(3)).segments());
    }

    /** A clock that is a day ahead and goes back; then one that was late by an hour. */
    @Test
    void stepsOfTheClockChangeNeitherOrderNorAge() throws IOException {
        StreamHistory kept = StreamHistory.of(Files.createDirectory(directory.resolve("steps")), TestHistory.STREAM);
        long dayMs = 86_400_000;
        long[] steadyMs = {0};
        long[] wallMs = {dayMs};
        BlockClock clock = clock(0, 0, wallMs, steadyMs);
        try (SegmentWriter writer = TestHistory.writer(kept.log(9), 9)) {
            for (int i = 0; i < 4; i++) {
                wallMs[0] += i == 1 ? -dayMs : i == 3 ? 3_600_000 : 0;
                BlockClock.Moment now = clock.now();
                boolean begins = writer.enter(now.era(), writer.endPosition());
                assertEquals(i != 2, begins, "the first block and each step begin a segment");
                TestHistory.append(writer, 10, now.ms());
                wallMs[0] += 10_000;
                steadyMs[0] += 10_000;
            }
        }
        LogHistory log = kept.logs().get(0);
        assertEquals(3, log.segments().size());
        assertEquals(3_630_000, log.endMs(), "not the time before the step back");
        long block = 10 * TestHistory.FRAME_LENGTH;
        assertEquals(-1, kept.eraAt(0));
        for (int i = 0; i < 3; i++) {
            long ms = new long[] {10_000, 20_000, 3_630_000}[i];
            assertEquals((i + 1) * block, log.positionAt(kept.eraAt(ms), ms));
        }
        assertEquals(3 * block, log.positionAt(kept.eraAt(60_000), 60_000), "after all of the time before");
        assertEquals(List.of(), Purge.plan(kept, MAX, 40_000, ALL, clock.now()));
        wallMs[0] += 5_000;
        steadyMs[0] += 5_000;
        assertEquals(2, Purge.plan(kept, MAX, 10_000, ALL, clock.now()).size());
        wallMs[0] += 10 * dayMs;
        assertEquals(0, Purge.plan(kept, MAX, 40_000, ALL, clock.now()).size(), "nothing was written after it");

        BlockClock next = clock(log.endEra(), log.endMs(), new long[] {0}, steadyMs);
        assertEquals(log.endEra() + 1, next.now().era(), "a restart at an earlier time");
        assertEquals(
                log.endEra(),
                clock(log.endEra(), log.endMs(), wallMs, steadyMs).now().era());
    }

    private static BlockClock clock(long era, long lastMs, long[] wallMs, long[] steadyMs) {
        return new BlockClock(era, lastMs, () -> wallMs[0], () -> steadyMs[0] * 1_000_000);
    }

    private long pinned() throws IOException {
        return plan(MAX, MAX, 1, 0).stream()
                .filter(candidate -> candidate.pinnedBy().isPresent())
                .count();
    }

    @Test
    void aReaderFileHasAThousandLogsThatMayComeAgain() throws IOException {
        try (ReaderFile reader = ReaderFile.open(stream.reader("r"), "r", FileAccess.PRIVATE)) {
            for (int logId = 1; logId <= ReaderFile.MAX_LOGS; logId++) {
                reader.cell(logId).setRelease(8L * logId);
            }
            String text = assertThrows(IllegalStateException.class, () -> reader.cell(1001))
                    .getMessage();
            assertTrue(text.contains("reader=r, logs=1000"), text);
            reader.done(2);
            reader.done(3);
            reader.done(4);
            reader.forget(stream, logId -> logId == 4);
            LogHistory second = stream.logs().get(1);
            assertEquals(LogLayout.NONE, reader.position(2), "the first is not done");
            assertFalse(reader.hasPassed(second));
            assertEquals(-1, reader.position(3), "neither the history nor the driver has it");
            assertEquals(LogLayout.NONE, reader.position(4), "the driver has it");
            reader.done(1);
            reader.forget(stream, logId -> false);
            assertEquals(-1, reader.position(2));
            assertTrue(reader.hasPassed(second));
            reader.cell(1001);
            assertEquals(-1, reader.position(1001));
            assertEquals(8000, reader.position(1000));
        }
    }

    @Test
    void aTimeIsFoundWhereItsFirstMessageMayBe() throws IOException {
        LogHistory log = stream.logs().get(1);
        assertEquals(200_000, log.beginMs());
        assertEquals(0, log.positionAt(0, 0));
        assertEquals(0, log.positionAt(0, 200_099), "a block grows for 100 ms");
        assertEquals(16, log.positionAt(0, 200_100));
        assertEquals(TestHistory.TERM_LENGTH, log.positionAt(0, 201_000));
        assertEquals(3L * TestHistory.TERM_LENGTH + 16, log.positionAt(0, 203_599));
        assertEquals(log.endPosition(), log.positionAt(0, 203_600));
        assertEquals(203_500, log.endMs());
    }

    /** The first that the search looks at. */
    @Test
    void aTimeIsFoundBehindASegmentThatCannotBeRead() throws IOException {
        LogHistory log = stream.logs().get(1);
        Files.write(log.segments().get(2), new byte[10]);
        assertEquals(16, log.positionAt(0, 200_100));
        assertEquals(3L * TestHistory.TERM_LENGTH, log.positionAt(0, 202_000), "of the damaged one");
        assertEquals(3L * TestHistory.TERM_LENGTH + 16, log.positionAt(0, 203_599));
    }
}
