/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.memory.MappedBuffer;
import org.junit.jupiter.api.Test;

class PollFillTest {
    private final PollFill fill = new PollFill(4);
    private final CheckedFrameHandler<RuntimeException> handler = fill.counting((buffer, offset, length, header) -> {});

    @Test
    void whoWaitsHasAnEmptyInput() {
        assertEquals(0, fill.look());
    }

    @Test
    void whoFindsAsManyAsItMayTakeHasAFullOne() {
        handle(8);
        poll(2);
        assertEquals(1, fill.look());
        assertEquals(0, fill.look(), "since the last look");
    }

    @Test
    void whoKeepsUpFindsAFewAtATime() {
        handle(3);
        poll(3);
        assertEquals(0.25, fill.look());
    }

    @Test
    void whoIsInTheMidstOfALongPollIsBehind() {
        handle(3);
        assertEquals(1, fill.look());
        handle(1);
        poll(1);
        assertEquals(0.25, fill.look());
    }

    private void handle(int times) {
        for (int i = 0; i < times; i++) {
            handler.onFrame(MappedBuffer.allocate(8), 0, 8, null);
        }
    }

    private void poll(int times) {
        for (int i = 0; i < times; i++) {
            fill.polled();
        }
    }
}
