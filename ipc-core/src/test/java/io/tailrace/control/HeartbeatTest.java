/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tailrace.file.FileAccess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HeartbeatTest {
    @Test
    void onlyWhoHasBeenSilentForASecondIsSuspect() {
        Heartbeat heartbeat = new Heartbeat(-5_000_000_000L); // The clock may begin anywhere.

        assertEquals("", heartbeat.describe(-5_000_000_000L));
        assertEquals("", heartbeat.describe(-4_000_000_001L));
        assertEquals(", suspect: silent for 1.0 s", heartbeat.describe(-4_000_000_000L));
        assertEquals(", suspect: silent for 12.3 s", heartbeat.describe(7_300_000_000L));
    }

    @Test
    void nothingIsSaidOfAClientThatDoesNotTell(@TempDir Path parent) throws IOException {
        Path directory = parent.resolve("7");
        try (ClientFiles files = ClientFiles.create(directory, FileAccess.PRIVATE, 7, 1, "test")) {
            assertFalse(ClientFiles.processOf(directory).heartbeat().isSuspect(Long.MAX_VALUE));
            files.beat(42);
            assertEquals(new Heartbeat(42), ClientFiles.processOf(directory).heartbeat());
            assertEquals(new Heartbeat(42), files.heartbeat());
        }
        assertEquals(ClientFiles.ProcessInfo.UNKNOWN, ClientFiles.processOf(parent.resolve("8")));
    }
}
