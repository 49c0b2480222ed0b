/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    private static List<Long> next(Threads.Backoff idle, int count) {
        return LongStream.range(0, count).mapToObj(i -> idle.nextNs()).toList();
    }

    @Test
    void fromTheMinimumItselfToTheMaximum() {
        Threads.Backoff idle = new Threads.Backoff(25, 1_000);
        assertEquals(List.of(25L, 50L, 100L, 200L, 400L, 800L, 1_000L, 1_000L), next(idle, 8));
        idle.reset();
        assertEquals(List.of(25L, 50L), next(idle, 2));
    }

    @Test
    void theSameAlwaysIfMinimumAndMaximumAre() {
        assertEquals(List.of(1_000L, 1_000L, 1_000L), next(new Threads.Backoff(1_000, 1_000), 3));
        assertEquals(List.of(0L, 0L, 0L), next(new Threads.Backoff(0, 0), 3));
    }
}
