/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer shortens each segment at its end, while readers open it. */
final class ShortenedSegmentTest {
    private static final int LOGS = 60;
    private static final int SEGMENTS = 20;

    @TempDir(factory = MemoryDirectory.class)
    Path directory;

    @Test
    void aSegmentThatIsShortenedMeanwhileIsOpened() throws Exception {
        StreamHistory stream = StreamHistory.of(directory, TestHistory.STREAM);
        AtomicLong logId = new AtomicLong(1);
        AtomicReference<IOException> failure = new AtomicReference<>();
        Thread writing = new Thread(() -> write(stream, logId, failure), "writer");
        writing.start();
        long opened = 0;
        while (writing.isAlive()) {
            try {
                Path folder = stream.log(logId.get());
                LogHistory history = LogHistory.open(folder);
                assertTrue(history.positionAt(0, Long.MAX_VALUE) >= 0);
                try (SegmentReplay reader = new SegmentReplay(folder)) {
                    reader.seek(history.endPosition());
                }
                opened++;
            } catch (NoSuchFileException e) {
                // The log is just being created.
            }
        }
        writing.join();
        assertEquals(null, failure.get());
        System.out.println("ShortenedSegmentTest: opened " + opened + " times, segments=" + LOGS * SEGMENTS);
        assertTrue(opened > 0);
    }

    private static void write(StreamHistory stream, AtomicLong logId, AtomicReference<IOException> failure) {
        for (int log = 1; log <= LOGS; log++) {
            logId.set(log);
            try (SegmentWriter writer = TestHistory.writer(stream.log(log), log)) {
                for (int i = 0; i < SEGMENTS; i++) {
                    writer.append(TestHistory.pad(), 0, 16, (long) i * TestHistory.TERM_LENGTH, i);
                }
                writer.endLog();
            } catch (IOException e) {
                failure.set(e);
            }
        }
    }
}
