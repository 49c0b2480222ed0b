/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.TailraceConfig;
import io.tailrace.WaitPolicy;
import io.tailrace.dispatch.FailurePolicy.FailedFrame;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Configures how the messages of a subscription are dispatched, and starts with {@link #start}. By default messages are
 * handled in order per log, by as many workers as there are processors, with at most 1,024 frames and 1 MiB of a log in
 * flight. A message that fails is skipped and reported to the client's error handler. Only one thread at a time may
 * use a builder. A dispatch that was started keeps its settings.
 *
 * <pre>{@code
 * Dispatch dispatch = Dispatch.of(subscription, handler)
 *         .orderPerKey((buffer, offset, length) -> buffer.getLong(offset))
 *         .workers(8)
 *         .onFailure(FailurePolicy.retry(3, Duration.ofMillis(1), Duration.ofSeconds(1), FailurePolicy.HALT))
 *         .start(executor);
 * }</pre>
 */
public final class DispatchBuilder {
    /** Frames of this many lanes may run at once if the order is per key. */
    private static final int LANES = 256;

    private static final FrameKey NO_KEY = (buffer, offset, length) -> 0;

    private final Function<DispatchBuilder, FrameFeed.Source> opener;
    FrameKey key = NO_KEY;
    /** Maximum number of frames of one log that run at once; 0 if there is no limit. */
    int lanes = 1;

    int workers = Runtime.getRuntime().availableProcessors();
    FrameWindow.Limits window = new FrameWindow.Limits(1024, 1024 * 1024);
    long shortestIdleNs = 25_000;
    long longestIdleNs = 1_000_000;
    FailurePolicy policy = FailurePolicy.SKIP;
    Consumer<FailedFrame> failureHandler;

    /**
     * @param opener supplies each started dispatch with its logs
     * @param failureHandler unless another one is set
     */
    DispatchBuilder(Function<DispatchBuilder, FrameFeed.Source> opener, Consumer<FailedFrame> failureHandler) {
        this.opener = opener;
        this.failureHandler = failureHandler;
    }

    /**
     * Handles messages of one log one after the other, and messages of different logs concurrently. The default.
     */
    public DispatchBuilder orderPerLog() {
        return order(1, NO_KEY);
    }

    /**
     * Handles messages of a log that have the same key one after the other, in log order. Other messages are
     * handled concurrently, unless their keys fall into the same of the 256 lanes.
     */
    public DispatchBuilder orderPerKey(FrameKey newKey) {
        return order(LANES, Objects.requireNonNull(newKey, "key"));
    }

    /** Handles messages in any order. */
    public DispatchBuilder unordered() {
        return order(0, NO_KEY);
    }

    private DispatchBuilder order(int newLanes, FrameKey newKey) {
        lanes = newLanes;
        key = newKey;
        return this;
    }

    /**
     * Sets how many of the executor's threads may read and run handlers at the same time. The thread that has read a
     * message runs its handler, with the bytes still in its cache, after another thread has taken over reading. With
     * one worker, a single thread reads and runs in turn, as a poll loop does: for handlers that never wait. Default:
     * the number of processors.
     */
    public DispatchBuilder workers(int count) {
        workers = count;
        return this;
    }

    /**
     * Sets how much of each log may be in flight: read, but past the position up to which everything is done. After
     * a crash at most that much is handled again. At the limit nothing more is read; once the log's own window is
     * also full, publishers wait. Default: 1024 frames and 1 MiB.
     *
     * @param frames maximum number of frames, a power of two up to 2^20
     * @param bytes bytes in flight at which reading stops, so the last frame may exceed them
     * @throws IllegalArgumentException if a limit is out of range
     */
    public DispatchBuilder window(int frames, long bytes) {
        window = new FrameWindow.Limits(frames, bytes);
        return this;
    }

    /**
     * Sets how long a thread without work sleeps before it checks again while handlers run or other threads search
     * for work. The first sleep lasts the shortest time, and each further one twice as long, up to the longest.
     * When there is nothing to do at all, no thread checks: one waits for messages as the subscription's {@link
     * WaitPolicy} says. Default: 25 microseconds and 1 millisecond.
     *
     * @throws IllegalArgumentException if a time is not positive, or the longest is below the shortest
     */
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

    /** Sets the action for a message whose handler throws, even an Error. Default: SKIP, which also reports it. */
    public DispatchBuilder onFailure(FailurePolicy newPolicy) {
        policy = Objects.requireNonNull(newPolicy, "policy");
        return this;
    }

    /**
     * Sets the handler for each message that has finally failed. It runs on the thread that ran the frame handler,
     * so several threads may call it at the same time. Its exceptions are ignored. Default: reports to the error
     * handler of {@link TailraceConfig}.
     */
    public DispatchBuilder failureHandler(Consumer<FailedFrame> newHandler) {
        failureHandler = Objects.requireNonNull(newHandler, "failureHandler");
        return this;
    }

    /**
     * Starts the dispatch. It occupies one of the executor's threads all the time, and more while there is work for
     * them.
     *
     * @param executor whose threads read and run handlers; one is enough. While it has no free thread, nothing is read
     *     until a handler returns: that is back-pressure. If it runs a task in the calling thread, this method returns
     *     when the dispatch has ended
     * @throws IllegalArgumentException if the number of workers is out of range
     * @throws IllegalStateException if the subscription is closed, dispatched already, or polled by another thread
     * @throws java.util.concurrent.RejectedExecutionException if the executor refuses
     */
    public Dispatch start(Executor executor) {
        Dispatch dispatch = create(executor);
        dispatch.start();
        return dispatch;
    }

    Dispatch create(Executor executor) {
        if (workers < 1 || workers > DispatchThreads.MAX_THREADS) {
            throw new IllegalArgumentException("number of workers out of range: workers=" + workers + ", min=1, max="
                    + DispatchThreads.MAX_THREADS);
        }
        return new Dispatch(this, executor, opener.apply(this));
    }
}
