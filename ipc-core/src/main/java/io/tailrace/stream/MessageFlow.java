/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.ControlledFrameHandler;
import io.tailrace.ControlledFrameHandler.Action;
import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.TailraceException;
import io.tailrace.internal.ErrorText;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a subscription for a {@link Flow.Subscriber}, one of them at a time: see {@link
 * Subscription#publisher}. Demand is the number of messages that may be polled, so without demand the subscription
 * gates.
 *
 * @param <T> the type that the mapper converts a message to
 */
record MessageFlow<T>(
        StreamSubscription subscription,
        Subscription.Mapper<T> mapper,
        Executor executor,
        Consumer<Throwable> errorHandler)
        implements Flow.Publisher<T> {
    /** The number of messages after which the position is reported to publishers. */
    private static final int LONGEST_POLL = 64;

    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        new Delivery(Objects.requireNonNull(subscriber, "subscriber")).begin();
    }

    /**
     * The task of one subscriber. It runs on a thread of the executor while there is demand. The thread that raises the
     * demand from 0 starts it, and it ends when it has brought the demand back to 0; so it never runs twice at once,
     * and its signals are sequential. A task that has finally ended leaves some demand, so that it is not started
     * again.
     */
    private final class Delivery implements Flow.Subscription, Runnable {
        private final Flow.Subscriber<? super T> subscriber;
        private final MessageWaitSet set = subscription.newWaitSet();
        private final ControlledFrameHandler taker = this::take;
        /** Starts at one, which keeps it from running before the subscriber has the subscription. */
        private final AtomicLong demand = new AtomicLong(1);

        private volatile @Nullable Throwable failure;
        private volatile boolean cancelled;

        Delivery(Flow.Subscriber<? super T> subscriber) {
            this.subscriber = subscriber;
        }

        void begin() {
            try {
                set.whenSubscriptionCloses(() -> demand(1));
                set.add(subscription);
            } catch (IllegalStateException e) { // It is polled by another party, or closed.
                failure = subscription.isClosed() ? null : e;
            }
            subscriber.onSubscribe(this);
            if (isOver() || demand.decrementAndGet() > 0) {
                start();
            }
        }

        @Override
        public void request(long messages) {
            if (messages <= 0) {
                failure = new IllegalArgumentException(
                        "non-positive subscription request: messages=" + messages + ", min=1");
            }
            demand(Math.max(1, messages));
        }

        @Override
        public void cancel() {
            cancelled = true;
            set.wake();
            demand(1); // Releases the subscription if the task does not run.
        }

        private void demand(long messages) {
            if (demand.getAndAccumulate(messages, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b) == 0) {
                start();
            }
        }

        private void start() {
            try {
                executor.execute(this);
            } catch (RuntimeException e) { // The executor is shut down, or full.
                failure = e;
                end();
            }
        }

        @Override
        public void run() {
            try {
                while (!isOver()) {
                    int limit = (int) Math.min(demand.get(), LONGEST_POLL);
                    int messages = subscription.controlledPoll(taker, limit);
                    if (messages == 0) {
                        set.awaitMessage(LONGEST_WAIT);
                    } else if (!isOver() && demand.addAndGet(-messages) == 0) {
                        return; // After this another thread may run the task.
                    }
                    if (Thread.currentThread().isInterrupted()) {
                        throw new InterruptedException("the executor has interrupted its thread");
                    }
                }
            } catch (Throwable t) {
                failure = t;
            }
            end();
        }

        private boolean isOver() {
            return cancelled || failure != null || subscription.isClosed();
        }

        private Action take(DirectBuffer buffer, int offset, int length, Header header) {
            if (cancelled) {
                return Action.ABORT; // Left for the next subscriber.
            }
            T item;
            try {
                item = Objects.requireNonNull(mapper.map(buffer, offset, length, header), "the mapper returned null");
            } catch (Throwable t) {
                failure = t;
                return Action.BREAK;
            }
            try {
                subscriber.onNext(item);
                return Action.CONTINUE;
            } catch (Throwable t) { // A subscriber must not throw: it receives nothing more, as if it had cancelled.
                cancelled = true;
                errorHandler.accept(new TailraceException(
                        "a subscriber of the flow failed: stream=" + header.stream() + ", position=" + header.position()
                                + ": " + ErrorText.withOrigin(t),
                        t));
                return Action.BREAK;
            }
        }

        private void end() {
            set.close();
            Throwable cause = failure;
            if (cancelled) {
                return;
            }
            if (cause != null) {
                subscriber.onError(cause);
            } else {
                subscriber.onComplete();
            }
        }
    }
}
