/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CatchUpPauseTest {
    private final CatchUpPause pause = new CatchUpPause();

    /** One poll that finds messages and their end, and the next, which finds so many more. */
    private void catchUpThenFind(int messages) {
        pause.afterPoll(1, true);
        pause.afterPoll(messages, false);
    }

    private void catchUpThenFind(int messages, int times) {
        for (int i = 0; i < times; i++) {
            catchUpThenFind(messages);
        }
    }

    @Test
    void whereMessagesComeOneByOneItHardlyEverWaits() {
        int waits = 0;
        for (int i = 0; i < 100_000; i++) {
            waits += pause.pauseNs() > 0 ? 1 : 0;
            catchUpThenFind(0);
        }
        assertTrue(waits > 50 && waits < 200, "waits=" + waits);
    }

    @Test
    void whereManyComeInAPauseItWaitsLonger() {
        catchUpThenFind(20, 32);
        assertEquals(250, pause.pauseNs(), "an attempt");
        catchUpThenFind(20);
        assertEquals(500, pause.pauseNs());
        catchUpThenFind(20, 5);
        assertEquals(1000, pause.pauseNs(), "the longest");
    }

    @Test
    void whereEnoughComeItStaysAsItIs() {
        catchUpThenFind(200, 100);
        assertEquals(250, pause.pauseNs());
    }

    @Test
    void whereNoneComeItWaitsLessAndStops() {
        catchUpThenFind(20, 40);
        catchUpThenFind(2);
        assertEquals(500, pause.pauseNs());
        catchUpThenFind(0, 2);
        assertEquals(0, pause.pauseNs());
    }

    @Test
    void onlyAPollThatFollowsOneThatCaughtUpWaits() {
        catchUpThenFind(20, 40);
        assertFalse(pause.isDue(), "the last poll left messages");
        pause.afterPoll(1, true);
        assertTrue(pause.isDue());
        pause.afterPoll(0, true);
        assertFalse(pause.isDue(), "the last poll found nothing: nobody writes there");
    }
}
