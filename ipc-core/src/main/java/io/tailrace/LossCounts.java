/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what a subscription has lost to publishers that did not wait for it: in bytes, padding included, for the
 * messages were written over before anybody could count them. A client shows both figures among its counters from the
 * first loss on. Any thread.
 */
final class LossCounts implements CounterSource {
    private final Runnable show;
    private final AtomicLong overruns = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /** @param show run when the first loss is counted */
    LossCounts(Runnable show) {
        this.show = show;
    }

    void lost(long length) {
        bytes.addAndGet(length);
        if (overruns.getAndIncrement() == 0) {
            show.run();
        }
    }

    long overruns() {
        return overruns.get();
    }

    long bytes() {
        return bytes.get();
    }

    @Override
    public void read(Sink sink) {
        sink.total("overruns", overruns());
        sink.total("lostBytes", bytes());
    }
}
