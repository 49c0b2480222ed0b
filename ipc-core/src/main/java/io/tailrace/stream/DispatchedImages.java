/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.TailraceException;
import io.tailrace.dispatch.FailurePolicy.DeadLetters;
import io.tailrace.dispatch.FailurePolicy.Origin;
import io.tailrace.dispatch.FrameKey;
import io.tailrace.dispatcher.DispatchBuilder;
import io.tailrace.dispatcher.Dispatcher;
import io.tailrace.dispatcher.FrameFeed;
import io.tailrace.dispatcher.FrameWindow;
import io.tailrace.events.Events;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.read.CatchUpPause;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.wait.ThreadWait;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes the images of a subscription to a dispatcher as they become available. Any of its threads. */
final class DispatchedImages implements FrameFeed.Source {
    private static final long LONGEST_NAP_NS = 1_000_000;
    private static final LogImage[] NONE = {};

    private final StreamSubscription subscription;
    private final CheckedFrameHandler<?> handler;
    private final FrameKey key;
    private final int threads;
    private final ThreadWait wait;
    private final Messages messages = new Messages();
    /** A thread sleeps if it finds no message. */
    private volatile boolean awaited;
    /** Images that were passed on, or were closed before that. */
    private volatile LogImage[] known = NONE;

    private DispatchedImages(
            StreamSubscription subscription, CheckedFrameHandler<?> handler, FrameKey key, int threads) {
        this.subscription = subscription;
        this.handler = handler;
        this.key = key;
        this.threads = threads;
        this.wait = subscription.newWait();
    }

    /** {@return the configuration of a dispatch, which by default reports failures to this handler} */
    static DispatchBuilder builder(
            StreamSubscription subscription, CheckedFrameHandler<?> handler, Consumer<Throwable> errorHandler) {
        return new DispatchBuilder(
                (key, threads) -> new DispatchedImages(subscription, handler, key, threads),
                handler instanceof FrameHandler.NonBlocking,
                failed -> errorHandler.accept(new TailraceException(
                        "stream=" + subscription.stream() + ": " + failed + ErrorText.origin(failed.cause()),
                        failed.cause())));
    }

    @Override
    public Subscription subscription() {
        return subscription;
    }

    @Override
    public void begin(Dispatcher dispatcher) {
        subscription.begin(dispatcher);
    }

    @Override
    public boolean update(Dispatcher dispatcher) {
        if (known != subscription.currentImages()) {
            addNew(dispatcher);
        }
        return !subscription.isClosed();
    }

    private synchronized void addNew(Dispatcher dispatcher) {
        LogImage[] current = subscription.currentImages();
        for (LogImage image : current) {
            if (!image.isClosed() && !isKnown(image)) {
                if (Eviction.copies(image)) {
                    throw new IllegalStateException("evicted, so not dispatched: stream=" + image.stream());
                }
                DispatchReader reader = image.beginDispatch();
                dispatcher.add(new DispatchedImage(image, reader), reader.position());
            }
        }
        known = current;
    }

    /**
     * Names the sleeper to an image, even to one that is not known yet, because it is not announced again. Under the
     * lock with which an image is taken and released: outside of the image, a slot may belong to another subscriber at
     * the time of the store. No test shows that: the thread would have to stop between the check and the store for as
     * long as the driver takes to assign the slot to another subscriber.
     */
    private synchronized boolean nameSleeperTo(LogImage image, int number) {
        return isKnown(image) ? image.nameSleeperOfDispatch(number) : image.nameSleeper(number);
    }

    private boolean isKnown(LogImage image) {
        for (LogImage other : known) {
            if (other == image) {
                return true;
            }
        }
        return false;
    }

    private synchronized void release(LogImage image) {
        image.endDispatch();
    }

    @Override
    public boolean await(BooleanSupplier isThere, long timeoutNs) {
        awaited = true;
        try {
            return wait.await(messages.asked(isThere), timeoutNs);
        } catch (VirtualMachineError e) { // No heap, no stack, or the sleeper's file was truncated.
            LockSupport.parkNanos(Math.min(timeoutNs, LONGEST_NAP_NS));
            return true;
        } finally {
            awaited = false;
        }
    }

    @Override
    public void wake() {
        wait.wake();
    }

    @Override
    public void ended(Dispatcher dispatcher, @Nullable Throwable failure) {
        try {
            wait.close();
        } finally {
            subscription.end(dispatcher, failure);
        }
    }

