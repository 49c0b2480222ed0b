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
 * Runs the handler of a subscription on the threads of an executor, for several messages at a time, in place in the
 * log: see {@link Subscription#dispatch}. Any thread may use it.
 *
 * <ul>
 *   <li><b>Each message is handled at least once.</b> The subscriber's position advances only over an unbroken run of
 *       completed messages, so a slow handler eventually holds the publishers back. A handler that does not return
 *       stops them, and {@link #running} names its message. After an end or a halt, everything from the position on is
 *       handled again. The same holds after a crash for the next subscription of the same name ({@link
 *       SubscriptionConfig#withName}). At most one window of completed messages is handled twice.
 *   <li><b>The handler</b> is called by several threads at the same time, unless the order forbids it; if it does, the
 *       effects of one call are visible to the next. Bytes and header are valid until the handler returns.
 *   <li><b>Each image</b> is dispatched from the time it becomes available, in a window of its own. An image that ends
 *       is handled to its end. When the subscription is closed, no further handler starts. Publishers may reuse the
 *       memory only after the running handlers have returned, and none of their messages counts as done. The same holds
 *       if a new driver does not know the image, except that publishers do not wait then, as they do not for a poll.
 *   <li><b>Only a subscription that gates</b> can be dispatched. With policies for which publishers do not wait (DROP,
 *       EVICT), a message could be overwritten while its handler runs.
 *   <li><b>Polling</b> an image that is dispatched fails, because the position would pass unfinished messages.
 *   <li><b>The executor</b> is not shut down by the dispatch. If the program shuts it down first and interrupts its
 *       threads, the dispatch halts; without an interrupt the executor waits for the dispatch. An interrupt status that
 *       a handler leaves set is cleared.
 * </ul>
 */
public interface Dispatch extends AutoCloseable {
    Subscription subscription();

    /** {@return how much is done and how much is waiting} {@code tailrace counters} shows the same. */
    DispatchCounters counters();

    /** {@return the messages that handlers are running for now, the longest-running first} */
    List<RunningFrame> running();

    /**
     * {@return whether the dispatch has ended: none of its tasks runs any more, and the subscription may be polled or
     * dispatched again}
     */
    boolean isEnded();

    /**
     * {@return why the dispatch has halted; null if it has not} The cause is an exception of a handler under HALT, an
     * exception of the log or the key while a message was read, the shutdown of the executor, or an executor that had
     * not run the dispatch when it was closed. The client's error handler receives it, too.
     */
    @Nullable
    Throwable failure();

    /**
     * Waits for the dispatch to end.
     *
     * @return whether it ended within the timeout
     */
    boolean awaitEnd(Duration timeout) throws InterruptedException;

    /**
     * Ends the dispatch: no further handler starts. Waits for the running handlers, unless one of them is the caller.
     * The subscription stays open: the next poll or dispatch continues from its position. Returns early, with the
     * interrupt status set, if the thread is interrupted. An executor that has not run the dispatch at all, because it
     * dropped the task or its threads are busy, perhaps with this call, gets half a second more; then the dispatch ends
     * with a {@link #failure}.
     */
    @Override
    void close();

    /**
     * {@return dead letters that are published to a stream} Each message is offered unchanged. The failure handler
     * learns which message it was and why it failed. The dispatch halts if the stream does not accept the letter in
     * time, because there is no subscriber, a subscriber is too slow, or the publication is closed. So no message is
     * lost.
     *
     * @param timeout how long to wait for space and for a subscriber
     */
    static DeadLetters toStream(Publication publication, Duration timeout) {
        return (buffer, offset, length, origin) -> publication.offer(buffer, offset, length, timeout);
    }

    /**
     * Configures how the messages of a subscription are dispatched, and starts with {@link #start}. By default messages
     * are handled in order per log, by the strategy ADAPTIVE, by as many workers as there are processors, with at most
     * 1,024 frames and 1 MiB of a log in flight. A message that fails is skipped and reported to the client's error
     * handler. Only one thread at a time may use a builder.
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
        /** Sets which threads read and which run handlers. Default: ADAPTIVE. */
        Builder strategy(Strategy newStrategy);

        /**
         * Handles messages of one log one after the other, and messages of different logs concurrently. The default.
         */
        Builder orderPerLog();

        /**
         * Handles messages of a log that have the same key one after the other, in log order. Other messages are
         * handled concurrently, unless their keys fall into the same of the 256 lanes.
         */
        Builder orderPerKey(FrameKey newKey);

        /** Handles messages in any order. */
        Builder unordered();

        /**
         * Sets how many handlers may run at the same time; always one if the strategy does everything on one thread.
         * Default: the number of processors.
         */
        Builder workers(int count);

        /**
         * Sets how much of each log may be in flight: read, but past the position up to which everything is done. After
         * a crash at most that much is handled again. At the limit nothing more is read; once the log's own window is
         * also full, publishers wait. Default: 1024 frames and 1 MiB.
         *
         * @param frames maximum number of frames, a power of two up to 2^20
         * @param bytes bytes in flight at which reading stops, so the last frame may exceed them
         * @throws IllegalArgumentException if a limit is out of range
         */
        Builder window(int frames, long bytes);

        /**
         * Sets how long a thread without work sleeps before it checks again while handlers run or other threads search
         * for work. The first sleep lasts the shortest time, and each further one twice as long, up to the longest.
         * When there is nothing to do at all, no thread checks: one waits for messages as the subscription's {@link
         * WaitPolicy} says. Default: 25 microseconds and 1 millisecond.
         *
         * @throws IllegalArgumentException if a time is not positive, or the longest is below the shortest
         */
        Builder idle(Duration shortest, Duration longest);

        /** Sets the action for a message whose handler throws, even an Error. Default: SKIP, which also reports it. */
        Builder onFailure(FailurePolicy newPolicy);

        /**
         * Sets the handler for each message that has finally failed. It runs on the thread that ran the frame handler,
         * so several threads may call it at the same time. Its exceptions are ignored. Default: reports to the error
         * handler of {@link TailraceConfig}.
         */
        Builder failureHandler(Consumer<FailedFrame> newHandler);

        /**
         * Starts the dispatch. It occupies one of the executor's threads all the time, and more while there is work for
         * them.
         *
         * @param executor whose threads read and run handlers. If it runs a task in the calling thread, this method
         *     returns when the dispatch has ended. PRODUCE_EXECUTE_CONSUME needs two threads, the other strategies one
         * @throws IllegalArgumentException if the number of workers is out of range
         * @throws IllegalStateException if the subscription is closed, dispatched already, or polled by another thread
         * @throws java.util.concurrent.RejectedExecutionException if the executor refuses
         */
        Dispatch start(Executor executor);
    }
}
