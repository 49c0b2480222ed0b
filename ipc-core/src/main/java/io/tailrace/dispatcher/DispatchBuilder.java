/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.Dispatch;
import io.tailrace.dispatch.FailurePolicy;
import io.tailrace.dispatch.FailurePolicy.FailedFrame;
import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatch.Strategy;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The configuration of a dispatch. A dispatch that was started keeps it, whatever is set here afterwards. */
public final class DispatchBuilder implements Dispatch.Builder {
    private static final int MAX_WORKERS = DispatchThreads.MAX_THREADS - 1;
    /** Frames of this many lanes may run at once if the order is per key. */
    private static final int LANES = 256;

    private static final FrameKey NO_KEY = (buffer, offset, length) -> 0;

    private final FrameFeed.Opener opener;
    private final Strategy adapted;
    private FrameKey key = NO_KEY;

    Strategy strategy = Strategy.ADAPTIVE;
    /** Maximum number of frames of one log that run at once; 0 if there is no limit. */
    int lanes = 1;

    int workers = Runtime.getRuntime().availableProcessors();
    FrameWindow.Limits window = new FrameWindow.Limits(1024, 1024 * 1024);
    long shortestIdleNs = 25_000;
    long longestIdleNs = 1_000_000;
    FailurePolicy policy = FailurePolicy.SKIP;
    Consumer<FailedFrame> failureHandler;

    /**
     * @param isNonBlocking whether the handler is declared never to wait
     * @param failureHandler unless another one is set
     */
    public DispatchBuilder(FrameFeed.Opener opener, boolean isNonBlocking, Consumer<FailedFrame> failureHandler) {
        this.opener = opener;
        this.adapted = isNonBlocking ? Strategy.PRODUCE_CONSUME : Strategy.EXECUTE_PRODUCE_CONSUME;
        this.failureHandler = failureHandler;
    }

    @Override
    public DispatchBuilder strategy(Strategy newStrategy) {
        strategy = Objects.requireNonNull(newStrategy, "strategy");
        return this;
    }

    @Override
    public DispatchBuilder orderPerLog() {
        return order(1, NO_KEY);
    }

    @Override
    public DispatchBuilder orderPerKey(FrameKey newKey) {
        return order(LANES, Objects.requireNonNull(newKey, "key"));
    }

    @Override
    public DispatchBuilder unordered() {
        return order(0, NO_KEY);
    }

    private DispatchBuilder order(int newLanes, FrameKey newKey) {
        lanes = newLanes;
        key = newKey;
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
        long shortestNs = shortest.toNanos();
        long longestNs = longest.toNanos();
        if (shortestNs < 1 || longestNs < shortestNs) {
            throw new IllegalArgumentException(
                    "idle times out of order: shortestNs=" + shortestNs + ", longestNs=" + longestNs + ", min=1");
        }
        shortestIdleNs = shortestNs;
        longestIdleNs = longestNs;
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
        Dispatcher dispatcher = create(executor);
        dispatcher.start();
        return dispatcher;
    }

    Dispatcher create(Executor executor) {
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException(
                    "number of workers out of range: workers=" + workers + ", min=1, max=" + MAX_WORKERS);
        }
        return new Dispatcher(this, executor, opener.open(key, maxThreads()));
    }

    /** {@return the strategy, which is not ADAPTIVE} */
    Strategy decidedStrategy() {
        return strategy == Strategy.ADAPTIVE ? adapted : strategy;
    }

    /** {@return the maximum number of the executor's threads that the dispatch takes} */
    int maxThreads() {
        return switch (decidedStrategy()) {
            case PRODUCE_CONSUME -> 1;
            case PRODUCE_EXECUTE_CONSUME -> workers + 1;
            default -> workers;
        };
    }
}
