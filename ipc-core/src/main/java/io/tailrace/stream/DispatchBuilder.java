/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Dispatch;
import io.tailrace.FrameHandler;
import io.tailrace.TailraceException;
import io.tailrace.dispatch.FailurePolicy;
import io.tailrace.dispatch.FailurePolicy.FailedFrame;
import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatch.Strategy;
import io.tailrace.dispatcher.DispatcherConfig;
import io.tailrace.dispatcher.DispatcherConfig.IdleTimes;
import io.tailrace.dispatcher.FrameWindow;
import io.tailrace.internal.ErrorText;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The configuration of a dispatch. */
final class DispatchBuilder implements Dispatch.Builder {
    /** Frames of this many lanes may run at once if the order is per key. */
    private static final int LANES = 256;

    private static final FrameKey NO_KEY = (buffer, offset, length) -> 0;

    private final StreamSubscription subscription;
    private final CheckedFrameHandler<?> handler;
    private Strategy strategy = Strategy.ADAPTIVE;
    private int lanes = 1;
    private FrameKey key = NO_KEY;
    private int workers = Runtime.getRuntime().availableProcessors();
    private FrameWindow.Limits window = new FrameWindow.Limits(1024, 1024 * 1024);
    private IdleTimes idleTimes = IdleTimes.DEFAULT;
    private FailurePolicy policy = FailurePolicy.SKIP;
    private Consumer<FailedFrame> failureHandler;

    DispatchBuilder(StreamSubscription subscription, CheckedFrameHandler<?> handler, Consumer<Throwable> errorHandler) {
        this.subscription = subscription;
        this.handler = handler;
        this.failureHandler = failed -> errorHandler.accept(new TailraceException(
                "stream=" + subscription.stream() + ": " + failed + ErrorText.origin(failed.cause()), failed.cause()));
    }

    @Override
    public DispatchBuilder strategy(Strategy newStrategy) {
        strategy = Objects.requireNonNull(newStrategy, "strategy");
        return this;
    }

    @Override
    public DispatchBuilder orderPerLog() {
        lanes = 1;
        key = NO_KEY;
        return this;
    }

    @Override
    public DispatchBuilder orderPerKey(FrameKey newKey) {
        lanes = LANES;
        key = Objects.requireNonNull(newKey, "key");
        return this;
    }

    @Override
    public DispatchBuilder unordered() {
        lanes = 0;
        key = NO_KEY;
        return this;
    }

    @Override
    public DispatchBuilder workers(int count) {
        workers = count;
        return this;
    }

    @Override
    public DispatchBuilder window(int frames, long bytes) {
        window = new FrameWindow.Limits(frames, bytes);
        return this;
    }

    @Override
    public DispatchBuilder idle(Duration shortest, Duration longest) {
        idleTimes = IdleTimes.of(shortest, longest);
        return this;
    }

    @Override
    public DispatchBuilder onFailure(FailurePolicy newPolicy) {
        policy = Objects.requireNonNull(newPolicy, "policy");
        return this;
    }

    @Override
    public DispatchBuilder failureHandler(Consumer<FailedFrame> newHandler) {
        failureHandler = Objects.requireNonNull(newHandler, "failureHandler");
        return this;
    }

    @Override
    public Dispatch start(Executor executor) {
        DispatcherConfig config = new DispatcherConfig(
                decidedStrategy(), lanes, workers, window, idleTimes, policy, failureHandler, executor);
        SubscriptionDispatch dispatch = new SubscriptionDispatch(subscription, handler, key, config);
        dispatch.start();
        return dispatch;
    }

    private Strategy decidedStrategy() {
        if (strategy != Strategy.ADAPTIVE) {
            return strategy;
        }
        return handler instanceof FrameHandler.NonBlocking
                ? Strategy.PRODUCE_CONSUME
                : Strategy.EXECUTE_PRODUCE_CONSUME;
    }
}
