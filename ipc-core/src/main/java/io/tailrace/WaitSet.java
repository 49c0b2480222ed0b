/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.IdleStrategy;

/**
 * Has one thread wait for the messages of many subscriptions of a client. That thread polls and waits; any thread adds
 * and removes subscriptions, closes the set, and ends a wait.
 */
public interface WaitSet extends AutoCloseable {
    /**
     * Adds a subscription. Has no effect the second time.
     *
     * @throws IllegalStateException if it is in another set, or one of the two is closed
     */
    void add(Subscription subscription);

    /** Takes a subscription out. Has no effect if it is not in it. One that is closed leaves by itself. */
    void remove(Subscription subscription);

    /** {@return the subscriptions that are in it now} */
    List<Subscription> subscriptions();

    /**
     * Delivers messages that are there, of each subscription in turn; where there are none, waits for the first.
     *
     * @param frameLimit the most messages to deliver
     * @return the messages delivered; 0 if none came in time, the set was closed or woken, or the thread was
     *     interrupted, which it still is then
     */
    <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, Duration timeout) throws E;

    /**
     * Waits until a subscription has a message to poll.
     *
     * @return whether one has; false if none came in time, the set was closed or woken, or the thread is interrupted,
     *     which it still is then
     * @throws IllegalStateException if another thread waits
     */
    boolean awaitMessage(Duration timeout);

    /** {@return an idle strategy for an agent of Agrona that polls this, as {@link Subscription#idleStrategy}} */
    IdleStrategy idleStrategy();

    /** Ends the wait, or the next one. */
    void wake();

    /** Ends the wait. The subscriptions stay open. */
    @Override
    void close();
}
