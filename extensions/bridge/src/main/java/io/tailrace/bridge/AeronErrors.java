/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Passes on errors of Aeron. Many repeat with each datagram, for example while the network is down. So each text is
 * passed on once, and again only after a minute without it. Any thread.
 */
final class AeronErrors {
    private static final long QUIET_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_TEXTS = 64;

    private final Consumer<Throwable> errors;
    private final LongSupplier clock;
    private final Map<String, Long> seenNs = new HashMap<>();

    AeronErrors(Consumer<Throwable> errors, LongSupplier clock) {
        this.errors = errors;
        this.clock = clock;
    }

    void onError(Throwable error) {
        if (isNews(String.valueOf(error.getMessage()))) {
            errors.accept(error);
        }
    }

    private synchronized boolean isNews(String text) {
        long nowNs = clock.getAsLong();
        if (seenNs.size() == MAX_TEXTS && !seenNs.containsKey(text)) {
            seenNs.clear();
        }
        Long before = seenNs.put(text, nowNs);
        return before == null || nowNs - before > QUIET_NS;
    }
}
