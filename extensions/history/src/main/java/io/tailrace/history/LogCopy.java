/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.BlockHandler;
import io.tailrace.Image;
import io.tailrace.TailraceException;
import io.tailrace.follow.LogFollower;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.segment.BlockClock;
import io.tailrace.history.segment.SegmentWriter;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.stream.LogImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Copies one log into its segments. Used by the copying thread, except {@link #force}. A block that was not appended is
 * never acknowledged: a block whose copy fails counts as not delivered. After an Error the writer is opened again,
 * which determines what is in the files.
 */
final class LogCopy extends LogFollower implements BlockHandler {
    private static final int MAX_BLOCK_LENGTH = 1024 * 1024;

    private final Path folder;
    private final HistoryStatus status;
    private final BlockHandler dropping;
    private volatile @Nullable SegmentWriter writer;
    /** Whether reading cannot continue, or the log is not kept any more; that was reported. */
    private boolean isLost;

    LogCopy(LogImage image, Path folder, HistoryStatus status) {
        super(image);
        this.folder = folder;
        this.status = status;
        this.dropping = (buffer, offset, length, position, from) -> status.droppedBytes.addAndGet(length);
    }

    /**
     * Copies the next block.
     *
     * @param drops whether the block is only counted
     *
     * @return length of the block in bytes; 0 if there is none
     * @throws Space.NoSpaceException if there is no space for it: the next call begins with it again
     */
    int copy(boolean drops) throws IOException {
        try {
            return isLost ? 0 : image.pollBlock(drops ? dropping : this, MAX_BLOCK_LENGTH);
        } catch (UncheckedIOException e) {
            throw status.space.explain(Objects.requireNonNull(e.getCause()));
        } catch (CorruptLogException e) {
            isLost = true;
            report("the history of a log ends early: ", ", at=" + image.position() + ", cause=" + e.getMessage());
            return 0;
        }
    }

    private void report(String what, String more) {
        status.report(new TailraceException(what + "stream=" + image.stream() + ", log=" + image.logId() + more));
    }

    /** {@return whether asking again is useless} */
    boolean isLost() {
        return isLost;
    }

    @Override
    public void onBlock(DirectBuffer buffer, int offset, int length, long position, Image from) {
        try {
            SegmentWriter current = openWriter();
            long end = current.endPosition();
            if (position + length <= end) {
                return; // It is kept already.
            }
            BlockClock.Moment now = status.clock.now();
            boolean begins = current.enter(now.era(), position);
            if (begins) {
                status.space.require();
            }
            status.writtenBytes.addAndGet(current.append(buffer, offset, length, position, now.ms()));
            if (begins) {
                status.segments.incrementAndGet();
            }
            if (end >= 0 && position > end) {
                report(
                        "gap in the history: ",
                        ", from=" + end + ", to=" + position + "; it was not copied in time, or there was no space");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    /** The next writer determines what this one left half done; data appended earlier may not be on disk yet. */
    private void closeAfter(Throwable failure) {
        try (SegmentWriter last = writer) {
            writer = null;
            forceLast(last);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Nothing forces what it has written after that. */
    private void forceLast(@Nullable SegmentWriter last) throws IOException {
        if (last != null && !(status.config.sync() instanceof Sync.None)) {
            last.force();
        }
    }

    private SegmentWriter openWriter() throws IOException {
        SegmentWriter current = writer;
        if (current == null) {
            current = SegmentWriter.open(folder, constants(), status.config.segmentLength());
            writer = current;
        }
        return current;
    }

    private LogMeta.Constants constants() {
        return image.buffers().constants();
    }

    /** {@return whether there is something to {@link #acknowledge}} */
    boolean isAhead() {
        return image.readPosition() > image.position();
    }

    void acknowledge() {
        image.acknowledge();
    }

    /** Any thread. Returns whether there was anything to force. */
    boolean force() throws IOException {
        SegmentWriter current = writer;
        if (current == null) {
            return false;
        }
        current.force();
        return true;
    }

    /** {@return the bytes published but not acknowledged} */
    long lagBytes() {
        LogMeta meta = image.buffers().meta();
        return Math.max(0, Math.min(meta.tailAcquire(), meta.endPositionAcquire()) - image.position());
    }

    @Override
    protected void leave() throws IOException {
        try {
            if (image.isEndOfStream() && (writer != null || Files.isDirectory(folder))) {
                openWriter().endLog();
            }
        } catch (Error e) {
            closeAfter(e); // The end may not be in the file, although the writer believes that it is.
            throw e;
        }
        forceLast(writer);
        closeWriter();
    }

    void closeWriter() throws IOException {
        SegmentWriter current = writer;
        writer = null;
        if (current != null) {
            current.close();
        }
    }
}
