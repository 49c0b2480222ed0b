/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.peer.RawRing.RawLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawTest {
    @TempDir
    private Path directory;

    private final List<Long> taken = new ArrayList<>();

    @Test
    void ringKeepsOrderAndHoldsBackWhoeverIsALapAhead() {
        Library.Receiver receiver = new RawRing(directory, true, RawRing.LENGTH).receiver(1, taken::add, false);
        Library.Sender sender = new RawRing(directory, false, RawRing.LENGTH).sender(1);
        long sent = 0;
        for (int lap = 0; lap < 3; lap++) {
            while (sender.send(sent, 1, RawRing.MAX_PAYLOAD)) {
                sent++;
            }
            while (receiver.poll(100) != 0) {
                // All messages.
            }
            assertEquals(LongStream.range(0, sent).boxed().toList(), taken);
        }
    }

    @Test
    void linesHoldTheLastMessage() {
        Library.Receiver receiver = new RawLines(directory, true).receiver(1, taken::add, false);
        Library.Sender sender = new RawLines(directory, false).sender(1);
        assertEquals(0, receiver.poll(1));
        assertTrue(sender.send(5, 1, 32));
        assertEquals(1, receiver.poll(1));
        assertEquals(List.of(5L), taken);
        assertEquals(0, receiver.poll(1), "each message once");
    }
}
