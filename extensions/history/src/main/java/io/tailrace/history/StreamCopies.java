/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitSet;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamFinder;
import io.tailrace.follow.StreamWatch;
import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.history.segment.Purge;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;

/** The streams that are copied. The thread that finds them also deletes segments beyond the limits. */
final class StreamCopies extends StreamWatch<StreamCopy> {
    private static final long PURGE_NS = 60_000_000_000L;

    private final Tailrace client;
    private final HistoryStatus status;
    private final DriverDirectory driver;
    private final SubscriptionConfig subscribed;
    private long purgeNs = System.nanoTime();
    private long purgedAtSegments;

    StreamCopies(Tailrace client, HistoryStatus status, WaitSet waitSet) {
        super("history", new StreamFinder(new DriverDirectory(client.directory()), status.config.streams()), waitSet);
        this.client = client;
        this.status = status;
        this.driver = new DriverDirectory(client.directory());
        this.subscribed = subscriptionConfig(status.config.name(), status.config.lease());
    }

    @Override
    protected StreamSubscription subscribe(String stream) {
        return (StreamSubscription) client.addSubscription(stream, subscribed);
    }

    @Override
    protected StreamCopy follow(StreamSubscription subscription) throws IOException {
        return new StreamCopy(
                subscription, StreamHistory.of(status.space.directory(), subscription.stream()), driver, status);
    }

    /** Purges once a minute, and after each new segment. */
    @Override
    protected void maintain() throws IOException {
        KeepLimits limits = status.config.keep();
        long nowNs = System.nanoTime();
        boolean due = nowNs - purgeNs >= 0 || status.segments.get() != purgedAtSegments;
        if (limits.equals(KeepLimits.ALL) || !due) {
            return;
        }
        purgeNs = nowNs + PURGE_NS;
        purgedAtSegments = status.segments.get();
        for (StreamHistory stream : StreamHistory.allIn(status.space.directory())) {
            for (Purge.Candidate candidate : Purge.plan(
                    stream, limits.bytes(), limits.age().toMillis(), limits.segments(), status.clock.now())) {
                if (candidate.pinnedBy().isEmpty()) {
                    Purge.delete(candidate);
                    purgedAtSegments = status.segments.decrementAndGet();
                }
            }
        }
    }
}
