/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.CounterSource;
import io.tailrace.Dispatch;
import io.tailrace.Subscription;
import io.tailrace.dispatch.DispatchCounters;
import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatch.RunningFrame;
import io.tailrace.dispatcher.Dispatcher;
import io.tailrace.dispatcher.DispatcherConfig;
import io.tailrace.wait.Durations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The messages of a subscription, distributed to the threads of an executor. */
final class SubscriptionDispatch implements Dispatch {
    /** How long a dispatch that is closed waits for an executor that has not run it yet. */
    private static final long START_PATIENCE_NS = 500_000_000;

    private final StreamSubscription subscription;
    private final DispatchedImages images;
    private final Dispatcher dispatcher;

    SubscriptionDispatch(
            StreamSubscription subscription, CheckedFrameHandler<?> handler, FrameKey key, DispatcherConfig config) {
        this.subscription = subscription;
        this.images = new DispatchedImages(
                subscription,
                handler,
                key,
                config.maxThreads(),
                subscription.newWait(),
                failure -> subscription.end(this, failure));
        this.dispatcher = new Dispatcher(config, images);
    }

    void start() {
        subscription.begin(this);
        dispatcher.start();
    }

    /** Called when the images have changed, or one is closed. Any thread. */
    void wake() {
        images.wake();
    }

    @Override
    public Subscription subscription() {
        return subscription;
    }

    @Override
    public DispatchCounters counters() {
        return dispatcher.counters();
    }

    /** Conductor: shows the same figures to tools. */
    void tell(CounterSource.Sink sink) {
        DispatchCounters counters = counters();
        sink.total("read", counters.read());
        sink.total("handled", counters.handled());
        sink.total("failedAttempts", counters.failedAttempts());
        sink.total("retries", counters.retries());
        sink.total("skipped", counters.skipped());
        sink.total("deadLetters", counters.deadLetters());
        sink.total("windowFull", counters.windowFull());
        sink.total("recruits", counters.recruits());
        sink.total("refusals", counters.refusals());
        sink.total("parks", counters.parks());
        sink.level("threads", counters.threads());
        sink.level("framesInFlight", counters.framesInFlight());
        sink.level("bytesInFlight", counters.bytesInFlight());
        sink.level("oldestRunningNs", counters.oldestRunningNs());
    }

    @Override
    public List<RunningFrame> running() {
        return dispatcher.running();
    }

    @Override
    public boolean isEnded() {
        return dispatcher.end().getCount() == 0;
    }

    @Override
    public @Nullable Throwable failure() {
        return dispatcher.failure();
    }

    @Override
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return dispatcher.end().await(Durations.toNanos(timeout), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        dispatcher.stop();
        if (dispatcher.isWorkedByCaller()) {
            return;
        }
        try {
            dispatcher.end().await(START_PATIENCE_NS, TimeUnit.NANOSECONDS);
            dispatcher.endIfNeverRun();
            dispatcher.end().await();
        } catch (InterruptedException e) {
            dispatcher.endIfNeverRun();
            Thread.currentThread().interrupt();
        }
    }
}
