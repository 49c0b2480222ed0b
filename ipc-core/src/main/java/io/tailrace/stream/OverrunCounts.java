/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.CounterSource;
import io.tailrace.SubscriptionConfig.OverrunHandler;
import io.tailrace.events.Events;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The losses of a subscription to publishers that did not wait for it. They are reported to the program and the Flight
 * Recorder, and counted in bytes, padding included, because the messages were overwritten before they could be counted.
 * A client shows both figures among its counters from the first loss on. Any thread.
 */
final class OverrunCounts implements CounterSource {
    private final OverrunHandler handler;
    private final Runnable show;
    private final AtomicLong overruns = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    /** @param show run when the first loss is counted */
    OverrunCounts(OverrunHandler handler, Runnable show) {
        this.handler = handler;
        this.show = show;
    }

    /** Publishers have overwritten what an image had not read. Called by the polling thread. */
    void count(LogImage image, long from, long to) {
        bytes.addAndGet(to - from);
        if (overruns.getAndIncrement() == 0) {
            show.run();
        }
        Events.overrun(image.stream(), image.logId(), image.subscription().registrationId(), from, to);
        handler.onOverrun(image, from, to);
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
