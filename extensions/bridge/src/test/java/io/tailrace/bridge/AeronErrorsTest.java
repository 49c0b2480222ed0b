/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class AeronErrorsTest {
    private final List<String> told = new ArrayList<>();
    private long nowNs = -5;
    private final AeronHost.Errors errors = new AeronHost.Errors(error -> told.add(error.getMessage()), () -> nowNs);

    private void report(String text) {
        errors.onError(new IllegalStateException(text));
    }

    @Test
    void whatComesAgainAndAgainIsToldOnce() {
        for (int i = 0; i < 1_000; i++) {
            report("unreachable");
            report("unresolved");
            nowNs += TimeUnit.SECONDS.toNanos(1);
        }
        assertEquals(List.of("unreachable", "unresolved"), told);
    }

    @Test
    void whatComesBackIsToldAgain() {
        report("unreachable");
        nowNs += TimeUnit.SECONDS.toNanos(61);
        report("unreachable");
        assertEquals(List.of("unreachable", "unreachable"), told);
    }
}
