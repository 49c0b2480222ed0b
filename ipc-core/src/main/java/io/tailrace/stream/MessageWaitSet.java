/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.Subscription;
import io.tailrace.WaitPolicy;
import io.tailrace.WaitSet;
import io.tailrace.wait.Durations;
import io.tailrace.wait.ThreadWait;
import io.tailrace.wait.Waits;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.concurrent.IdleStrategy;

/** Waits for the messages of several subscriptions, for a program or for a thread of cooperative workers. */
public final class MessageWaitSet implements WaitSet {
    private static final StreamSubscription[] NONE = {};

    /** The event that its thread waits for. */
    private final class Messages implements ThreadWait.Source {
        @Override
        public boolean isThere() {
            StreamSubscription[] current = subscriptions;
            for (int i = 0; i < current.length; i++) {
                int index = (first + i) % current.length;
                if (current[index].messages().isThere()) {
                    first = index; // The poll that follows begins there.
                    return true;
                }
            }
            return woken;
        }

        @Override
        public boolean nameSleeper(int number) {
            boolean isNew = false;
            for (StreamSubscription subscription : subscriptions) {
                isNew |= subscription.messages().nameSleeper(number);
            }
            return isNew;
        }

        @Override
        public String toString() {
            return "a wait set";
        }
    }

    private static final long CLOSED_PARK_NS = 1_000_000;

    private final Waits waits;
    private final ThreadWait wait;
    private final Consumer<MessageWaitSet> closer;
    private final Messages messages = new Messages();
    /** Where the next poll begins, so that each subscription has its turn. */
    private int first;

    private volatile StreamSubscription[] subscriptions = NONE;
    private volatile boolean woken;
    private volatile boolean closed;

    public MessageWaitSet(WaitPolicy policy, Waits waits, Consumer<MessageWaitSet> closer) {
        this.waits = waits;
        this.wait = new ThreadWait(policy, waits);
        this.closer = closer;
    }

    @Override
    public synchronized void add(Subscription added) {
        if (closed) {
            throw new IllegalStateException("the wait set is closed");
        }
        if (List.of(subscriptions).contains(added)) {
            return;
        }
        StreamSubscription subscription = (StreamSubscription) added;
        if (!subscription.tryToEnter(this)) {
            throw new IllegalStateException(
                    "the subscription is in another wait set, or closed: stream=" + subscription.stream());
        }
        StreamSubscription[] next = Arrays.copyOf(subscriptions, subscriptions.length + 1);
        next[next.length - 1] = subscription;
        subscriptions = next;
        wait.wake();
    }

    @Override
    public synchronized void remove(Subscription removed) {
        if (removed instanceof StreamSubscription subscription
                && List.of(subscriptions).contains(subscription)) {
            subscriptions = Arrays.stream(subscriptions)
                    .filter(other -> other != subscription)
                    .toArray(StreamSubscription[]::new);
            subscription.leaveWaitSet();
        }
    }

    /** A subscription of the set was closed: the current wait ends, because its thread is not notified otherwise. */
    void removeClosed(StreamSubscription subscription) {
        remove(subscription);
        wake();
    }

    /**
     * Sets exactly these subscriptions as its members. If one is closed, the next wait ends at once.
     *
     * @return whether it holds them; it cannot hold one of another client or in another set, and none if it is closed
     */
    public synchronized boolean hold(Set<StreamSubscription> wanted) {
        for (StreamSubscription subscription : subscriptions) {
            if (!wanted.contains(subscription)) {
                subscription.leaveWaitSet();
            }
        }
        List<StreamSubscription> ofThisClient =
                wanted.stream().filter(each -> each.waits().equals(waits)).toList();
        List<StreamSubscription> held = closed
                ? List.of()
                : ofThisClient.stream().filter(each -> each.tryToEnter(this)).toList();
        subscriptions = held.toArray(NONE);
        long ended = ofThisClient.stream().filter(StreamSubscription::isClosed).count();
        if (ended > 0) {
            wake();
        }
        return ofThisClient.size() == wanted.size() && held.size() + ended >= wanted.size();
    }

    @Override
    public List<Subscription> subscriptions() {
        return List.of(subscriptions);
    }

    @Override
    public <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, Duration timeout) throws E {
        int frames = poll(handler, frameLimit);
        return frames == 0 && awaitMessage(timeout) ? poll(handler, frameLimit) : frames;
    }

    private <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit) throws E {
        StreamSubscription[] current = subscriptions;
        int start = first < current.length ? first : 0;
        int frames = 0;
        for (int i = 0; i < current.length && frames < frameLimit; i++) {
            int index = start + i < current.length ? start + i : start + i - current.length;
            frames += current[index].poll(handler, frameLimit - frames);
            first = index + 1;
        }
        return frames;
    }

    @Override
    public boolean awaitMessage(Duration timeout) {
        if (!wait.await(messages, Durations.toNanos(timeout))) {
            return false;
        }
        for (StreamSubscription subscription : subscriptions) {
            subscription.messages().endWake();
        }
        boolean wasWoken = woken;
        if (wasWoken) { // Otherwise a wake-up that arrives just now ends the next wait.
            woken = false;
        }
        return !wasWoken;
    }

    @Override
    public IdleStrategy idleStrategy() {
        return new MessageIdle(this::awaitMessage, this::isClosed);
    }

    @Override
    public void wake() {
        woken = true;
        wait.wake();
    }

    /** There is another image to check. */
    void wakeToLook() {
        wait.wake();
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            for (StreamSubscription subscription : subscriptions) {
                subscription.leaveWaitSet();
            }
            subscriptions = NONE;
            wait.close();
            closer.accept(this);
        }
    }

    /**
     * Idles until there is a message, for Agrona agents. Used by the polling thread.
     *
     * @param waitForMessage so long at most
     * @param isClosed whether no message will arrive any more
     */
    record MessageIdle(Predicate<Duration> waitForMessage, BooleanSupplier isClosed) implements IdleStrategy {
        /** An agent may have other work, too. */
        private static final Duration LONGEST = Duration.ofSeconds(1);

        @Override
        public void idle(int workCount) {
            if (workCount <= 0) {
                idle();
            }
        }

        @Override
        public void idle() {
            if (!waitForMessage.test(LONGEST) && isClosed.getAsBoolean()) {
                LockSupport.parkNanos(CLOSED_PARK_NS); // Its agent has not noticed yet.
            }
        }

        @Override
        public void reset() {
            // Nothing is kept from one wait to the next.
        }

        @Override
        public String alias() {
            return "message";
        }
    }
}
