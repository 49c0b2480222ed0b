/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.IdleStrategy;

/**
 * Lets one thread wait for the messages of many subscriptions of a client. That thread polls and waits; any thread may
 * add and remove subscriptions, close the set, and end a wait.
 */
public interface WaitSet extends AutoCloseable {
    /**
     * Adds a subscription. Has no effect the second time.
     *
     * @throws IllegalStateException if it is in another set, or one of the two is closed
     */
    void add(Subscription subscription);

    /**
     * Removes a subscription. Has no effect if it is not in the set. A subscription that is closed leaves by itself.
     */
    void remove(Subscription subscription);

    /** {@return the subscriptions now in the set} */
    List<Subscription> subscriptions();

    /**
     * Delivers the messages that are available, of each subscription in turn; if there are none, waits for the first.
     *
     * @param frameLimit maximum number of messages to deliver
     * @return the number of messages delivered; 0 if none arrived in time, if the set was closed or woken, or if the
     *     thread was interrupted, whose interrupt status then stays set
     */
    <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, Duration timeout) throws E;

    /**
     * Waits until a subscription has a message to poll.
     *
     * @return whether one has; false if none arrived in time, if the set was closed or woken, or if the thread is
     *     interrupted, whose interrupt status then stays set
     * @throws IllegalStateException if another thread waits
     */
    boolean awaitMessage(Duration timeout);

    /** {@return an idle strategy for an Agrona agent that polls this set, as {@link Subscription#idleStrategy} does} */
    IdleStrategy idleStrategy();

    /** Ends the current wait, or the next one. */
    void wake();

    /** Closes the set and ends the wait. The subscriptions stay open. */
    @Override
    void close();
}
