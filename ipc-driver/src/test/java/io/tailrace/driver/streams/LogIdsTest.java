/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.control.DriverDirectory;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ids of logs, with a clock of the test. */
final class LogIdsTest {
    private static final long START_MS = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private long nowMs = START_MS + 5_000;
    private final LogIds ids = new LogIds(0, () -> nowMs);

    @Test
    void anIdIsTheTimeAtWhichTheLogWasMade() {
        assertEquals(5_000, ids.next());
        nowMs += 70;
        assertEquals(5_070, ids.next());
    }

    @Test
    void noIdComesTwiceInAMillisecondNorBehindAStepOfTheClock() {
        assertEquals(5_000, ids.next());
        assertEquals(5_001, ids.next());
        nowMs = START_MS - 1_000_000;
        assertEquals(5_002, ids.next());
    }

    @Test
    void logsThatLieThereHaveSmallerOnes() throws IOException {
        Files.createDirectories(parent.resolve("logs/100000000000000"));
        Files.createDirectories(parent.resolve("logs/none"));
        Files.createDirectories(parent.resolve("logs/999999999999999999")); // No driver made that log.

        assertEquals(
                100_000_000_000_001L, LogIds.beyond(new DriverDirectory(parent)).next());
    }
}
