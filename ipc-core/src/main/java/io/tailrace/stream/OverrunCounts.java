/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.CounterSource;
import io.tailrace.SubscriptionConfig.OverrunHandler;
import io.tailrace.events.Events;
import io.tailrace.log.SubscriberProgress;
import io.tailrace.log.read.DroppingReader;
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

    /**
     * Moves to the next message. If publishers have overwritten unread messages, reports that and continues after them.
     * Called by the polling thread.
     *
     * @return its header; 0 if there is none
     */
    long next(LogImage image, DroppingReader reader, SubscriberProgress progress) {
        long word = reader.next();
        while (word == DroppingReader.OVERRUN) {
            long from = reader.frames().position();
            long to = reader.skipLost();
            count(to - from);
            if (!image.isClosedNow()) { // Its slot may belong to another subscriber.
                progress.lost(from, to);
            }
            Events.overrun(image.stream(), image.logId(), image.subscription().registrationId(), from, to);
            handler.onOverrun(image, from, to);
            word = reader.next();
        }
        return word;
    }

    private void count(long length) {
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
