/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.CheckedFrameHandler;
import io.tailrace.SubscriptionConfig;
import io.tailrace.events.Events;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.stream.FrameHeader;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.LogImage.DispatchReader;
import io.tailrace.stream.StreamSubscription;
import io.tailrace.wait.ThreadWait;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Passes the images of a subscription to its dispatch as they become available. Any of its threads. */
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

    private DispatchedImages(StreamSubscription subscription, CheckedFrameHandler<?> handler, DispatchBuilder config) {
        this.subscription = subscription;
        this.handler = handler;
        this.key = config.key;
        this.threads = config.workers;
        this.wait = subscription.newWait();
    }

    /** As {@link Dispatch#of}. By default failures go to the client's error handler. */
    static DispatchBuilder builder(StreamSubscription subscription, CheckedFrameHandler<?> handler) {
        check(subscription);
        return new DispatchBuilder(
                config -> new DispatchedImages(subscription, handler, config),
                failed -> subscription.report(
                        "stream=" + subscription.stream() + ": " + failed + ErrorText.origin(failed.cause()),
                        failed.cause()));
    }

    private static void check(StreamSubscription subscription) {
        SubscriptionConfig config = subscription.config();
        if (config.policy() != SubscriptionConfig.Policy.BLOCK) {
            throw new IllegalStateException("a dispatch needs a subscription that gates: stream="
                    + subscription.stream() + ", policy=" + config.policy()
                    + "; poll this one, or subscribe with policy BLOCK");
        }
        if (subscription.replay() != null) {
            throw new IllegalStateException("a dispatch reads no history: stream=" + subscription.stream() + ", joinAt="
                    + config.joinAt().kind() + "; poll this one, or begin at TAIL or OLDEST");
        }
        subscription.checkPolledByOthers();
    }

    @Override
    public void begin(Dispatch dispatch) {
        subscription.beginDispatch(wait::wake, dispatch.counterSource(), dispatch::isEnded);
    }

    @Override
    public boolean update(Dispatch dispatch) {
        if (known != subscription.currentImages()) {
            addNew(dispatch);
        }
        return !subscription.isClosed();
    }

    private synchronized void addNew(Dispatch dispatch) {
        LogImage[] current = subscription.currentImages();
        for (LogImage image : current) {
            if (!image.isClosed() && !isKnown(image)) {
                DispatchReader taken = image.beginDispatch();
                try {
                    dispatch.add(
                            new DispatchedImage(image, taken), taken.frames().position());
                } catch (Throwable e) { // No memory: no window would give the image back.
                    image.endDispatch();
                    throw e;
                }
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
    public void ended(@Nullable Throwable failure) {
        try {
            wait.close();
        } finally {
            subscription.endDispatch();
            if (failure != null) {
                String cause = ErrorText.withOrigin(failure);
                subscription.report(
                        "dispatch has halted: stream=" + subscription.stream() + ", cause=" + cause
                                + "; it holds publishers back until it is dispatched or polled again, or closed",
                        failure);
            }
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
        private final DispatchReader taken;
        private final LogBuffers log;
        /** One header for each thread, by its number. */
        private final FrameHeader[] headers;

        DispatchedImage(LogImage image, DispatchReader taken) {
            this.image = image;
            this.taken = taken;
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

        /** @throws CorruptLogException if the bytes at the position are not a frame and the log has not ended */
        @Override
        public int read(FrameWindow window) {
            boolean atRest = awaited; // Whether a thread sleeps if there is no message.
            FrameReader reader = taken.frames();
            taken.pause().beforePoll();
            int frames = 0;
            boolean foundEnd = false;
            while (frames < READ_LIMIT && window.hasRoom()) {
                long word = next();
                if (word == 0) {
                    foundEnd = true;
                    window.skipTo(reader.position());
                    break;
                }
                long framePosition = reader.position();
                long frameKey = key.of(reader.buffer(), reader.payloadOffset(), length(word));
                reader.consume(word);
                frames++;
                window.add(framePosition, reader.position(), word, frameKey);
            }
            taken.pause().afterPoll(frames, foundEnd);
            if (atRest && foundEnd) {
                taken.sleeper().wakeKeeperIfStanding(reader.position(), reader);
            }
            return frames;
        }

        /**
         * A damaged log that has ended seems empty: once everything before the damage is done, the conductor skips it.
         */
        private long next() {
            try {
                return taken.frames().next();
            } catch (CorruptLogException e) {
                if (taken.damage().isSeenIn(e)) {
                    return 0;
                }
                throw e;
            }
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
}
