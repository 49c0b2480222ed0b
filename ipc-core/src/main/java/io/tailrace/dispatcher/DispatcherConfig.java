/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.dispatch.FailurePolicy;
import io.tailrace.dispatch.FailurePolicy.FailedFrame;
import io.tailrace.dispatch.Strategy;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The configuration of a {@link Dispatcher}.
 *
 * @param strategy not ADAPTIVE: the caller has decided, because it knows the handler
 * @param lanes maximum number of frames of one log that run at once: 1, or another power of two; 0 if there is no limit
 * @param workers maximum number of threads that run handlers
 * @param window of each log
 * @param idleTimes of a thread without work
 * @param policy for frames whose handler throws
 * @param failureHandler receives each frame that has finally failed, on the thread that ran it
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
    public static final int MAX_WORKERS = DispatchThreads.MAX_THREADS - 1;

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

    /** {@return the maximum number of the executor's threads that the dispatcher takes} */
    public int maxThreads() {
        return switch (strategy) {
            case PRODUCE_CONSUME -> 1;
            case PRODUCE_EXECUTE_CONSUME -> workers + 1;
            case EXECUTE_PRODUCE_CONSUME -> workers;
            case ADAPTIVE -> throw new IllegalArgumentException("not decided: strategy=" + strategy);
        };
    }

    /**
     * How long a thread that has found no work sleeps before it checks again: the shortest time first, then twice as
     * long each time.
     *
     * @param shortestNs in ns
     * @param longestNs in ns
     */
    public record IdleTimes(long shortestNs, long longestNs) {
        /** From 25 microseconds to 1 millisecond. */
        public static final IdleTimes DEFAULT = of(Duration.ofNanos(25_000), Duration.ofMillis(1));

        /**
         * @throws IllegalArgumentException if a time is not positive, or the longest is below the shortest
         */
        public IdleTimes {
            if (shortestNs < 1 || longestNs < shortestNs) {
                throw new IllegalArgumentException(
                        "idle times out of order: shortestNs=" + shortestNs + ", longestNs=" + longestNs + ", min=1");
            }
        }

        public static IdleTimes of(Duration shortest, Duration longest) {
            return new IdleTimes(shortest.toNanos(), longest.toNanos());
        }
    }
}
