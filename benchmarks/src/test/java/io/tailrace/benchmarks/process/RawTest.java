/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawTest {
    @TempDir
    private Path directory;

    @Test
    void ringKeepsOrderAndHoldsBackWhoeverIsALapAhead() {
        Library right = new RawRing(Side.RIGHT, directory);
        Library.Receiver receiver = right.receiver(Stream.THERE);
        Library.Sender sender = new RawRing(Side.LEFT, directory).sender(Stream.THERE);

        long sent = 0;
        long received = 0;
        for (int lap = 0; lap < 3; lap++) {
            while (sender.send(sent, RawRing.MAX_PAYLOAD)) {
                sent++;
            }
            while (receiver.poll() != 0) {
                assertEquals(received++, receiver.inbox().last());
            }
            assertEquals(sent, received);
        }
    }

    @Test
    void linesHoldTheLastMessage() {
        Library.Receiver receiver = new RawLines(Side.RIGHT, directory).receiver(Stream.THERE);
        Library.Sender sender = new RawLines(Side.LEFT, directory).sender(Stream.THERE);

        assertEquals(0, receiver.poll());
        assertTrue(sender.send(5, 32));
        assertEquals(1, receiver.poll());
        assertEquals(5, receiver.inbox().last());
        assertFalse(receiver.poll() != 0, "each message once");
    }
}