    /** The event that the thread awaiting messages waits for. */
    private final class Messages implements ThreadWait.Source {
        private BooleanSupplier isThere = () -> true;

        Messages asked(BooleanSupplier newIsThere) {
            isThere = newIsThere;
            return this;
        }

        @Override
        public boolean isThere() {
            return isThere.getAsBoolean();
        }

        @Override
        public boolean nameSleeper(int number) {
            boolean isNew = false;
            for (LogImage image : subscription.currentImages()) {
                isNew |= nameSleeperTo(image, number);
            }
            return isNew;
        }

        @Override
        public String toString() {
            return "a message of stream " + subscription.stream() + ", to be dispatched";
        }
    }

    /** An image that a dispatch has taken over: its frames are handled in place. */
    private final class DispatchedImage implements FrameFeed {
        /** The number of frames read before another thread may read: enough to amortize the cost of reading. */
        private static final int READ_LIMIT = 64;

        private final LogImage image;
        private final DispatchReader reader;
        private final LogBuffers log;
        /** One header for each thread, by its number. */
        private final FrameHeader[] headers;

        DispatchedImage(LogImage image, DispatchReader reader) {
            this.image = image;
            this.reader = reader;
            this.log = image.buffers();
            this.headers = new FrameHeader[threads];
            for (int i = 0; i < threads; i++) {
                headers[i] = new FrameHeader(image);
            }
        }

        @Override
        public long logId() {
            return image.logId();
        }

        @Override
        public int read(FrameWindow window) {
            return reader.read(window, key, READ_LIMIT, awaited);
        }

        @Override
        public void handle(int thread, long position, long tag) throws Exception {
            FrameHeader header = headers[thread];
            header.wrap(tag, position);
            Events.HandlerRun run = Events.beginHandlers();
            try {
                handler.onFrame(log.term(position), log.offset(position) + HEADER_LENGTH, length(tag), header);
            } finally {
                header.ended(run, 1);
            }
        }

        private static int length(long tag) {
            return FrameLayout.length(tag) - HEADER_LENGTH;
        }

        @Override
        public void giveTo(DeadLetters letters, long position, long tag) {
            Origin origin = new Origin(image.stream(), image.logId(), position);
            letters.accept(log.term(position), log.offset(position) + HEADER_LENGTH, length(tag), origin);
        }

        @Override
        public void done(long position, long frames) {
            image.done(position, frames);
        }

        @Override
        public boolean isClosed() {
            return image.isClosedNow();
        }

        @Override
        public void release() {
            DispatchedImages.this.release(image);
        }
    }

    /**
     * Reads an image for the dispatch that has it. Used by one thread at a time, with a happens-before order between
     * threads.
     */
    record DispatchReader(FrameReader reader, CatchUpPause pause, SlotSleeper sleeper, LogDamage damage) {
        /** {@return the position of the next message to read} */
        long position() {
            return reader.position();
        }

        /**
         * Adds the available messages to a window.
         *
         * @param atRest whether a thread sleeps if there is no message
         * @return the number of messages added
         * @throws CorruptLogException if the bytes at the position are not a frame and the log has not ended
         */
        int read(FrameWindow window, FrameKey key, int frameLimit, boolean atRest) {
            pause.beforePoll();
            int frames = 0;
            boolean foundEnd = false;
            while (frames < frameLimit && window.hasRoom()) {
                long word = next();
                if (word == 0) {
                    foundEnd = true;
                    window.skipTo(reader.position());
                    break;
                }
                long framePosition = reader.position();
                long frameKey =
                        key.of(reader.buffer(), reader.payloadOffset(), FrameLayout.length(word) - HEADER_LENGTH);
                reader.consume(word);
                frames++;
                window.add(framePosition, reader.position(), word, frameKey);
            }
            pause.afterPoll(frames, foundEnd);
            if (atRest && foundEnd) {
                sleeper.wakeKeeperIfStanding(reader, null);
            }
            return frames;
        }

        /**
         * A damaged log that has ended seems empty: once everything before the damage is done, the conductor skips it.
         */
        private long next() {
            try {
                return reader.next();
            } catch (CorruptLogException e) {
                if (damage.isSeenIn(e)) {
                    return 0;
                }
                throw e;
            }
        }
    }
}
