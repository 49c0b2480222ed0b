/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.MemoryDirectory;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader finds exactly the appended messages, at any time, over rolls, gaps, and restarts of the writer. */
class SegmentRoundTripTest {
    private static final int TERM_LENGTH = TestHistory.TERM_LENGTH;
    private static final int ROUNDS = Integer.getInteger("tailrace.test.rounds", 10);

    @TempDir(factory = MemoryDirectory.class)
    Path directory;

    @Test
    void aReaderFindsWhatWasAppended() throws IOException {
        long seed = Seeds.of(SegmentRoundTripTest.class);
        for (int round = 0; round < ROUNDS; round++) {
            Path history = Files.createDirectory(directory.resolve("history-" + round));
            new Round(TestHistory.folder(history, 7), new Random(seed + round)).run();
        }
    }

    private static final class Round {
        private final Path folder;
        private final Random random;
        private final MappedBuffer term = MappedBuffer.allocate(TERM_LENGTH);
        /** The number of each message, by position. */
        private final TreeMap<Long, Long> kept = new TreeMap<>();

        private final List<String> read = new ArrayList<>();
        private long position;
        private long number;
        private long nowMs = 1000;

        Round(Path folder, Random random) {
            this.folder = folder;
            this.random = random;
        }

        void run() throws IOException {
            SegmentWriter writer = SegmentWriter.open(folder, TestHistory.log(7), 1 << (16 + random.nextInt(2)));
            try (SegmentReplay reader = new SegmentReplay(folder)) {
                boolean found = false;
                for (int step = 0; step < 300; step++) {
                    switch (random.nextInt(20)) {
                        case 0 -> position += 8L * random.nextInt(20_000);
                        case 1 -> {
                            long end = writer.endPosition();
                            writer.close();
                            writer = TestHistory.writer(folder, 7);
                            assertEquals(end, writer.endPosition());
                        }
                        case 2 -> writer.force();
                        default -> append(writer);
                    }
                    found = read(reader, found);
                }
                writer.endLog();
                read(reader, found);
                assertEquals(writer.endPosition(), LogHistory.open(folder).endPosition());
            } finally {
                writer.close();
            }
            List<String> expected = new ArrayList<>();
            kept.forEach((at, value) -> expected.add(at + "=" + value));
            assertEquals(expected, read);
            assertTrue(LogHistory.open(folder).hasEnded());
        }

        private void append(SegmentWriter writer) throws IOException {
            nowMs += random.nextInt(60);
            int offset = (int) (position % TERM_LENGTH);
            int end = offset;
            int frames = 1 + random.nextInt(random.nextInt(10) == 0 ? 400 : 10);
            for (int i = 0; i < frames && end < TERM_LENGTH; i++) {
                int longest = Math.min(TERM_LENGTH - end, 8 + random.nextInt(600));
                boolean pad = longest < 16 || random.nextInt(9) == 0;
                term.setMemory(end, FrameLayout.align(longest), (byte) random.nextInt());
                if (!pad) {
                    kept.put(position + end - offset, ++number);
                    term.putLong(end + 8, number);
                }
                term.putLong(end, FrameLayout.header(longest, pad ? FrameLayout.TYPE_PAD : FrameLayout.TYPE_DATA, 3));
                end += FrameLayout.align(longest);
            }
            writer.append(term, offset, end - offset, position, nowMs);
            position += end - offset;
            assertEquals(position, writer.endPosition());
        }

        private boolean read(SegmentReplay reader, boolean wasFound) {
            boolean found = wasFound || reader.seek(0);
            if (!found && reader.nextPosition() != LogLayout.NONE) {
                found = reader.seek(reader.nextPosition());
                assertTrue(found);
            }
            while (found) {
                long header = reader.next();
                if (header == 0) {
                    long next = reader.nextPosition();
                    if (next == LogLayout.NONE) {
                        break;
                    }
                    assertTrue(next > reader.position(), "a gap");
                    assertTrue(reader.seek(next));
                } else {
                    assertTrue(header > 0, "damaged");
                    read.add(reader.position() + "=" + reader.buffer().getLong(reader.payloadOffset()));
                    reader.consume(header);
                }
            }
            return found;
        }
    }
}
