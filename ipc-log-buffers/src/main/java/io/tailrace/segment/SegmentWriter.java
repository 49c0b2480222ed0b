/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import static io.tailrace.segment.SegmentLayout.BLOCK_COUNT_OFFSET;
import static io.tailrace.segment.SegmentLayout.BLOCK_LENGTH;
import static io.tailrace.segment.SegmentLayout.BLOCK_LENGTH_AND_CRC_OFFSET;
import static io.tailrace.segment.SegmentLayout.BLOCK_POSITION_OFFSET;
import static io.tailrace.segment.SegmentLayout.BLOCK_TIME_MS_OFFSET;
import static io.tailrace.segment.SegmentLayout.HEADER_LENGTH;

import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the history of one log. What is appended is there for readers at once, and outlives this process. One thread;
 * {@link #force} may be another one's. An interrupt does no harm.
 *
 * <p>The bytes are copied before they are written, so that the checksum is that of the bytes in the file, whatever a
 * publisher does to the log meanwhile. Where something fails, for want of space for example, the history is whole up to
 * {@link #endPosition}, and the same may be appended again.
 */
public final class SegmentWriter implements AutoCloseable {
    private static final int BUFFER_LENGTH = 1024 * 1024;
    /** A block that is shorter and younger is made longer: a table has room for as many. */
    private static final int SHORT_LENGTH = 64 * 1024;

    /** One for all writers of a thread: there may be thousands. */
    private static final ThreadLocal<ByteBuffer> BYTES = ThreadLocal.withInitial(
            () -> ByteBuffer.allocateDirect(BUFFER_LENGTH).order(ByteOrder.LITTLE_ENDIAN));

    private final Path folder;
    private final LogMeta.Constants log;
    private final long segmentLength;
    private final CRC32C checksum = new CRC32C();
    private @Nullable SegmentFile file;
    private int blocks;
    private int blockLength;
    private boolean growing;
    private long timeMs;
    private long endPosition;
    private boolean ended;
    private long bytesWritten;
    private long changes;
    private long forcedChanges;
    /** Where the first segment begins that may not be on the disk as a whole. */
    private long unforcedBase = -1;
    /** Of the last segment that was made or found. */
    private long lastBase;

    private SegmentWriter(Path folder, LogMeta.Constants log, long segmentLength, SegmentRecovery found) {
        this.folder = folder;
        this.log = log;
        this.segmentLength = segmentLength;
        this.file = found.file();
        this.blocks = found.blocks();
        this.timeMs = found.timeMs();
        this.endPosition = found.endPosition();
        this.ended = found.ended();
        this.lastBase = file == null ? 0 : file.constants().base();
        this.changes = 1; // What the one before has not forced.
    }

    /**
     * Goes on where the history of a log ends; cuts off what its last writer left half done. Makes the folder.
     *
     * @param segmentLength of new segments, a power of two; at least a term is taken
     * @throws IOException if the folder or a segment cannot be made or read
     */
    public static SegmentWriter open(Path logFolder, LogMeta.Constants constants, long segmentLength)
            throws IOException {
        long length = SegmentConstants.checkSegmentLength(
                Math.max(segmentLength, constants.termLength()), constants.termLength());
        return new SegmentWriter(logFolder, constants, length, SegmentRecovery.recover(logFolder));
    }

    /** {@return up to where the log is kept; -1 if nothing is yet} */
    public long endPosition() {
        return endPosition;
    }

    /** {@return the bytes of the log that were written since this was opened} */
    public long bytesWritten() {
        return bytesWritten;
    }

    /**
     * Keeps whole frames of one term. What is kept already is left out; where something is missing before them, it is
     * missing in the history, too.
     *
     * @param nowMs the time, since 1970
     * @throws IOException if they cannot be written: nothing has changed then
     * @throws IllegalStateException if the log has ended here
     */
    public synchronized void append(DirectBuffer buffer, int offset, int length, long position, long nowMs)
            throws IOException {
        if (ended) {
            throw new IllegalStateException("nothing is kept of a log that has ended: logId=" + log.logId());
        }
        if ((position | length) % FrameLayout.FRAME_ALIGNMENT != 0
                || length < 0
                || position < 0
                || position % log.termLength() > log.termLength() - length) {
            throw new IllegalArgumentException("no whole frames of a term: position=" + position + ", length=" + length
                    + ", termLength=" + log.termLength());
        }
        int kept = (int) Math.min(Math.max(0, endPosition - position), length);
        if (kept < length) {
            write(buffer, offset + kept, length - kept, position + kept, nowMs);
        }
    }

    private void write(DirectBuffer buffer, int offset, int length, long position, long nowMs) throws IOException {
        boolean longer = growing
                && position == endPosition
                && blockLength < SHORT_LENGTH
                && nowMs - timeMs < SegmentLayout.LONGEST_MS;
        SegmentFile current = file;
        if (current == null
                || position >= current.constants().limit()
                || (!longer && blocks == current.constants().maxBlocks())) {
            current = roll(position, nowMs);
            longer = false;
        }
        long beganMs = longer ? timeMs : Math.max(nowMs, timeMs);
        if (!longer) {
            begin(position, beganMs);
        }
        growing = false; // Where the write fails the checksum has bytes that are not there.
        writeData(current, buffer, offset, length, position);
        FaultPoint.reach("segment.before-entry");
        int newLength = longer ? blockLength + length : length;
        writeEntry(current.head(), longer, position, beganMs, newLength);
        blockLength = newLength;
        timeMs = beganMs;
        endPosition = position + length;
        growing = true;
        bytesWritten += length;
        changes++;
    }

    private void begin(long position, long beganMs) {
        checksum.reset();
        ByteBuffer bytes = BYTES.get().clear();
        bytes.putLong(position).putLong(beganMs).flip();
        checksum.update(bytes);
    }

    private void writeData(SegmentFile current, DirectBuffer buffer, int offset, int length, long position)
            throws IOException {
        ByteBuffer bytes = BYTES.get();
        for (int done = 0; done < length; done += BUFFER_LENGTH) {
            int next = Math.min(BUFFER_LENGTH, length - done);
            bytes.clear();
            buffer.getBytes(offset + done, bytes, 0, next);
            PendingFault.raise(); // Of a log that somebody has truncated nothing was copied.
            checksum.update(bytes.position(0).limit(next));
            current.write(bytes.position(0), position + done);
        }
    }

    private void writeEntry(MappedBuffer head, boolean longer, long position, long beganMs, int length) {
        int entry = HEADER_LENGTH + (longer ? blocks - 1 : blocks) * BLOCK_LENGTH;
        if (!longer) {
            head.putLong(entry + BLOCK_POSITION_OFFSET, position);
            head.putLong(entry + BLOCK_TIME_MS_OFFSET, beganMs);
        }
        // Release: pairs with the acquire in Segment.lengthAndCrc; a reader of the length finds the bytes.
        head.putLongRelease(entry + BLOCK_LENGTH_AND_CRC_OFFSET, checksum.getValue() << Integer.SIZE | length);
        if (!longer) {
            FaultPoint.reach("segment.before-count");
            blocks++;
            // Release: pairs with the acquire in Segment.blockCount; a reader of the count finds the entry.
            head.putLongRelease(BLOCK_COUNT_OFFSET, blocks);
        }
    }

    /** Makes the next segment, then seals the one before. */
    private SegmentFile roll(long position, long nowMs) throws IOException {
        SegmentFile made = SegmentFile.create(
                folder,
                new SegmentConstants(
                        log.logId(), log.stream(), log.termLength(), log.kind(), position, segmentLength, nowMs));
        SegmentFile before = file;
        long end = endPosition;
        file = made;
        lastBase = position;
        blocks = 0;
        growing = false;
        if (before != null) {
            FaultPoint.reach("segment.before-seal");
            before.seal(SegmentLayout.SEALED, end);
        }
        return made;
    }

    /**
     * Says that the log has ended here; no effect where nothing is kept of it.
     *
     * @throws IOException if the last segment cannot be shortened; it has ended all the same
     */
    public synchronized void endLog() throws IOException {
        SegmentFile last = file;
        if (!ended && last != null) {
            ended = true;
            changes++;
            file = null;
            last.seal(SegmentLayout.LOG_ENDED, endPosition);
        }
    }

    /**
     * Waits until all that was appended before is on the disk. Any thread, beside the one that appends.
     *
     * @throws IOException if the disk refuses
     */
    public void force() throws IOException {
        long seen;
        long from;
        long current;
        synchronized (this) {
            seen = changes;
            from = unforcedBase;
            current = lastBase;
            growing = false; // What is on the disk is not part of a block whose checksum changes again.
            if (seen == forcedChanges) {
                return;
            }
        }
        SegmentFile.force(folder, from, from < current);
        synchronized (this) {
            forcedChanges = Math.max(forcedChanges, seen);
            unforcedBase = Math.max(unforcedBase, current);
        }
    }

    /** Lets go of the files. The last segment stays as it is, for the next one to go on. */
    @Override
    public synchronized void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
