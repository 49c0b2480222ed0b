/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.samples.summarizer.live.Counter;
import org.junit.jupiter.api.Test;

class PollFillTest {
    private final Counter messages = new Counter();
    private final Counter polls = new Counter();
    private final PollFill fill = new PollFill(messages, polls, 4);

    @Test
    void whoWaitsHasAnEmptyInput() {
        assertEquals(0, fill.look());
    }

    @Test
    void whoFindsAsManyAsItMayTakeHasAFullOne() {
        count(messages, 8);
        count(polls, 2);
        assertEquals(1, fill.look());
        assertEquals(0, fill.look(), "since the last look");
    }

    @Test
    void whoKeepsUpFindsAFewAtATime() {
        count(messages, 3);
        count(polls, 3);
        assertEquals(0.25, fill.look());
    }

    @Test
    void whoIsInTheMidstOfALongPollIsBehind() {
        count(messages, 3);
        assertEquals(1, fill.look());
        count(messages, 1);
        count(polls, 1);
        assertEquals(0.25, fill.look());
    }

    private static void count(Counter counter, int times) {
        for (int i = 0; i < times; i++) {
            counter.increment();
        }
    }
}
