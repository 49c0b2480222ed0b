/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.log.Waker;
import io.tailrace.log.read.FrameReader;
import io.tailrace.log.read.LogReplay;
import io.tailrace.log.read.MessageReader;
import io.tailrace.log.read.OverrunReader;
import io.tailrace.memory.MappedBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads copies for an image that no publisher waits for: one of policy DROP or EVICT, or one that began in history. It
 * reports what publishers have overwritten, unless history has it.
 *
 * <p>Once publishers wait for an image of policy BLOCK ({@link LiveJoin}), it reads in place, and {@link LogImage}
 * drops this object. Used by the thread inside the image.
 */
final class CopyingReader implements MessageReader {
    private final LogImage image;
    private final OverrunReader copies;
    /** Null if the image will never gate, or does. */
    private @Nullable LiveJoin join;

    CopyingReader(LogImage image, FrameReader frames, @Nullable LogReplay replay) {
        this.image = image;
        this.copies = new OverrunReader(frames, replay);
        StreamSubscription of = image.subscription();
        this.join = replay != null && image.mayJoin()
                ? new LiveJoin(
                        image.meta, image.slot, of.registrationId(), of.wakers().of(Waker.DRIVER, Waker.CONDUCTOR))
                : null;
    }

    /** {@return whether publishers wait for the image from the reader's position on, and will} Before each poll. */
    boolean mayReadInPlace() {
        LiveJoin begun = join;
        if (begun == null || !begun.isDone(copies)) {
            return false;
        }
        join = null;
        return image.subscription().config().policy() == Policy.BLOCK; // With EVICT it continues to copy.
    }

    @Override
    public long next() {
        long word = copies.next();
        while (word == OverrunReader.OVERRUN) {
            long from = copies.frames().position();
            image.lost(from, copies.skipLost());
            word = copies.next();
        }
        return word;
    }

    /** A loss counts as a message: the next poll reports it. */
    @Override
    public boolean isNext() {
        return copies.next() != 0;
    }

    @Override
    public MappedBuffer buffer() {
        return copies.buffer();
    }

    @Override
    public int payloadOffset() {
        return 0;
    }

    /** {@return whether it reads messages that the log does not hold any more} Any thread. */
    boolean isReplaying() {
        return copies.isReplaying();
    }

    void close() {
        copies.close();
    }
}
