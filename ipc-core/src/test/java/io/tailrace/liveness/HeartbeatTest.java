/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.liveness.Heartbeat.LifeWatch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HeartbeatTest {
    private static final long START_NS = Long.MAX_VALUE - 70_000_000;

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
        assertEquals(FileOwner.UNKNOWN, ClientFiles.processOf(parent.resolve("8")));
    }

    /** The clock may begin anywhere, and run over. */
    @Test
    void whoFallsSilentIsAskedAboutNowAndThen() {
        LifeWatch watch = new LifeWatch(new Heartbeat(5), START_NS);
        assertTrue(isProofDue(watch, 5, 0), "an old heartbeat shows nothing");
        assertFalse(isProofDue(watch, 4, 0), "a change is a beat, wherever it leads");
        for (long i = 0; i < 100; i++) {
            assertFalse(isProofDue(watch, 6 + i, 50 * i));
            assertFalse(isProofDue(watch, 6 + i, 50 * i + 49));
        }
        assertFalse(isProofDue(watch, 1, 6_000));
        assertFalse(isProofDue(watch, 1, 6_059));
        assertTrue(isProofDue(watch, 1, 6_060));
        assertFalse(isProofDue(watch, 1, 6_061));
        assertFalse(isProofDue(watch, 1, 6_119));
        assertTrue(isProofDue(watch, 1, 6_120));
        assertFalse(isProofDue(watch, 2, 6_300), "it works again");
        assertFalse(isProofDue(watch, 2, 6_359));
        assertTrue(isProofDue(watch, 2, 6_360));
    }

    private static boolean isProofDue(LifeWatch watch, long heartbeat, long afterMs) {
        return watch.isProofDue(new Heartbeat(heartbeat), START_NS + afterMs * 1_000_000, LifeWatch.SHORT_SILENCE_NS);
    }
}
