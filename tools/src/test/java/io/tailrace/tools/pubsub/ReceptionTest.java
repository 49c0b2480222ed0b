/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReceptionTest {
    @Test
    void rateIsThatBetweenTheFirstAndTheLastMessage() {
        assertEquals(
                "1000000 received, 500,000 messages/s, 16.0 MB/s",
                Reception.summary(1_000_000, 32_000_000, TimeUnit.SECONDS.toNanos(2), TimeUnit.SECONDS.toNanos(60)));
    }

    @Test
    void rateIsThatOfTheWholeTimeWhereAllCameAtOnce() {
        assertEquals("10 received, 5 messages/s, 0.0 MB/s", Reception.summary(10, 20, 0, TimeUnit.SECONDS.toNanos(2)));
    }

    @Test
    void nothingAtAllHasARateToo() {
        assertEquals("0 received, 0 messages/s, 0.0 MB/s", Reception.summary(0, 0, 0, 0));
    }
}
