/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.ControlledFrameHandler;
import io.tailrace.CounterSource;
import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceException;
import io.tailrace.events.Events;
import io.tailrace.internal.Padded;
import io.tailrace.log.Waker;
import io.tailrace.stream.MessageWaitSet.MessageIdle;
import io.tailrace.wait.Durations;
import io.tailrace.wait.PeerWait;
import io.tailrace.wait.ThreadWait;
import io.tailrace.wait.Waits;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/** The images of a stream, and the waits for their messages. */
public final class StreamSubscription extends Padded implements Subscription {
    private static final LogImage[] NO_IMAGES = {};

    private long nextImage;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final String stream;
    private final long registrationId;
    private final SubscriptionConfig config;
    private final Surroundings surroundings;
    private final @Nullable Replay replay;
    private final ThreadWait wait;
    private final Messages messages = new Messages();
    private final PeerWait imageWait;
    private volatile LogImage[] images = NO_IMAGES;
    private volatile boolean closed;
    private volatile boolean inBlocks;
    /** Losses to publishers that did not wait. In bytes, because messages are overwritten before they are counted. */
    private final AtomicLong lostBytes = new AtomicLong();

    private final AtomicLong overruns = new AtomicLong();
    private volatile @Nullable MessageWaitSet waitSet;
    /** Makes the dispatch that has the images look again; null if none has them. Stored under the lock of this. */
    private volatile @Nullable Runnable dispatch;

    /**
     * The collaborators of a subscription in its client.
     *
     * @param closer receives each subscription that is closed
     * @param ended receives each image of a log that exists only in history, when it is read to its end
     * @param waitSets creates a wait set
     */
    public record Surroundings(
            Consumer<StreamSubscription> closer,
            Consumer<LogImage> ended,
            Consumer<Throwable> errorHandler,
            FigureBoard figures,
            Waits waits,
            Supplier<MessageWaitSet> waitSets) {}

    /** @param replay the stream's history; null if it reads none */
    public StreamSubscription(
            String stream,
            long registrationId,
            SubscriptionConfig config,
            Surroundings surroundings,
            @Nullable Replay replay) {
        this.stream = stream;
        this.registrationId = registrationId;
        this.config = config;
        this.surroundings = surroundings;
        this.replay = replay;
        this.wait = newWait();
        this.imageWait = new PeerWait(this::imageCount, this::isClosed, surroundings.waits);
        if (replay != null) {
            surroundings.figures.show(figureName("history"), this::showHistory, this::isClosed);
        }
    }

    public @Nullable Replay replay() {
        return replay;
    }

    void ended(LogImage image) {
        surroundings.ended.accept(image);
    }

    @Override
    public boolean isLive() {
        return (replay == null || !replay.hasNext()) && Arrays.stream(images).allMatch(LogImage::isLive);
    }

    @Override
    public long lagBytes() {
        return Arrays.stream(images).mapToLong(LogImage::lagBytes).sum();
    }

