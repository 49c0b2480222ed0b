/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.concurrent.IdleStrategy;

/**
 * Has one thread wait for the messages of many subscriptions of a client. That thread polls and waits; any thread adds
 * and removes subscriptions, closes the set, and ends a wait.
 */
public final class WaitSet implements AutoCloseable {
    private static final Subscription[] NONE = {};

    /** What its thread waits for. */
    private final class Messages implements ThreadWait.Source {
        @Override
        public boolean isThere() {
            Subscription[] current = subscriptions;
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
            for (Subscription subscription : subscriptions) {
                isNew |= subscription.messages().nameSleeper(number);
            }
            return isNew;
        }

        @Override
        public String toString() {
            return "a wait set";
        }
    }

    private final ThreadWait wait;
    private final Consumer<WaitSet> closer;
    private final Messages messages = new Messages();
    /** Where the next poll begins, so that each subscription has its turn. */
    private int first;

    private volatile Subscription[] subscriptions = NONE;
    private volatile boolean woken;
    private volatile boolean closed;
    private volatile Runnable whenSubscriptionCloses = () -> {};

    WaitSet(WaitPolicy policy, Waits waits, Consumer<WaitSet> closer) {
        this.wait = new ThreadWait(policy, waits);
        this.closer = closer;
    }

    /**
     * Adds a subscription. Has no effect the second time.
     *
     * @throws IllegalStateException if it is in another set, or one of the two is closed
     */
    public synchronized void add(Subscription subscription) {
        if (closed) {
            throw new IllegalStateException("the wait set is closed");
        }
        if (List.of(subscriptions).contains(subscription)) {
            return;
        }
        if (!subscription.tryToEnter(this)) {
            throw new IllegalStateException(
                    "the subscription is in another wait set, or closed: stream=" + subscription.stream());
        }
        Subscription[] next = Arrays.copyOf(subscriptions, subscriptions.length + 1);
        next[next.length - 1] = subscription;
        subscriptions = next;
        wait.wake();
    }

    /** Takes a subscription out. Has no effect if it is not in it. One that is closed leaves by itself. */
    public synchronized void remove(Subscription subscription) {
        if (List.of(subscriptions).contains(subscription)) {
            subscriptions = Arrays.stream(subscriptions)
                    .filter(other -> other != subscription)
                    .toArray(Subscription[]::new);
            subscription.leaveWaitSet();
        }
    }

    /** A subscription of it was closed: a wait that runs ends, for nobody else tells its thread. */
    void removeClosed(Subscription subscription) {
        remove(subscription);
        wake();
        whenSubscriptionCloses.run();
    }

    /** Has something run, by the thread that closes a subscription of it. */
    void whenSubscriptionCloses(Runnable action) {
        whenSubscriptionCloses = action;
    }

    /**
     * Has it hold these subscriptions and no others. Where one is closed, the next wait ends at once.
     *
     * @return whether it does; one that is in another set it cannot hold, and none if it is closed
     */
    synchronized boolean hold(Set<Subscription> wanted) {
        for (Subscription subscription : subscriptions) {
            if (!wanted.contains(subscription)) {
                subscription.leaveWaitSet();
            }
        }
        List<Subscription> held = closed
                ? List.of()
                : wanted.stream().filter(each -> each.tryToEnter(this)).toList();
        subscriptions = held.toArray(NONE);
        long ended = wanted.stream().filter(Subscription::isClosed).count();
        if (ended > 0) {
            wake();
        }
        return held.size() + ended >= wanted.size();
    }

    /** {@return the subscriptions that are in it now} */
    public List<Subscription> subscriptions() {
        return List.of(subscriptions);
    }

    /**
     * Delivers messages that are there, of each subscription in turn; where there are none, waits for the first.
     *
     * @param frameLimit the most messages to deliver
     * @return the messages delivered; 0 if none came in time, the set was closed or woken, or the thread was
     *     interrupted, which it still is then
     */
    public <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, Duration timeout) throws E {
        int frames = poll(handler, frameLimit);
        return frames == 0 && awaitMessage(timeout) ? poll(handler, frameLimit) : frames;
    }

    private <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit) throws E {
        Subscription[] current = subscriptions;
        int start = first < current.length ? first : 0;
        int frames = 0;
        for (int i = 0; i < current.length && frames < frameLimit; i++) {
            int index = start + i < current.length ? start + i : start + i - current.length;
            frames += current[index].poll(handler, frameLimit - frames);
            first = index + 1;
        }
        return frames;
    }

    /**
     * Waits until a subscription has a message to poll.
     *
     * @return whether one has; false if none came in time, the set was closed or woken, or the thread is interrupted,
     *     which it still is then
     * @throws IllegalStateException if another thread waits
     */
    public boolean awaitMessage(Duration timeout) {
        if (!wait.await(messages, Durations.toNanos(timeout))) {
            return false;
        }
        for (Subscription subscription : subscriptions) {
            subscription.messages().endWake();
        }
        boolean wasWoken = woken;
        if (wasWoken) { // Else a wake-up that comes just now ends the next wait.
            woken = false;
        }
        return !wasWoken;
    }

    /** {@return an idle strategy for an agent of Agrona that polls this, as {@link Subscription#idleStrategy}} */
    public IdleStrategy idleStrategy() {
        return new MessageIdle(this::awaitMessage, this::isClosed);
    }

    /** Ends the wait, or the next one. */
    public void wake() {
        woken = true;
        wait.wake();
    }

    /** There is another image to look at. */
    void wakeToLook() {
        wait.wake();
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends the wait. The subscriptions stay open. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            for (Subscription subscription : subscriptions) {
                subscription.leaveWaitSet();
            }
            subscriptions = NONE;
            wait.close();
            closer.accept(this);
        }
    }
}
