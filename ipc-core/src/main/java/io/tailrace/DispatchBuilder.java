/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.dispatch.DeadLetters;
import io.tailrace.dispatch.DispatcherConfig;
import io.tailrace.dispatch.FailedFrame;
import io.tailrace.dispatch.FailurePolicy;
import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatch.FrameWindow;
import io.tailrace.dispatch.IdleTimes;
import io.tailrace.dispatch.Strategy;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * How the messages of a subscription are dispatched, then {@link #start}. Without more: in order per log, by ADAPTIVE,
 * as many workers as there are processors, at most 1,024 frames and 1 MiB of a log in flight, what fails is skipped and
 * reported to the client's error handler. One thread at a time.
 *
 * <pre>{@code
 * Dispatch dispatch = subscription.dispatch(handler)
 *         .orderPerKey((buffer, offset, length) -> buffer.getLong(offset))
 *         .workers(8)
 *         .onFailure(FailurePolicy.retry(3, Duration.ofMillis(1), Duration.ofSeconds(1), FailurePolicy.HALT))
 *         .start(executor);
 * }</pre>
 */
public final class DispatchBuilder {
    /** Frames of this many lanes may be run at once where keys keep their order. */
    private static final int LANES = 256;

    private static final FrameKey NO_KEY = (buffer, offset, length) -> 0;

    private final Subscription subscription;
    private final FrameHandler handler;
    private Strategy strategy = Strategy.ADAPTIVE;
    private int lanes = 1;
    private FrameKey key = NO_KEY;
    private int workers = Runtime.getRuntime().availableProcessors();
    private FrameWindow.Limits window = new FrameWindow.Limits(1024, 1024 * 1024);
    private IdleTimes idleTimes = IdleTimes.DEFAULT;
    private FailurePolicy policy = FailurePolicy.SKIP;
    private Consumer<FailedFrame> failureHandler;

    DispatchBuilder(Subscription subscription, FrameHandler handler, Consumer<Throwable> errorHandler) {
        this.subscription = subscription;
        this.handler = handler;
        this.failureHandler = failed -> errorHandler.accept(
                new TailraceException("stream=" + subscription.stream() + ": " + failed, failed.cause()));
    }

    /** Who reads and who runs handlers. Default: ADAPTIVE. */
    public DispatchBuilder strategy(Strategy newStrategy) {
        strategy = Objects.requireNonNull(newStrategy, "strategy");
        return this;
    }

    /**
     * Messages of a log are handled one after the other, in its order; those of different logs at the same time. The
     * default.
     */
    public DispatchBuilder orderPerLog() {
        lanes = 1;
        key = NO_KEY;
        return this;
    }

    /**
     * Messages of a log that have the same key are handled one after the other, in its order; others at the same time,
     * unless their keys fall into the same one of 256 lanes.
     */
    public DispatchBuilder orderPerKey(FrameKey newKey) {
        lanes = LANES;
        key = Objects.requireNonNull(newKey, "key");
        return this;
    }

    /** Any message may be handled at any time. */
    public DispatchBuilder unordered() {
        lanes = 0;
        key = NO_KEY;
        return this;
    }

    /**
     * How many handlers may run at the same time. One where the strategy has one thread do everything.
     * Default: as many as there are processors.
     */
    public DispatchBuilder workers(int count) {
        workers = count;
        return this;
    }

    /**
     * How much of each log may be in flight: read, and not behind the point up to which everything is done. After a
     * crash that much comes again at most. Beyond it nothing is read, and once the log's own window is full, too,
     * publishers wait. Default: 1024 frames and 1 MiB.
     *
     * @param frames at most; a power of two up to 2^20
     * @param bytes nothing is read while it is as many, so it may be one frame more
     * @throws IllegalArgumentException if a limit is out of range
     */
    public DispatchBuilder window(int frames, long bytes) {
        window = new FrameWindow.Limits(frames, bytes);
        return this;
    }

    /**
     * How long a thread without work sleeps before it looks again: the shortest time first, twice as long each time. At
     * rest one thread looks, each longest time. Default: 25 microseconds and a millisecond.
     *
     * @throws IllegalArgumentException if a time is not positive, or the longest is below the shortest
     */
    public DispatchBuilder idle(Duration shortest, Duration longest) {
        idleTimes = IdleTimes.of(shortest, longest);
        return this;
    }

    /** What becomes of a message whose handler throws, be it an Error. Default: SKIP, which reports it. */
    public DispatchBuilder onFailure(FailurePolicy newPolicy) {
        policy = Objects.requireNonNull(newPolicy, "policy");
        return this;
    }

    /**
     * Told of each message that the handler has failed for good, by the thread that ran it; of several at a time.
     * What it throws is ignored. Default: tells the error handler of {@link TailraceConfig}.
     */
    public DispatchBuilder failureHandler(Consumer<FailedFrame> newHandler) {
        failureHandler = Objects.requireNonNull(newHandler, "failureHandler");
        return this;
    }

    /**
     * {@return dead letters that go to a stream} Each is offered as it is; what becomes of it and why is told to the
     * failure handler. One that is not accepted in time, because nobody subscribes or who does is too slow, or because
     * the publication is closed, has the dispatch halt: nothing is lost.
     *
     * @param timeout how long to wait for room and for a subscriber
     */
    public static DeadLetters toStream(Publication publication, Duration timeout) {
        return (buffer, offset, length) -> publication.offer(buffer, offset, length, timeout);
    }

    /**
     * Begins. The dispatch has one of the executor's threads all the time, and more while there is work for them:
     * {@link Dispatch} has the rest.
     *
     * @param executor whose threads read and run handlers; where it runs what it is given in the calling thread, this
     *     returns when the dispatch has ended. With PRODUCE_EXECUTE_CONSUME it needs two threads, else one
     * @throws IllegalArgumentException if the number of workers is out of range
     * @throws IllegalStateException if the subscription is closed, dispatched already, or polled by another thread
     * @throws java.util.concurrent.RejectedExecutionException if the executor refuses
     */
    public Dispatch start(Executor executor) {
        DispatcherConfig config = new DispatcherConfig(
                decidedStrategy(), lanes, workers, window, idleTimes, policy, failureHandler, executor);
        Dispatch dispatch = new Dispatch(subscription, handler, key, config);
        dispatch.start();
        return dispatch;
    }

    private Strategy decidedStrategy() {
        if (strategy != Strategy.ADAPTIVE) {
            return strategy;
        }
        return handler instanceof NonBlockingFrameHandler ? Strategy.PRODUCE_CONSUME : Strategy.EXECUTE_PRODUCE_CONSUME;
    }
}
