/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.dispatch.DispatchCounters;
import io.tailrace.dispatch.Dispatcher;
import io.tailrace.dispatch.DispatcherConfig;
import io.tailrace.dispatch.DispatcherConfig.IdleTimes;
import io.tailrace.dispatch.FailurePolicy;
import io.tailrace.dispatch.FailurePolicy.DeadLetters;
import io.tailrace.dispatch.FailurePolicy.FailedFrame;
import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatch.FrameWindow;
import io.tailrace.dispatch.RunningFrame;
import io.tailrace.dispatch.Strategy;
import io.tailrace.memory.ErrorText;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
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
public final class Dispatch implements AutoCloseable {
    private final Subscription subscription;
    private final DispatchedImages images;
    private final Dispatcher dispatcher;

    Dispatch(Subscription subscription, CheckedFrameHandler<?> handler, FrameKey key, DispatcherConfig config) {
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

    /** The images are others, or one is closed. Any thread. */
    void wake() {
        images.wake();
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
     * {@return why it has halted, null if it has not} The cause is what a handler threw under HALT, what the log or the
     * key threw when it was read, or that the executor was shut down. The client's error handler gets it, too.
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
     * Ends it: no handler begins any more. Waits for the handlers that run, unless one of them calls this. The
     * subscription stays: the next poll or dispatch goes on from its position. Returns early, with the interrupt status
     * set, when interrupted.
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

    /**
     * {@return dead letters that go to a stream} Each message is offered as it is; the failure handler learns which one
     * it was and why, and {@link #toStreamWithOrigin} has the letter tell which one it was, too. If the stream does not
     * accept it in time, because nobody subscribes, a subscriber is too slow, or the publication is closed, the
     * dispatch halts: nothing is lost.
     *
     * @param timeout how long to wait for room and for a subscriber
     */
    public static DeadLetters toStream(Publication publication, Duration timeout) {
        return (buffer, offset, length, origin) -> publication.offer(buffer, offset, length, timeout);
    }

    /**
     * {@return dead letters that go to a stream, each behind its {@link FailurePolicy.Origin}} As {@link #toStream},
     * but to be read by {@link #fromStreamWithOrigin}. The origin takes 26 bytes and the name of its stream, which the
     * longest message of the publication leaves no room for: such a message halts the dispatch.
     */
    public static DeadLetters toStreamWithOrigin(Publication publication, Duration timeout) {
        return (buffer, offset, length, origin) ->
                LettersWithOrigin.offer(publication, timeout, buffer, offset, length, origin);
    }

    /**
     * {@return what takes the messages of a stream that {@link #toStreamWithOrigin} has filled, for a poll or a
     * dispatch} It throws IllegalArgumentException for a message that is no such letter.
     */
    public static FrameHandler fromStreamWithOrigin(DeadLetters letters) {
        return (buffer, offset, length, header) -> LettersWithOrigin.read(buffer, offset, length, letters);
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
    public static final class Builder {
        /** Frames of this many lanes may be run at once where keys keep their order. */
        private static final int LANES = 256;

        private static final FrameKey NO_KEY = (buffer, offset, length) -> 0;

        private final Subscription subscription;
        private final CheckedFrameHandler<?> handler;
        private Strategy strategy = Strategy.ADAPTIVE;
        private int lanes = 1;
        private FrameKey key = NO_KEY;
        private int workers = Runtime.getRuntime().availableProcessors();
        private FrameWindow.Limits window = new FrameWindow.Limits(1024, 1024 * 1024);
        private IdleTimes idleTimes = IdleTimes.DEFAULT;
        private FailurePolicy policy = FailurePolicy.SKIP;
        private Consumer<FailedFrame> failureHandler;

        Builder(Subscription subscription, CheckedFrameHandler<?> handler, Consumer<Throwable> errorHandler) {
            this.subscription = subscription;
            this.handler = handler;
            this.failureHandler = failed -> errorHandler.accept(new TailraceException(
                    "stream=" + subscription.stream() + ": " + failed + ErrorText.origin(failed.cause()),
                    failed.cause()));
        }

        /** Which threads read, and which run handlers. Default: ADAPTIVE. */
        public Builder strategy(Strategy newStrategy) {
            strategy = Objects.requireNonNull(newStrategy, "strategy");
            return this;
        }

        /** Handles messages of one log one after the other, of different logs at the same time. The default. */
        public Builder orderPerLog() {
            lanes = 1;
            key = NO_KEY;
            return this;
        }

        /**
         * Handles messages of a log that have the same key one after the other, in its order; others at the same time,
         * unless their keys fall into the same one of 256 lanes.
         */
        public Builder orderPerKey(FrameKey newKey) {
            lanes = LANES;
            key = Objects.requireNonNull(newKey, "key");
            return this;
        }

        /** Handles any message at any time. */
        public Builder unordered() {
            lanes = 0;
            key = NO_KEY;
            return this;
        }

        /**
         * How many handlers may run at the same time; one where the strategy has one thread do everything. Default: as
         * many as there are processors.
         */
        public Builder workers(int count) {
            workers = count;
            return this;
        }

        /**
         * How much of each log may be in flight: read, and past the point up to which everything is done. After a crash
         * at most that much is handled again. While so much is in flight nothing more is read, and once the log's own
         * window is full, too, publishers wait. Default: 1024 frames and 1 MiB.
         *
         * @param frames at most; a power of two up to 2^20
         * @param bytes nothing is read while so many are in flight, so there may be one frame more
         * @throws IllegalArgumentException if a limit is out of range
         */
        public Builder window(int frames, long bytes) {
            window = new FrameWindow.Limits(frames, bytes);
            return this;
        }

        /**
         * How long a thread without work sleeps before it looks again, while handlers run or other threads search: the
         * shortest time first, then twice as long each time, up to the longest. At rest no thread looks: one waits for
         * messages as the subscription's {@link WaitPolicy} says. Default: 25 microseconds and a millisecond.
         *
         * @throws IllegalArgumentException if a time is not positive, or the longest is below the shortest
         */
        public Builder idle(Duration shortest, Duration longest) {
            idleTimes = IdleTimes.of(shortest, longest);
            return this;
        }

        /** What becomes of a message whose handler throws, even an Error. Default: SKIP, which reports it. */
        public Builder onFailure(FailurePolicy newPolicy) {
            policy = Objects.requireNonNull(newPolicy, "policy");
            return this;
        }

        /**
         * Gets each message that the frame handler has failed for good, on the thread that ran it: several threads may
         * call it at the same time. What it throws is ignored. Default: tells the error handler of
         * {@link TailraceConfig}.
         */
        public Builder failureHandler(Consumer<FailedFrame> newHandler) {
            failureHandler = Objects.requireNonNull(newHandler, "failureHandler");
            return this;
        }

        /**
         * Begins. The dispatch has one of the executor's threads all the time, and more while there is work for them.
         *
         * @param executor whose threads read and run handlers; where it runs a task in the calling thread, this returns
         *     when the dispatch has ended. PRODUCE_EXECUTE_CONSUME needs two threads, the others one
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
            return handler instanceof FrameHandler.NonBlocking
                    ? Strategy.PRODUCE_CONSUME
                    : Strategy.EXECUTE_PRODUCE_CONSUME;
        }
    }
}
