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

    private long dueAt;
    /** None where the subscriber does not gate for good, nor in a released image, which keeps no memory mapped. */
    private @Nullable ReaderCleaning cleaning;

    ImageCleaning(LogFiles files, int slot, boolean cleans, long registrationId, Waker.Source wakers) {
        cleaning = cleans ? new ReaderCleaning(files.writableBuffers(), slot, registrationId, wakers) : null;
        dueAt = cleans ? files.buffers().meta().subscriberPositionAcquire(slot) : NEVER;
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
