/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static io.tailrace.history.segment.SegmentLayout.BLOCK_COUNT_OFFSET;
import static io.tailrace.history.segment.SegmentLayout.BLOCK_LENGTH;
import static io.tailrace.history.segment.SegmentLayout.BLOCK_LENGTH_AND_CRC_OFFSET;
import static io.tailrace.history.segment.SegmentLayout.BLOCK_POSITION_OFFSET;
import static io.tailrace.history.segment.SegmentLayout.BLOCK_TIME_MS_OFFSET;
import static io.tailrace.history.segment.SegmentLayout.HEADER_LENGTH;

import io.tailrace.file.TemporaryName;
import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the history of one log. Appended data is visible to readers at once, and outlives this process. Used by one
 * thread; another thread may call {@link #force}. An interrupt does no harm.
 *
 * <p>The bytes are copied before they are written, so that the checksum matches the bytes in the file, whatever a
 * publisher does to the log meanwhile. If something fails, for example for lack of space, the history is intact up to
 * {@link #endPosition}, and the same data may be appended again.
 */
public final class SegmentWriter implements AutoCloseable {
    private static final int BUFFER_LENGTH = 1024 * 1024;
    /** A block shorter and younger than this is extended: a table has room for as many. */
    private static final int SHORT_LENGTH = 64 * 1024;

    /** Shared by all writers of a thread, because there may be thousands. */
    private static final ThreadLocal<ByteBuffer> BYTES = ThreadLocal.withInitial(
            () -> ByteBuffer.allocateDirect(BUFFER_LENGTH).order(ByteOrder.LITTLE_ENDIAN));

    private final Path folder;
    private final LogMeta.Constants log;
    private final long segmentLength;
    private final CRC32C checksum = new CRC32C();
    /** The place of the log among those of its stream. */
    private long order;

    private long era;
    /** The segment being written; null if the next block begins one. */
    private @Nullable SegmentFile file;

    private int blocks;
    private int blockLength;
    private boolean growing;
    private long timeMs;
    private long endPosition = -1;
    private boolean ended;
    private long changes = 1; // The data that the previous writer has not forced.
    private long forcedChanges;
    /** The base of the first segment that may not be completely on disk. */
    private long unforcedBase = -1;
    /** The base of the last segment that was created or found. */
    private long lastBase;

    private SegmentWriter(Path folder, LogMeta.Constants log, long segmentLength) {
        this.folder = folder;
        this.log = log;
        this.segmentLength = segmentLength;
    }

    /**
     * Continues where the history of a log ends; cuts off incomplete data of the previous writer.
     *
     * @param segmentLength of new segments, a power of two; raised to a term if less
     * @throws IOException if a segment cannot be read
     */
    public static SegmentWriter open(Path logFolder, LogMeta.Constants constants, long segmentLength)
            throws IOException {
        SegmentWriter writer = new SegmentWriter(logFolder, constants, Math.max(segmentLength, constants.termLength()));
        writer.recover();
        return writer;
    }

    private void recover() throws IOException {
        for (Path entry : StreamHistory.list(folder, "*")) {
            if (TemporaryName.isTemporary(entry.getFileName().toString())) {
                Files.deleteIfExists(entry);
            }
        }
        long[] bases = LogHistory.bases(folder);
        int last = bases.length - 1;
        for (int i = 0; i < last; i++) {
            sealIfOpen(SegmentConstants.path(folder, bases[i]));
        }
        // Of a damaged one a reader reports the damage, and the one before it is the last.
        for (int i = last; i >= 0; i--) {
            if (Segment.readOrNull(SegmentConstants.path(folder, bases[i]), this::continueAfter) != null) {
                return;
            }
        }
        order = nextOrder();
    }

    /** A segment that is not the last: its writer died when the next one had just got its name. */
    private static void sealIfOpen(Path path) throws IOException {
        Segment.readOrNull(path, segment -> {
            boolean open = !segment.isSealed();
            if (open) {
                SegmentFile file = SegmentFile.open(path, segment.constants());
                cut(segment, file.head());
                file.seal(SegmentLayout.SEALED, segment.endPosition());
            }
            return open;
        });
    }

    /** Nothing changes if the segment is purged meanwhile. */
    private boolean continueAfter(Segment segment) throws IOException {
        SegmentFile open = null;
        if (!segment.isSealed()) {
            open = SegmentFile.open(segment.path(), segment.constants());
            SegmentFile.lengthen(
                    segment.path(), segment.constants()); // Its writer may have died after it shortened it.
            cut(segment, open.head());
        }
        int count = segment.blockCount();
        long lastMs = segment.endMs();
        long end = segment.endPosition();
        ended = segment.isLogEnd();
        endPosition = end;
        timeMs = lastMs;
        blocks = count;
        order = segment.constants().order();
        era = segment.constants().era();
        lastBase = open == null ? 0 : segment.constants().base();
        file = open;
        return true;
    }

    /** Cuts off everything after the last intact block. */
    private static void cut(Segment segment, MappedBuffer head) {
        int blocks = segment.blockCount();
        while (blocks > 0 && !segment.isWhole(blocks - 1)) {
            blocks--;
        }
        // Stored first, so that a reader finds no zeroed entry.
        head.putLongRelease(BLOCK_COUNT_OFFSET, blocks);
        int from = HEADER_LENGTH + blocks * BLOCK_LENGTH;
        head.setMemory(from, segment.constants().dataOffset() - from, (byte) 0);
    }

    /** {@return the order of the log: no other of the stream has it, and no reader has noted it as done} */
    private long nextOrder() throws IOException {
        StreamHistory stream = new StreamHistory(folder.resolveSibling(""), log.stream());
        long logs = stream.logs().stream().mapToLong(LogHistory::order).max().orElse(0);
        long floor = stream.readers().stream()
                .mapToLong(ReaderFile.View::floor)
                .max()
                .orElse(0);
        return Math.max(logs + 1, floor);
    }

    /** {@return the position up to which the log is kept; -1 if nothing is kept yet} */
    public long endPosition() {
        return endPosition;
    }

    /**
     * Sets the {@link BlockClock.Moment#era} of what is appended from now on. Returns whether a segment begins with
     * what is appended at a position.
     */
    public synchronized boolean enter(long nextEra, long position) {
        timeMs = nextEra == era ? timeMs : Long.MIN_VALUE;
        era = nextEra;
        return file == null || isOver(file, position);
    }

    /** {@return whether a segment takes nothing at a position any more} */
    private boolean isOver(SegmentFile last, long position) {
        return last.constants().era() != era || position >= last.constants().limit();
    }

    /**
     * Appends whole frames of one term. Frames that are already kept are skipped; if something before them is missing,
     * it is missing in the history too.
     *
     * @param nowMs the time, since 1970
     * @return how many bytes were not kept already
     * @throws IOException if they cannot be written; then nothing has changed
     * @throws IllegalStateException if the log has ended here
     */
    public synchronized int append(DirectBuffer buffer, int offset, int length, long position, long nowMs)
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
        return length - kept;
    }

    private void write(DirectBuffer buffer, int offset, int length, long position, long nowMs) throws IOException {
        boolean longer = growing
                && position == endPosition
                && blockLength < SHORT_LENGTH
                && nowMs - timeMs < SegmentLayout.LONGEST_MS;
        SegmentFile current = file;
        if (current == null
                || isOver(current, position)
                || (!longer && blocks == current.constants().maxBlocks())) {
            current = roll(position, nowMs);
            longer = false;
        }
        long beganMs = longer ? timeMs : Math.max(nowMs, timeMs);
        if (!longer) {
            begin(position, beganMs);
        }
        growing = false; // If the write fails, the checksum covers bytes that are not in the file.
        writeData(current, buffer, offset, length, position);
        FaultPoint.reach("segment.before-entry");
        int newLength = longer ? blockLength + length : length;
        writeEntry(current.head(), longer, position, beganMs, newLength);
        blockLength = newLength;
        timeMs = beganMs;
        endPosition = position + length;
        growing = true;
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
            PendingFault.raise(); // If the log was truncated, nothing was copied.
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
            blocks++;
            // Release: pairs with the acquire in Segment.blockCount; a reader of the count finds the entry.
            head.putLongRelease(BLOCK_COUNT_OFFSET, blocks);
        }
    }

    /** Creates the next segment, then seals the previous one. */
    private SegmentFile roll(long position, long nowMs) throws IOException {
        SegmentFile made = SegmentFile.create(
                folder,
                new SegmentConstants(
                        log.logId(),
                        log.stream(),
                        log.termLength(),
                        log.kind(),
                        position,
                        segmentLength,
                        nowMs,
                        order,
                        era));
        SegmentFile before = file;
        long end = endPosition;
        file = made;
        lastBase = position;
        blocks = 0;
        growing = false;
        if (before != null) {
            if (before.constants().base() == position) {
                before.close(); // Nothing was written in it, and it is replaced.
            } else {
                before.seal(SegmentLayout.SEALED, end);
            }
        }
        return made;
    }

    /**
     * Marks that the log has ended here; no effect if nothing is kept of it.
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
     * Waits until everything appended before is on disk. Any thread, concurrently with the appending one.
     *
     * @throws IOException if the disk reports an error
     */
    public void force() throws IOException {
        long seen;
        long from;
        long current;
        synchronized (this) {
            seen = changes;
            from = unforcedBase;
            current = lastBase;
            growing = false; // Data on disk must not belong to a block whose checksum still changes.
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

    /** Releases the files. The last segment stays as it is, so that the next writer can continue it. */
    @Override
    public synchronized void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