    @Override
    public <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit) throws E {
        LogImage[] current = images;
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

    @Override
    public <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, Duration timeout) throws E {
        int frames = poll(handler, frameLimit);
        return frames == 0 && awaitMessage(timeout) ? poll(handler, frameLimit) : frames;
    }

    @Override
    public boolean awaitMessage(Duration timeout) {
        if (waitSet != null) {
            throw new IllegalStateException("the subscription is in a wait set, which waits: stream=" + stream);
        }
        return wait.await(messages, Durations.toNanos(timeout)) && messages.endWake();
    }

    @Override
    public IdleStrategy idleStrategy() {
        return new MessageIdle(this::awaitMessage, this::isClosed);
    }

    /** Adds it to a wait set, unless it is in another one, or closed. Returns whether it is in this one. */
    synchronized boolean tryToEnter(MessageWaitSet set) {
        if (!closed && waitSet == null) {
            waitSet = set;
        }
        return !closed && waitSet == set;
    }

    synchronized void leaveWaitSet() {
        waitSet = null;
    }

    /** {@return a new wait set of its client} */
    public MessageWaitSet newWaitSet() {
        return surroundings.waitSets.get();
    }

    /** {@return a new wait by the policy of this} */
    public ThreadWait newWait() {
        return new ThreadWait(config.waitPolicy(), surroundings.waits);
    }

    @Override
    public void wake() {
        messages.wake();
        wakeWaiters();
    }

    public void wakeWaiters() {
        wait.wake();
        MessageWaitSet set = waitSet;
        if (set != null) {
            set.wakeToLook();
        }
        Runnable current = dispatch;
        if (current != null) {
            current.run();
        }
    }

    /** {@return the waits of its client} */
    Waits waits() {
        return surroundings.waits;
    }

    /** {@return the wakers of sleeping publishers} */
    Waker.Source wakers() {
        return surroundings.waits.wakers();
    }

    /** {@return the event that a thread waits for} */
    Messages messages() {
        return messages;
    }

    @Override
    public int controlledPoll(ControlledFrameHandler handler, int frameLimit) {
        LogImage[] current = images;
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
     * Refuses a subscription that acknowledges.
     *
     * @throws IllegalStateException if only the program itself can poll
     */
    public void checkPolledByOthers() {
        if (config.acknowledges()) {
            throw new IllegalStateException("no program would acknowledge: stream=" + stream
                    + "; poll this subscription, or subscribe without acknowledgement");
        }
    }

    /**
     * Gives the images to a dispatch. One at a time has them.
     *
     * @param waker run when the dispatch must look again
     * @param isEnded whether the figures are not shown any more
     * @throws IllegalStateException if another dispatch has the images, or the subscription is closed
     */
    public synchronized void beginDispatch(Runnable waker, CounterSource figures, BooleanSupplier isEnded) {
        if (dispatch != null || closed) {
            throw new IllegalStateException((closed ? "subscription is closed" : "dispatched already; close that first")
                    + ": stream=" + stream);
        }
        surroundings.figures.show(figureName("dispatch"), figures, isEnded);
        dispatch = waker; // Last: a dispatch that could not begin does not give the images back.
    }

    /** Shows where it reads. */
    private void showHistory(CounterSource.Sink sink) {
        sink.level("live", isLive() ? 1 : 0);
        sink.level("lagBytes", lagBytes());
    }

    private String figureName(String what) {
        return what + ' ' + registrationId + ' ' + stream; // Is cut at its end.
    }

    /** The dispatch gives the images back. Any of its threads. */
    public synchronized void endDispatch() {
        dispatch = null;
    }

    /** Tells the error handler of its client. */
    public void report(String text, Throwable cause) {
        surroundings.errorHandler.accept(new TailraceException(text, cause));
    }

    private int firstImage(int count) {
        long next = nextImage; // Read once, because a second thread may be here by mistake; each image refuses it.
        long first = next < count ? next : 0;
        nextImage = first + 1;
        return (int) first;
    }

    @Override
    public List<Image> images() {
        return List.of(images);
    }

    @Override
    public int imageCount() {
        return images.length;
    }

    @Override
    public boolean isConnected() {
        return images.length > 0;
    }

    @Override
    public boolean awaitConnected(Duration timeout) {
        return imageWait.await(1, Durations.toNanos(timeout));
    }

    @Override
    public long overruns() {
        return overruns.get();
    }

    @Override
    public long lostBytes() {
        return lostBytes.get();
    }

    /** From now on waits for its messages stop before padding, which is part of a block. Any thread. */
    public void readInBlocks() {
        if (!inBlocks) { // It is called before each block.
            inBlocks = true;
        }
    }

    boolean isReadInBlocks() {
        return inBlocks;
    }

    /**
     * Publishers have overwritten what an image had not read. A client shows the losses among its counters from the
     * first one on. Called by the polling thread.
     */
    void lost(LogImage image, long from, long to) {
        lostBytes.addAndGet(to - from);
        if (overruns.getAndIncrement() == 0) {
            surroundings.figures.show(figureName("lost"), this::showLosses, this::isClosed);
        }
        Events.overrun(stream, image.logId(), registrationId, from, to);
        config.handlers().overrun().onOverrun(image, from, to);
    }

    private void showLosses(CounterSource.Sink sink) {
        sink.total("overruns", overruns());
        sink.total("lostBytes", lostBytes());
    }

    @Override
    public String stream() {
        return stream;
    }

    @Override
    public long registrationId() {
        return registrationId;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        MessageWaitSet set;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            for (LogImage image : images) {
                image.close();
            }
            wait.close();
            set = waitSet;
            surroundings.closer.accept(this);
        }
        imageWait.wakeAll();
        wakeWaiters();
        if (set != null) {
            set.removeClosed(this); // Without the lock: a set locks itself first, and then its subscriptions.
        }
    }

    /** {@return the images; a new array after each change} */
    public LogImage[] currentImages() {
        return images;
    }

    public SubscriptionConfig config() {
        return config;
    }

    /** Conductor: adds an image. */
    public void add(LogImage image) {
        LogImage[] next = Arrays.copyOf(images, images.length + 1);
        next[next.length - 1] = image;
        images = next;
        if (closed) {
            image.close();
        }
        imageWait.tell();
        wakeWaiters(); // The sleeper must be named to its publishers, and the image may already have messages.
    }

    /** Conductor: removes an image. */
    public void remove(LogImage image) {
        images = List.of(images).stream().filter(other -> other != image).toArray(LogImage[]::new);
        wakeWaiters(); // If a dispatch has it, the dispatch gives it back.
    }

    /** The events that a thread polling it waits for: messages of all its images, or a wake-up. */
    final class Messages implements ThreadWait.Source {
        /** Stays until a wait has ended. */
        private volatile boolean woken;

        @Override
        public boolean isThere() {
            if (woken) {
                return true;
            }
            for (LogImage image : images) {
                if (image.hasMessage()) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean nameSleeper(int number) {
            boolean isNew = false;
            for (LogImage image : images) {
                isNew |= image.nameSleeper(number);
            }
            return isNew;
        }

        /** From now on the event is there. Any thread. */
        void wake() {
            woken = true;
        }

        /** Called when a wait has ended, and its thread checks everything. Returns true. */
        boolean endWake() {
            if (woken) {
                woken = false;
            }
            return true;
        }

        @Override
        public String toString() {
            return "a message of stream " + stream;
        }
    }

    /** Shows figures to tools that inspect the client. Any thread. */
    public interface FigureBoard {
        /** Shows the figures of a source until its end. */
        void show(String name, CounterSource source, BooleanSupplier over);
    }
}
