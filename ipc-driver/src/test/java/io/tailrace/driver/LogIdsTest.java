/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ids of a driver's logs follow those of the drivers before. */
final class LogIdsTest {
    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private long last() throws IOException {
        return PreviousDriver.lastLogId(new DriverDirectory(parent));
    }

    @Test
    void noIdComesTwiceThoughNothingIsKnownOfTheDriversBefore() throws IOException {
        Files.createDirectories(parent.resolve("logs"));
        Set<Long> given = new HashSet<>();
        for (int driver = 0; driver < 1000; driver++) {
            long last = last();
            for (int log = 1; log <= 100; log++) {
                given.add(last + log);
            }
        }
        assertEquals(100_000, given.size());
        assertTrue(given.stream().allMatch(id -> id > 0 && id < 1L << 53), "also a number in JavaScript");
    }

    @Test
    void logsThatLieThereHaveSmallerOnes() throws IOException {
        long there = 100_000_000_000_000L;
        Files.createDirectories(parent.resolve("logs/" + there));
        Files.createDirectories(parent.resolve("logs/none"));
        Files.createDirectories(parent.resolve("logs/999999999999999999")); // No driver made that log.

        long last = last();
        assertTrue(last >= there, "last=" + last);
        assertTrue(last != last(), "a log that was there and is deleted may have had the next one");
    }
}
