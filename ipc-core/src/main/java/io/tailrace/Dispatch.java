/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.dispatch.DispatchCounters;
import io.tailrace.dispatch.Dispatcher;
import io.tailrace.dispatch.DispatcherConfig;
import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatch.RunningFrame;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Has the messages of a subscription handled by the threads of an executor, several at a time, where they stand in
 * the log: see {@link Subscription#dispatch}. Any thread.
 *
 * <ul>
 *   <li><b>Each message is handled at least once.</b> The subscriber's position only ever passes what is done,
 *       without gaps. So a slow handler holds the publishers back, in the end; one that does not return stops them,
 *       and {@link #running} names it. Who goes on after a crash, an end or a halt gets everything again from the
 *       position on: of what was done already, no more than the window holds.
 *   <li><b>The handler</b> is called by several threads at the same time, unless the order forbids it; where it
 *       does, what one call has done is visible to the next. The bytes are valid until it returns, and so is the
 *       header. A message is one frame: nothing is ever put together from parts.
 *   <li><b>Images</b> that come are dispatched as they come, each with a window of its own. One that ends was
 *       handled to its end. Where the subscription is closed no handler begins any more, those that run are waited
 *       for before publishers may use their memory again, and none of it is told as done. The same, but for the
 *       waiting, where a new driver does not know the image: nobody can be made to wait then, as for a poll.
 *   <li><b>Only a subscription that gates</b> is dispatched. Where publishers do not wait (DROP, EVICT) a message
 *       can not stay while its handler runs.
 *   <li><b>Polling</b> an image that is dispatched fails: the position would pass what is not done.
 *   <li><b>The executor</b> is not shut down. Shut down before this, it has the dispatch halt, if it interrupts its
 *       threads, or else waits for it. An interrupt that a handler leaves behind is cleared.
 * </ul>
 */
public final class Dispatch implements AutoCloseable {
    private final Subscription subscription;
    private final Dispatcher dispatcher;

    Dispatch(Subscription subscription, FrameHandler handler, FrameKey key, DispatcherConfig config) {
        this.subscription = subscription;
        this.dispatcher = new Dispatcher(
                config,
                new DispatchedImages(
                        subscription, handler, key, config.maxThreads(), failure -> subscription.end(this, failure)));
    }

    void start() {
        subscription.begin(this);
        dispatcher.start();
    }

    public Subscription subscription() {
        return subscription;
    }

    /**
     * {@return what was done so far, and what there is to do} {@code tailrace counters} shows the same from outside.
     */
    public DispatchCounters counters() {
        return dispatcher.counters();
    }

    /** Conductor: tells the same to whoever looks from outside. */
    void tell(CounterSink sink) {
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

    /** {@return the messages that handlers have in hand now, the one in hand for longest first} */
    public List<RunningFrame> running() {
        return dispatcher.running();
    }

    /**
     * {@return whether it has ended: nothing of it runs any more, and the subscription may be polled or dispatched
     * again}
     */
    public boolean isEnded() {
        return dispatcher.end().getCount() == 0;
    }

    /**
     * {@return why it has halted, which the client's error handler was told, too; null if it has not} What a handler
     * threw under HALT, what the log or the key threw when it was read, or that the executor was shut down.
     */
    public @Nullable Throwable failure() {
        return dispatcher.failure();
    }

    /**
     * Waits for its end.
     *
     * @return whether it has ended in time
     */
    public boolean awaitEnd(Duration timeout) throws InterruptedException {
        return dispatcher.end().await(Durations.toNanos(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Ends it: no handler begins any more, and those that run are waited for, unless one of them calls. The
     * subscription stays, and goes on from its position, whoever polls or dispatches it next. Returns early, with the
     * interrupt status set, when interrupted.
     */
    @Override
    public void close() {
        dispatcher.stop();
        if (!dispatcher.isWorkedByCaller()) {
            try {
                dispatcher.end().await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
