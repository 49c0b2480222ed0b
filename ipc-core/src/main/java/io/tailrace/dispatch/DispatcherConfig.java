/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * How a {@link Dispatcher} works.
 *
 * @param strategy not ADAPTIVE: whoever knows the handler has decided
 * @param lanes how many frames of one log may be run at once at most: 1, or another power of two; 0 if any
 * @param workers most threads that run handlers
 * @param window of each log
 * @param idleTimes of a thread without work
 * @param policy for frames whose handler throws
 * @param failureHandler told of each that it failed for good; by the thread that ran it
 * @param executor whose threads work
 */
public record DispatcherConfig(
        Strategy strategy,
        int lanes,
        int workers,
        FrameWindow.Limits window,
        IdleTimes idleTimes,
        FailurePolicy policy,
        Consumer<FailedFrame> failureHandler,
        Executor executor) {
    public static final int MAX_WORKERS = Crew.MAX_THREADS - 1;

    /**
     * @throws IllegalArgumentException if the number of workers or lanes is out of range
     */
    public DispatcherConfig {
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException(
                    "number of workers out of range: workers=" + workers + ", min=1, max=" + MAX_WORKERS);
        }
        if (lanes < 0 || Integer.bitCount(lanes) > 1) {
            throw new IllegalArgumentException("number of lanes is no power of two: lanes=" + lanes);
        }
    }

    /** {@return the most threads of the executor that it takes} */
    public int maxThreads() {
        return switch (strategy) {
            case PRODUCE_CONSUME -> 1;
            case PRODUCE_EXECUTE_CONSUME -> workers + 1;
            case EXECUTE_PRODUCE_CONSUME -> workers;
            case ADAPTIVE -> throw new IllegalArgumentException("not decided: strategy=" + strategy);
        };
    }
}
