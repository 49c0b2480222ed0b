/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.injector.Tasklet;
import io.tailrace.injector.WakeSource;
import io.tailrace.log.Waker;
import io.tailrace.memory.ErrorText;
import io.tailrace.memory.Padded;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Receives the messages of a stream, through one image for each log of it. One thread at a time polls, or a dispatch
 * hands messages to many; any thread may close it and call what only returns a value. A second thread that by mistake
 * polls the same image at the same time gets an {@link IllegalStateException}, and harms nothing; two threads in
 * different images go unnoticed.
 */
public final class Subscription extends Padded implements AutoCloseable {
    /**
     * Makes something of a message that may be kept.
     *
     * @param <T> what it makes
     */
    @FunctionalInterface
    public interface Mapper<T> {
        /** {@return what is made of one message, not null} The arguments are those of {@link FrameHandler#onFrame}. */
        T map(DirectBuffer buffer, int offset, int length, Header header) throws Exception;
    }

    private static final Image[] NO_IMAGES = {};

    private long nextImage;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final String stream;
    private final long registrationId;
    private final SubscriptionConfig config;
    private final Consumer<Subscription> closer;
    private final Consumer<Throwable> errorHandler;
    private final ClientCounters counters;
    private final Losses losses;
    private final Waits waits;
    private final Supplier<WaitSet> waitSets;
    private final ThreadWait wait;
    private final ImageMessages messages = new ImageMessages(this);
    private final PeerWait imageWait;
    private volatile Image[] images = NO_IMAGES;
    private volatile boolean closed;
    private volatile @Nullable WaitSet waitSet;
    /** Stored under the lock of this. */
    private volatile @Nullable Dispatch dispatch;

    Subscription(
            String stream,
            long registrationId,
            SubscriptionConfig config,
            Consumer<Subscription> closer,
            Consumer<Throwable> errorHandler,
            ClientCounters counters,
            Waits waits,
            Supplier<WaitSet> waitSets) {
        this.stream = stream;
        this.registrationId = registrationId;
        this.config = config;
        this.closer = closer;
        this.errorHandler = errorHandler;
        this.counters = counters;
        this.losses = new Losses(config.handlers().overrun(), () -> counters.add(this));
        this.waits = waits;
        this.waitSets = waitSets;
        this.wait = newWait();
        this.imageWait = new PeerWait(this::imageCount, this::isClosed, waits);
    }

