/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.pair.Ends.Inbox;
import io.tailrace.benchmarks.pair.Ends.Slice;
import io.tailrace.benchmarks.pair.Pair.Cell;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Library;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Left and right as two threads, through a log without a driver. */
class EndsTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"roundtrip-8", "burst-32", "throughput-56"})
    void leftAndRightMeasureTogether(String name) {
        Cell cell = Cell.named(name);
        Candidate candidate = Candidate.named("ladder/concurrent/reader");
        Library first = candidate.open(directory, true, false);
        Library second = candidate.open(directory, false, false);
        Schedule schedule = Schedule.ofMs(5, 20).startingAt(System.nanoTime(), 0);
        Inbox there = new Inbox();
        Inbox back = new Inbox();
        Slice right = slice(cell, schedule, first.receiver(1, there, true), first.sender(2), there);
        Slice left = slice(cell, schedule, second.receiver(2, back, false), second.sender(1), back);
        CompletableFuture<Map<String, ?>> ofRight =
                CompletableFuture.supplyAsync(() -> cell.isRoundTrip() ? right.answer() : right.receive());
        Map<String, ?> ofLeft = cell.isRoundTrip() ? left.askForAnswers() : left.send();
        if (cell.isRoundTrip()) {
            assertEquals(Map.of(), ofRight.join());
            long trips = ((Number) ofLeft.get("count")).longValue();
            assertTrue(trips > 0 && there.count() > trips * cell.burst(), "with those of the lead-in");
        } else {
            assertTrue(((Number) ofRight.join().get("rate")).doubleValue() > 0);
            assertEquals(there.count(), ((Number) ofLeft.get("sent")).longValue());
        }
    }

    private static Slice slice(
            Cell cell, Schedule schedule, Library.Receiver receiver, Library.Sender sender, Inbox inbox) {
        inbox.begin();
        return new Slice(cell, schedule, new Patience(schedule.endNs()), receiver, sender, inbox);
    }

    @Test
    void anInboxFindsWhatIsLostRepeatedOrOutOfOrder() {
        assertTrue(inbox(1, 2, Inbox.end(2)).isEnded());
        assertFalse(inbox(1, 2).isEnded());
        assertThrows(IllegalStateException.class, () -> inbox(1, Inbox.end(2)).isEnded());
        assertThrows(
                IllegalStateException.class, () -> inbox(1, 1, Inbox.end(2)).isEnded());
        assertThrows(
                IllegalStateException.class, () -> inbox(2, 1, Inbox.end(2)).isEnded());
    }

    private static Inbox inbox(long... values) {
        Inbox inbox = new Inbox();
        inbox.begin();
        for (long value : values) {
            inbox.take(value);
        }
        return inbox;
    }

    @ParameterizedTest
    @ValueSource(strings = {"roundtrip", "roundtrip-7", "roundtrip-12", "throughput-65544", "other-8", "ROUNDTRIP-8"})
    void othersAreNoCells(String name) {
        assertThrows(IllegalArgumentException.class, () -> Cell.named(name));
    }
}
