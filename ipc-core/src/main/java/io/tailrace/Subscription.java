/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.injector.Tasklet;
import io.tailrace.injector.WakeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;

/**
 * Receives the messages of a stream, through one image for each log of it. One thread at a time polls, or a dispatch
 * hands messages to many; any thread may close it and call what only returns a value. A second thread that by mistake
 * polls the same image at the same time gets an {@link IllegalStateException}, and harms nothing; two threads in
 * different images go unnoticed.
 */
public interface Subscription extends AutoCloseable {
    /**
     * Makes something of a message that may be kept.
     *
     * @param <T> what it makes
     */
    @FunctionalInterface
    interface Mapper<T> {
        /** {@return what is made of one message, not null} The arguments are those of {@link FrameHandler#onFrame}. */
        T map(DirectBuffer buffer, int offset, int length, Header header) throws Exception;
    }

    /**
     * Delivers messages that are there, and returns: from every image in turn, starting each time with another one. It
     * waits for none, but may look some 16 µs later where that pays ({@link WaitPolicy}). An image whose messages come
     * one by one may leave the next to the next call; a program that wants all polls until there are none.
     *
     * @param frameLimit the most messages to deliver
     * @return the messages delivered; 0 if there are none, or the subscription is closed
     */
    <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit) throws E;

    /**
     * Delivers messages that are there; where there are none, waits for the first as its {@link WaitPolicy} says.
     *
     * @param frameLimit the most messages to deliver
     * @return the messages delivered; 0 if none came in time, only a loss was told, the subscription was closed, or the
     *     thread was interrupted, which it still is then
     */
    <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, Duration timeout) throws E;

    /**
     * Waits until there is a message to poll, as its {@link WaitPolicy} says. By the thread that polls.
     *
     * @return whether there is one; false if none came in time, the subscription is closed, or the thread is
     *     interrupted, which it still is then
     * @throws IllegalStateException if another thread waits
     */
    boolean awaitMessage(Duration timeout);

    /**
     * {@return an idle strategy for an agent of Agrona that polls this} It waits as {@link #awaitMessage}, for a second
     * at most. By the thread that polls.
     */
    IdleStrategy idleStrategy();

    /** Has the wait for its messages, or the next, end as if one had come; that of its wait set, too. Any thread. */
    void wake();

    /**
     * Delivers messages that are there as long as the handler lets it, and returns. ABORT and BREAK end the poll of
     * their image; the others still get their turn.
     *
     * @param frameLimit the most messages to deliver
     * @return the messages delivered, aborted ones not counted
     */
    int controlledPoll(ControlledFrameHandler handler, int frameLimit);

    /**
     * {@return what polls this once a call, for {@link io.tailrace.injector.CooperativeWorkers}} It is done when the
     * subscription is closed. If the handler throws, it is removed, and the subscription, polled by nobody, stays open.
     * A message wakes its thread, which where messages come often looks for some 20 µs before it sleeps. A tasklet of
     * the program's own that polls and names no source leaves that to the timer: later messages, less CPU.
     *
     * @param frameLimit the most messages of a call
     * @throws IllegalStateException as {@link #publisher}
     */
    Tasklet tasklet(FrameHandler handler, int frameLimit);

    /**
     * {@return what wakes a thread of {@link io.tailrace.injector.CooperativeWorkers} when there is a message, or this
     * is closed} For tasklets that poll this, and perhaps others. Such a thread waits; no other thread waits meanwhile.
     */
    WakeSource wakeSource();

    /**
     * {@return a publisher for one subscriber of {@link Flow} at a time, which has this polled in place of a program}
     * What the subscriber requests is polled, and nothing more: without demand this gates. While there is demand, a
     * thread of the executor polls and waits. It completes when this is closed; where a mapper throws, it ends with
     * that error. After either, or after a cancel, this is open to the next subscriber, which goes on behind the last
     * message.
     *
     * @param executor runs tasks in threads of its own, not in the calling one
     * @throws IllegalStateException if the subscription acknowledges, which only who polls can do
     */
    <T> Flow.Publisher<T> publisher(Mapper<T> mapper, Executor executor);

    /**
     * Prepares to have a handler run by the threads of an executor, several at a time, in place of polling; see
     * {@link Dispatch.Builder}.
     *
     * @throws IllegalStateException if the subscription does not gate: nobody waits for one of policy DROP or EVICT, so
     *     its messages do not stay while handlers run; or if it acknowledges, for a handler does that by its return
     */
    Dispatch.Builder dispatch(CheckedFrameHandler<?> handler);

    /** {@return the images there are now} */
    List<Image> images();

    int imageCount();

    /** {@return whether anybody publishes to the stream, or left messages that are not consumed yet} */
    boolean isConnected();

    /**
     * Waits until it is connected. Any thread, but none that runs a handler of images or a source of counters.
     *
     * @return whether it was within the timeout; false also when interrupted, with the interrupt status set
     */
    boolean awaitConnected(Duration timeout);

    /**
     * {@return how often publishers have written over what a subscription of policy DROP or EVICT had not read} Any
     * thread; {@code tailrace counters} shows the same from outside.
     */
    long overruns();

    /** {@return the bytes of the log that were lost so, headers and padding included} Any thread. */
    long lostBytes();

    /**
     * {@return whether all its images are live, and no log waits that only history has} Always, where it does not read
     * history. Any thread.
     */
    boolean isLive();

    /** {@return the sum of {@link Image#lagBytes}; logs that only history has and whose turn is to come not counted} */
    long lagBytes();

    String stream();

    long registrationId();

    boolean isClosed();

    /** Closes it: polls deliver nothing any more, and it holds no publisher back. Any thread, any number of times. */
    @Override
    void close();
}
