/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.LogFiles;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.ReaderCleaning;
import org.jspecify.annotations.Nullable;

/**
 * Decides when an image zeroes what it has read: when a poll finds nothing, because no other party waits for its thread
 * then; otherwise a large amount at once. Used by one thread at a time, inside the image, except for the methods that
 * end it.
 */
final class ImageCleaning {
    /**
     * The amount by which cleaning is postponed while messages arrive: storing zeros meanwhile would delay an answer.
     */
    private static final int PUT_OFF_LENGTH = 16 * 1024;

    private static final long NEVER = Long.MAX_VALUE;

    private final LogFiles files;
    private final int slot;
    private final long registrationId;
    private final Waker.Source wakers;
    private long dueAt = NEVER;
    /** Null if the subscriber may cease to gate, and in a released image, which keeps no memory mapped. */
    private @Nullable ReaderCleaning cleaning;

    ImageCleaning(LogFiles files, int slot, boolean cleans, long registrationId, Waker.Source wakers) {
        this.files = files;
        this.slot = slot;
        this.registrationId = registrationId;
        this.wakers = wakers;
        if (cleans) {
            begin();
        }
    }

    /**
     * From now on it cleans, because the subscriber gates. Called only by its creator or the thread inside the image.
     */
    void begin() {
        cleaning = new ReaderCleaning(files.writableBuffers(), slot, registrationId, wakers);
        dueAt = files.buffers().meta().subscriberPositionAcquire(slot);
    }

    /** {@return whether a poll that finds nothing should {@link #clean}} Any thread. */
    boolean isDue(long position) {
        return position >= dueAt;
    }

    /** Called after the position was stored. */
    void told(long position) {
        if (position - dueAt >= PUT_OFF_LENGTH) {
            clean(position);
        }
    }

    /** {@return whether it will be due again} */
    boolean clean(long position) {
        ReaderCleaning current = cleaning;
        dueAt = current == null ? NEVER : current.read(position);
        return dueAt != NEVER;
    }

    /** As {@link LogImage#close}. */
    void close() {
        ReaderCleaning current = cleaning;
        if (current != null) {
            current.close();
        }
    }

    /** As {@link LogImage#isQuiet}. */
    boolean isQuiet() {
        ReaderCleaning current = cleaning;
        return current == null || current.isQuiet();
    }

    /** As {@link LogImage#release}. */
    void release() {
        cleaning = null;
    }
}
