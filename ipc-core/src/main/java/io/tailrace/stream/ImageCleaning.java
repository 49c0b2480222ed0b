/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.LogFiles;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.ReaderCleaning;
import org.jspecify.annotations.Nullable;

/**
 * When an image zeroes what it has read: where a poll finds nothing, because nobody waits for its thread then; else a
 * good deal at once. One thread at a time, inside the image, but for what ends it.
 */
final class ImageCleaning {
    /** As long as messages come, cleaning is put off so far: zeros that are stored meanwhile make an answer late. */
    private static final int PUT_OFF_LENGTH = 16 * 1024;

    private static final long NEVER = Long.MAX_VALUE;

    private final LogFiles files;
    private final int slot;
    private final long registrationId;
    private final Waker.Source wakers;
    private long dueAt = NEVER;
    /** None where the subscriber does not gate for good, nor in a released image, which keeps no memory mapped. */
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

    /** From now on it cleans: the subscriber gates. Only its creator, or the thread inside the image. */
    void begin() {
        cleaning = new ReaderCleaning(files.writableBuffers(), slot, registrationId, wakers);
        dueAt = files.buffers().meta().subscriberPositionAcquire(slot);
    }

    /** {@return whether a poll that finds nothing should {@link #clean}} Any thread. */
    boolean isDue(long position) {
        return position >= dueAt;
    }

    /** The position was stored. */
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