    /**
     * Delivers messages that are there, and returns: from every image in turn, starting each time with another one. It
     * waits for none, but may look some 16 µs later where that pays ({@link WaitPolicy}). An image whose messages come
     * one by one may leave the next to the next call; a program that wants all polls until there are none.
     *
     * @param frameLimit the most messages to deliver
     * @return the messages delivered; 0 if there are none, or the subscription is closed
     */
    public <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit) throws E {
        Image[] current = images;
        int count = current.length;
        if (count == 1) {
            return current[0].poll(handler, frameLimit);
        }
        int first = firstImage(count);
        int frames = 0;
        for (int i = 0; i < count && frames < frameLimit; i++) {
            int index = first + i;
            frames += current[index < count ? index : index - count].poll(handler, frameLimit - frames);
        }
        return frames;
    }

    /**
     * Delivers messages that are there; where there are none, waits for the first as its {@link WaitPolicy} says.
     *
     * @param frameLimit the most messages to deliver
     * @return the messages delivered; 0 if none came in time, only a loss was told, the subscription was closed, or the
     *     thread was interrupted, which it still is then
     */
    public <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, Duration timeout) throws E {
        int frames = poll(handler, frameLimit);
        return frames == 0 && awaitMessage(timeout) ? poll(handler, frameLimit) : frames;
    }

    /**
     * Waits until there is a message to poll, as its {@link WaitPolicy} says. By the thread that polls.
     *
     * @return whether there is one; false if none came in time, the subscription is closed, or the thread is
     *     interrupted, which it still is then
     * @throws IllegalStateException if another thread waits
     */
    public boolean awaitMessage(Duration timeout) {
        if (waitSet != null) {
            throw new IllegalStateException("the subscription is in a wait set, which waits: stream=" + stream);
        }
        return wait.await(messages, Durations.toNanos(timeout)) && messages.endWake();
    }

    /**
     * {@return an idle strategy for an agent of Agrona that polls this} It waits as {@link #awaitMessage}, for a second
     * at most. By the thread that polls.
     */
    public IdleStrategy idleStrategy() {
        return new MessageIdle(this::awaitMessage, this::isClosed);
    }

    /** Puts it into a wait set, unless it is in another one, or closed. Returns whether it is in this one. */
    synchronized boolean tryToEnter(WaitSet set) {
        if (!closed && waitSet == null) {
            waitSet = set;
        }
        return !closed && waitSet == set;
    }

    synchronized void leaveWaitSet() {
        waitSet = null;
    }

    /** {@return a wait set of its client} */
    WaitSet newWaitSet() {
        return waitSets.get();
    }

    /** {@return a wait by the policy of this} */
    ThreadWait newWait() {
        return new ThreadWait(config.waitPolicy(), waits);
    }

    /** Has the wait for its messages, or the next, end as if one had come; that of its wait set, too. Any thread. */
    public void wake() {
        messages.wake();
        wakeWaiters();
    }

    void wakeWaiters() {
        wait.wake();
        WaitSet set = waitSet;
        if (set != null) {
            set.wakeToLook();
        }
        Dispatch current = dispatch;
        if (current != null) {
            current.wake();
        }
    }

    /** {@return those of its client} */
    Waits waits() {
        return waits;
    }

    /** {@return the wakers of publishers that sleep} */
    Waker.Source wakers() {
        return waits.wakers();
    }

    /** {@return what a thread waits for} */
    ImageMessages messages() {
        return messages;
    }

    /**
     * Delivers messages that are there as long as the handler lets it, and returns. ABORT and BREAK end the poll of
     * their image; the others still get their turn.
     *
     * @param frameLimit the most messages to deliver
     * @return the messages delivered, aborted ones not counted
     */
    public int controlledPoll(ControlledFrameHandler handler, int frameLimit) {
        Image[] current = images;
        int count = current.length;
        int first = firstImage(count);
        int frames = 0;
        for (int i = 0; i < count && frames < frameLimit; i++) {
            int index = first + i;
            frames += current[index < count ? index : index - count].controlledPoll(handler, frameLimit - frames);
        }
        return frames;
    }

    /**
     * {@return what polls this once a call, for {@link io.tailrace.injector.CooperativeWorkers}} It is done when the
     * subscription is closed. If the handler throws, it is removed, and the subscription, polled by nobody, stays open.
     * A message wakes its thread, which where messages come often looks for some 20 µs before it sleeps. A tasklet of
     * the program's own that polls and names no source leaves that to the timer: later messages, less CPU.
     *
     * @param frameLimit the most messages of a call
     * @throws IllegalStateException as {@link #publisher}
     */
    public Tasklet tasklet(FrameHandler handler, int frameLimit) {
        config.checkPolledByOthers(stream);
        return new PollTasklet(this, handler, frameLimit);
    }

    /**
     * {@return what wakes a thread of {@link io.tailrace.injector.CooperativeWorkers} when there is a message, or this
     * is closed} For tasklets that poll this, and perhaps others. Such a thread waits; no other thread waits meanwhile.
     */
    public WakeSource wakeSource() {
        return new MessageSource(this);
    }

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
    public <T> Flow.Publisher<T> publisher(Mapper<T> mapper, Executor executor) {
        config.checkPolledByOthers(stream);
        return new MessageFlow<>(this, mapper, executor, errorHandler);
    }

    /**
     * Prepares to have a handler run by the threads of an executor, several at a time, in place of polling; see
     * {@link Dispatch.Builder}.
     *
     * @throws IllegalStateException if the subscription does not gate: nobody waits for one of policy DROP or EVICT, so
     *     its messages do not stay while handlers run; or if it acknowledges, for a handler does that by its return
     */
    public Dispatch.Builder dispatch(CheckedFrameHandler<?> handler) {
        config.checkDispatched(stream);
        return new Dispatch.Builder(this, handler, errorHandler);
    }

    /** One dispatch at a time. */
    synchronized void begin(Dispatch newDispatch) {
        if (dispatch != null || closed) {
            throw new IllegalStateException((closed ? "subscription is closed" : "dispatched already; close that first")
                    + ": stream=" + stream);
        }
        dispatch = newDispatch;
        counters.add(newDispatch);
    }

    /** A dispatch has ended, by itself if there is a failure. */
    void end(Dispatch oldDispatch, @Nullable Throwable failure) {
        synchronized (this) {
            if (dispatch == oldDispatch) {
                dispatch = null;
            }
        }
        if (failure != null) {
            errorHandler.accept(new TailraceException(
                    "dispatch has halted: stream=" + stream + ", cause=" + ErrorText.withOrigin(failure)
                            + "; it holds publishers back until it is dispatched or polled again, or closed",
                    failure));
        }
    }

    private int firstImage(int count) {
        long next =
                nextImage; // Once: each image refuses a second thread, and this must stand one that is here by mistake.
        long first = next < count ? next : 0;
        nextImage = first + 1;
        return (int) first;
    }

    /** {@return the images there are now} */
    public List<Image> images() {
        return List.of(images);
    }

    public int imageCount() {
        return images.length;
    }

    /** {@return whether anybody publishes to the stream, or left messages that are not consumed yet} */
    public boolean isConnected() {
        return images.length > 0;
    }

    /**
     * Waits until it is connected. Any thread, but none that runs a handler of images or a source of counters.
     *
     * @return whether it was within the timeout; false also when interrupted, with the interrupt status set
     */
    public boolean awaitConnected(Duration timeout) {
        return imageWait.await(1, Durations.toNanos(timeout));
    }

    /**
     * {@return how often publishers have written over what a subscription of policy DROP or EVICT had not read} Any
     * thread; {@code tailrace counters} shows the same from outside.
     */
    public long overruns() {
        return losses.overruns();
    }

    /** {@return the bytes of the log that were lost so, headers and padding included} Any thread. */
    public long lostBytes() {
        return losses.bytes();
    }

    Losses losses() {
        return losses;
    }

    public String stream() {
        return stream;
    }

    public long registrationId() {
        return registrationId;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Closes it: polls deliver nothing any more, and it holds no publisher back. Any thread, any number of times. */
    @Override
    public void close() {
        WaitSet set;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            for (Image image : images) {
                image.close();
            }
            wait.close();
            set = waitSet;
            closer.accept(this);
        }
        imageWait.wakeAll();
        wakeWaiters();
        if (set != null) {
            set.removeClosed(this); // Without the lock: a set locks itself first, and then its subscriptions.
        }
    }

    /** {@return the images; another array each time that there are others} */
    Image[] currentImages() {
        return images;
    }

    SubscriptionConfig config() {
        return config;
    }

    /** Conductor: adds an image. */
    void add(Image image) {
        Image[] current = images;
        Image[] next = new Image[current.length + 1];
        System.arraycopy(current, 0, next, 0, current.length);
        next[current.length] = image;
        images = next;
        if (closed) {
            image.close();
        }
        imageWait.tell();
        wakeWaiters(); // It is to be named to its publishers, and may have messages already.
    }

    /** Conductor: takes an image out. */
    void remove(Image image) {
        images = List.of(images).stream().filter(other -> other != image).toArray(Image[]::new);
        wakeWaiters(); // A dispatch that has it gives it back.
    }
}
