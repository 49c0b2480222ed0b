/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FailurePolicyTest {
    private static final Duration MILLI = Duration.ofMillis(1);

    @Test
    void pausesDoubleUpToTheLongest() {
        FailurePolicy retry = FailurePolicy.retry(100, MILLI, Duration.ofMillis(5), FailurePolicy.SKIP);
        long[] expectedMs = {1, 2, 4, 5, 5};
        for (int attempt = 0; attempt < 100; attempt++) {
            assertEquals(expectedMs[Math.min(attempt, 4)] * 1_000_000, retry.pauseNs(attempt));
        }
    }

    @Test
    void impossibleRetriesAreRefused() {
        assertRefused("attempts=0", 0, MILLI, MILLI, FailurePolicy.SKIP);
        assertRefused("firstPause=PT0S", 1, Duration.ZERO, MILLI, FailurePolicy.SKIP);
        assertRefused("longestPause=PT0.001S", 1, Duration.ofMillis(2), MILLI, FailurePolicy.SKIP);
        FailurePolicy retry = FailurePolicy.retry(1, MILLI, MILLI, FailurePolicy.HALT);
        assertRefused("a retry after a retry", 1, MILLI, MILLI, retry);
    }

    private static void assertRefused(
            String expected, int attempts, Duration first, Duration longest, FailurePolicy then) {
        var error =
                assertThrows(IllegalArgumentException.class, () -> FailurePolicy.retry(attempts, first, longest, then));
        assertTrue(error.getMessage().contains(expected), error.getMessage());
    }
}
