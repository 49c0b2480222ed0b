/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.dispatch.DispatchCounters;
import io.tailrace.dispatch.FailurePolicy;
import io.tailrace.dispatch.FailurePolicy.DeadLetters;
import io.tailrace.dispatch.FailurePolicy.FailedFrame;
import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatch.RunningFrame;
import io.tailrace.dispatch.Strategy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has the messages of a subscription handled by the threads of an executor, several at a time, where they stand in
 * the log: see {@link Subscription#dispatch}. Any thread.
 *
 * <ul>
 *   <li><b>Each message is handled at least once.</b> The subscriber's position passes only what is done without a
 *       gap. So a slow handler holds the publishers back in the end. A handler that does not return stops them, and
 *       {@link #running} names it. After an end or a halt, and for the next subscription of the same name
 *       ({@link SubscriptionConfig#withName}) after a crash, everything from the position on is handled again: of what
 *       was done already, no more than the window holds.
 *   <li><b>The handler</b> is called by several threads at the same time, unless the order forbids it; where it
 *       does, what one call has done is visible to the next. Bytes and header are valid until it returns.
 *   <li><b>Each image</b> is dispatched from the time it comes, in a window of its own. An image that ends was handled
 *       to its end. When the subscription is closed, no handler begins any more, publishers may use the memory again
 *       only after the running handlers have returned, and nothing counts as done. The same holds where a new driver
 *       does not know the image, except that publishers do not wait then; a poll is no better off.
 *   <li><b>Only a subscription that gates</b> is dispatched. Where publishers do not wait (DROP, EVICT) a message
 *       can not stay while its handler runs.
 *   <li><b>Polling</b> an image that is dispatched fails: the position would pass what is not done.
 *   <li><b>The executor</b> is not shut down by this. If the program shuts it down first, and that interrupts its
 *       threads, the dispatch halts; else the executor waits for the dispatch. An interrupt that a handler leaves
 *       behind is cleared.
 * </ul>
 */
public interface Dispatch extends AutoCloseable {
    Subscription subscription();

    /**
     * {@return what was done so far, and what there is to do} {@code tailrace counters} shows the same from outside.
     */
    DispatchCounters counters();

    /** {@return the messages that handlers have in hand now, the one in hand for longest first} */
    List<RunningFrame> running();

    /**
     * {@return whether it has ended: nothing of it runs any more, and the subscription may be polled or dispatched
     * again}
     */
    boolean isEnded();

    /**
     * {@return why it has halted, null if it has not} The cause is what a handler threw under HALT, what the log or the
     * key threw when it was read, or that the executor was shut down. The client's error handler gets it, too.
     */
    @Nullable
    Throwable failure();

    /**
     * Waits for its end.
     *
     * @return whether it has ended in time
     */
    boolean awaitEnd(Duration timeout) throws InterruptedException;

    /**
     * Ends it: no handler begins any more. Waits for the handlers that run, unless one of them calls this. The
     * subscription stays: the next poll or dispatch goes on from its position. Returns early, with the interrupt status
     * set, when interrupted.
     */
    @Override
    void close();

    /**
     * {@return dead letters that go to a stream} Each message is offered as it is; the failure handler learns which one
     * it was and why, and {@link io.tailrace.sbe.DeadLetterStream} has the letter tell which one it was, too. If the
     * stream does not accept it in time, because nobody subscribes, a subscriber is too slow, or the publication is
     * closed, the dispatch halts: nothing is lost.
     *
     * @param timeout how long to wait for room and for a subscriber
     */
    static DeadLetters toStream(Publication publication, Duration timeout) {
        return (buffer, offset, length, origin) -> publication.offer(buffer, offset, length, timeout);
    }

    /**
     * Says how the messages of a subscription are dispatched, and begins by {@link #start}. By default they are handled
     * in order per log, by the strategy ADAPTIVE, by as many workers as there are processors, with at most 1,024 frames
     * and 1 MiB of a log in flight; a message that fails is skipped and reported to the client's error handler. One
     * thread at a time.
     *
     * <pre>{@code
     * Dispatch dispatch = subscription.dispatch(handler)
     *         .orderPerKey((buffer, offset, length) -> buffer.getLong(offset))
     *         .workers(8)
     *         .onFailure(FailurePolicy.retry(3, Duration.ofMillis(1), Duration.ofSeconds(1), FailurePolicy.HALT))
     *         .start(executor);
     * }</pre>
     */
    interface Builder {
        /** Which threads read, and which run handlers. Default: ADAPTIVE. */
        Builder strategy(Strategy newStrategy);

        /** Handles messages of one log one after the other, of different logs at the same time. The default. */
        Builder orderPerLog();

        /**
         * Handles messages of a log that have the same key one after the other, in its order; others at the same time,
         * unless their keys fall into the same one of 256 lanes.
         */
        Builder orderPerKey(FrameKey newKey);

        /** Handles any message at any time. */
        Builder unordered();

        /**
         * How many handlers may run at the same time; one where the strategy has one thread do everything. Default: as
         * many as there are processors.
         */
        Builder workers(int count);

        /**
         * How much of each log may be in flight: read, and past the point up to which everything is done. After a crash
         * at most that much is handled again. While so much is in flight nothing more is read, and once the log's own
         * window is full, too, publishers wait. Default: 1024 frames and 1 MiB.
         *
         * @param frames at most; a power of two up to 2^20
         * @param bytes nothing is read while so many are in flight, so there may be one frame more
         * @throws IllegalArgumentException if a limit is out of range
         */
        Builder window(int frames, long bytes);

        /**
         * How long a thread without work sleeps before it looks again, while handlers run or other threads search: the
         * shortest time first, then twice as long each time, up to the longest. At rest no thread looks: one waits for
         * messages as the subscription's {@link WaitPolicy} says. Default: 25 microseconds and a millisecond.
         *
         * @throws IllegalArgumentException if a time is not positive, or the longest is below the shortest
         */
        Builder idle(Duration shortest, Duration longest);

        /** What becomes of a message whose handler throws, even an Error. Default: SKIP, which reports it. */
        Builder onFailure(FailurePolicy newPolicy);

        /**
         * Gets each message that the frame handler has failed for good, on the thread that ran it: several threads may
         * call it at the same time. What it throws is ignored. Default: tells the error handler of
         * {@link TailraceConfig}.
         */
        Builder failureHandler(Consumer<FailedFrame> newHandler);

        /**
         * Begins. The dispatch has one of the executor's threads all the time, and more while there is work for them.
         *
         * @param executor whose threads read and run handlers; where it runs a task in the calling thread, this returns
         *     when the dispatch has ended. PRODUCE_EXECUTE_CONSUME needs two threads, the others one
         * @throws IllegalArgumentException if the number of workers is out of range
         * @throws IllegalStateException if the subscription is closed, dispatched already, or polled by another thread
         * @throws java.util.concurrent.RejectedExecutionException if the executor refuses
         */
        Dispatch start(Executor executor);
    }
}
