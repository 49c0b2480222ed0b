/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.inspect.LocalHost;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** This host, which counts its readings, and may throw on one. */
final class CountingHost extends LocalHost {
    private final AtomicInteger looks = new AtomicInteger();
    private volatile @Nullable Error error;

    int looks() {
        return looks.get();
    }

    void throwAtNextLook(Error thrown) {
        error = thrown;
    }

    @Override
    public Instant now() {
        looks.incrementAndGet();
        Error thrown = error;
        if (thrown != null) {
            throw thrown;
        }
        return super.now();
    }
}
