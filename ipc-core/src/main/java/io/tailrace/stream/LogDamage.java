/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.file.FileFormatException;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.read.FrameReader;
import io.tailrace.log.read.MessageReader;
import io.tailrace.memory.CorruptLogException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the reason why a subscriber cannot read a log to its end. Used only for logs that have ended: their damage is
 * permanent, and a log that is never read to its end holds up the logs after it forever. A living log still has an
 * owner that can close it.
 */
public final class LogDamage {
    private final LogFiles files;
    private final LogMeta meta;
    private final int slot;
    private volatile @Nullable CorruptLogException seen;

    LogDamage(LogFiles files, int slot) {
        this.files = files;
        this.meta = files.buffers().meta();
        this.slot = slot;
    }

    /** {@return whether there is a message, or damage, which the next poll throws} */
    static boolean isNextOrDamage(MessageReader reader) {
        try {
            return reader.isNext();
        } catch (CorruptLogException e) {
            return true;
        }
    }

    /**
     * {@return whether a poll has failed because its log is damaged, and that has ended} Called by the polling thread.
     */
    public boolean isSeenIn(Throwable failure) {
        if (meta.endPositionAcquire() == LogLayout.NONE) {
            return false;
        }
        if (failure instanceof CorruptLogException corrupt) {
            seen = corrupt;
            return true;
        }
        return failure instanceof InternalError && files.findTruncation() != null;
    }

    /**
     * Conductor: checks for damage at the subscriber's position.
     *
     * @return a description of the damage; null if there is none, or the log has not ended, or is read to its end
     */
    public @Nullable Throwable find(LogImage image) {
        if (image.isEndOfStream() || meta.endPositionAcquire() == LogLayout.NONE) {
            return null;
        }
        FileFormatException truncation = files.findTruncation();
        if (truncation != null) {
            return truncation;
        }
        return image.isGating() ? findCorruptFrame(image) : seen;
    }

    /** No publisher writes where a gating subscriber has not read, unless it continues to read meanwhile. */
    private @Nullable Throwable findCorruptFrame(LogImage image) {
        long from = image.position();
        try {
            new FrameReader(files.buffers(), from).next();
            return null;
        } catch (CorruptLogException e) {
            return image.position() == from ? e : null;
        }
    }

    /** Conductor, once the image is closed and quiet: releases the waits for messages that it does not read. */
    public void skipToEnd() {
        meta.subscriberPositionRelease(slot, meta.endPositionAcquire());
    }
}
