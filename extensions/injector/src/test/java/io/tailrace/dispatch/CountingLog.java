/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A log whose frames are the numbers from 0 on, eight bytes each. After every hundred frames there is padding, and a
 * read ends there. The log checks the reports of its dispatch, whose only log it is.
 */
final class CountingLog implements FrameFeed, FrameFeed.Source {
    static final int FRAME_LENGTH = 8;
    private static final int PADDING_LENGTH = 32;
    private static final int FRAMES_BETWEEN_PADDING = 100;
    private static final int READ_LIMIT = 64;
    private static final long NAP_NS = 100_000;

    private final long frames;
    private final LongUnaryOperator key;
    private final LongConsumer handler;
    private final AtomicLong readers = new AtomicLong();
    private final AtomicLong releases = new AtomicLong();
    private final AtomicLong endings = new AtomicLong();
    private boolean told;
    private volatile boolean awaitedWithoutTimer;
    private long nextFrame;
    private long pausedAt;
    private long doneFrames;
    private volatile long available;
    private volatile long donePosition;
    private volatile boolean closed;
    private volatile Runnable onRelease = () -> {};
    private volatile boolean wrong;

    CountingLog(long frames, LongUnaryOperator key, LongConsumer handler) {
        this.frames = frames;
        this.available = frames;
        this.key = key;
        this.handler = handler;
    }

    /** Limits the frames that can be read, until the next call. */
    CountingLog available(long count) {
        available = count;
        return this;
    }

    @Override
    public long logId() {
        return 1;
    }

    @Override
    public int read(FrameWindow window) {
        wrong |= readers.incrementAndGet() != 1;
        int count = 0;
        while (count < READ_LIMIT && window.hasRoom() && !foundEnd()) {
            long frame = nextFrame++;
            long position = position(frame);
            window.add(position, position + FRAME_LENGTH, frame, key.applyAsLong(frame));
            count++;
        }
        if (pausedAt == nextFrame || nextFrame == available) {
            window.skipTo(position(nextFrame));
        }
        readers.decrementAndGet();
        return count;
    }

    private boolean foundEnd() {
        if (nextFrame % FRAMES_BETWEEN_PADDING == 0 && nextFrame != pausedAt) {
            pausedAt = nextFrame;
            return true;
        }
        return nextFrame == available;
    }

    /** {@return the position of a frame} */
    static long position(long frame) {
        return frame * FRAME_LENGTH + frame / FRAMES_BETWEEN_PADDING * PADDING_LENGTH;
    }

    /** {@return the position after the last frame and its padding} */
    long end() {
        return position(frames);
    }

    @Override
    public void handle(int thread, long position, long tag) {
        wrong |= position != position(tag);
        handler.accept(tag);
    }

    @Override
    public void done(long position, long frames) {
        doneFrames += frames;
        wrong |= position <= donePosition || position > position(doneFrames);
        wrong |= position < position(doneFrames - 1) + FRAME_LENGTH;
        donePosition = position;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    @Override
    public void release() {
        onRelease.run();
        wrong |= releases.incrementAndGet() != 1;
    }

    /** Sets what runs while it is released. */
    void onRelease(Runnable action) {
        onRelease = action;
    }

    boolean isReleased() {
        return releases.get() != 0;
    }

    /** {@return the position up to which everything is done} */
    long donePosition() {
        return donePosition;
    }

    /**
     * {@return whether two threads read it at once, a position was reported twice or wrongly, or it was released twice}
     */
    boolean isWrong() {
        return wrong;
    }

    @Override
    public void begin(Dispatch dispatch) {}

    @Override
    public synchronized boolean update(Dispatch dispatch) {
        if (!told) {
            told = true;
            dispatch.add(this, 0);
        }
        return !closed;
    }

    /** New frames are not announced: checks repeatedly. */
    @Override
    public boolean await(BooleanSupplier isThere, long timeoutNs) {
        awaitedWithoutTimer = timeoutNs == Long.MAX_VALUE;
        long startNs = System.nanoTime();
        while (!isThere.getAsBoolean()) {
            if (System.nanoTime() - startNs >= timeoutNs
                    || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(NAP_NS);
        }
        return true;
    }

    /** {@return whether the last wait had no timeout} */
    boolean isAwaitedWithoutTimer() {
        return awaitedWithoutTimer;
    }

    @Override
    public void wake() {}

    @Override
    public void ended(@Nullable Throwable failure) {
        endings.incrementAndGet();
    }

    long endings() {
        return endings.get();
    }
}
