/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.IdleStrategy;

/**
 * Receives the messages of a stream, through one image for each log of it. One thread at a time polls, or a dispatch of
 * the extension {@code ipc-injector} hands messages to many threads. Any thread may close it and call methods that only
 * return a value. If a second thread polls the same image at the same time by mistake, it gets an {@link
 * IllegalStateException} and does no harm; two threads that poll different images at the same time are not detected.
 */
public interface Subscription extends AutoCloseable {
    /**
     * Delivers the messages that are available, from every image in turn, and returns; each call starts with another
     * image. It does not wait for messages, but may look once more after some 16 µs ({@link WaitPolicy}).
     * If the messages of an image arrive one by one, it may leave the following message to the next call; a program
     * that wants all messages polls until there are none.
     *
     * @param frameLimit maximum number of messages to deliver
     * @return the number of messages delivered; 0 if there are none or the subscription is closed
     */
    <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit) throws E;

    /**
     * Delivers the messages that are available; if there are none, waits for the first as its {@link WaitPolicy} says.
     *
     * @param frameLimit maximum number of messages to deliver
     * @return the number of messages delivered; 0 if none arrived in time, if only a loss was reported, if the
     *     subscription was closed, or if the thread was interrupted, whose interrupt status then stays set
     */
    <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, Duration timeout) throws E;

    /**
     * Waits until there is a message to poll, as its {@link WaitPolicy} says. Call it on the polling thread.
     *
     * @return whether there is a message; false if none arrived in time, if the subscription is closed, or if the
     *     thread is interrupted, whose interrupt status then stays set
     * @throws IllegalStateException if another thread waits
     */
    boolean awaitMessage(Duration timeout);

    /**
     * {@return an idle strategy for an Agrona agent that polls this subscription} It waits as {@link #awaitMessage}
     * does, for at most a second. Use it on the polling thread.
     */
    IdleStrategy idleStrategy();

    /**
     * Ends the current wait for messages, or the next one, as if a message had arrived; also that of its wait set. Any
     * thread.
     */
    void wake();

    /**
     * Delivers the messages that are available until the handler stops the poll. ABORT and BREAK stop the poll of their
     * image only; the other images still get their turn.
     *
     * @param frameLimit maximum number of messages to deliver
     * @return the number of messages delivered, not counting aborted ones
     */
    int controlledPoll(ControlledFrameHandler handler, int frameLimit);

    /** {@return the current images} */
    List<Image> images();

    int imageCount();

    /** {@return whether the stream has a publisher, or has messages of a former publisher that are not consumed yet} */
    boolean isConnected();

    /**
     * Waits until the subscription is connected. Any thread may call this, except inside an image handler or a counter
     * source.
     *
     * @return whether it was connected within the timeout; also false if interrupted, with the interrupt status set
     */
    boolean awaitConnected(Duration timeout);

    /**
     * {@return how often publishers have overwritten messages that this subscription, of another policy than BLOCK, had
     * not read} Any thread; {@code tailrace counters} shows the same.
     */
    long overruns();

    /** {@return the bytes of the log lost by overruns, headers and padding included} Any thread. */
    long lostBytes();

    /**
     * {@return whether all its images are live and no log that exists only in history is waiting} Always true if it
     * does not read history. Any thread.
     */
    boolean isLive();

    /** {@return the sum of {@link Image#lagBytes}, without logs that exist only in history and are still waiting} */
    long lagBytes();

    String stream();

    long registrationId();

    boolean isClosed();

    /**
     * Closes the subscription: polls deliver nothing any more, and it holds no publisher back. Any thread may call this
     * any number of times.
     */
    @Override
    void close();
}
