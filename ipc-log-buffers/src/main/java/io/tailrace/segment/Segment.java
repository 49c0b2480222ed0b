/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import static io.tailrace.segment.SegmentLayout.BLOCK_LENGTH;
import static io.tailrace.segment.SegmentLayout.BLOCK_LENGTH_AND_CRC_OFFSET;
import static io.tailrace.segment.SegmentLayout.BLOCK_POSITION_OFFSET;
import static io.tailrace.segment.SegmentLayout.BLOCK_TIME_MS_OFFSET;
import static io.tailrace.segment.SegmentLayout.CHECKED_LENGTH;
import static io.tailrace.segment.SegmentLayout.HEADER_LENGTH;

import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * A segment mapped for reading, concurrently with its writer or later. Nothing in it is trusted: a block counts only if
 * it lies where blocks may, and {@link #isWhole}. Used by one thread.
 *
 * <p>A checksum is computed over a copy: if the file was truncated, the processor's checksum instructions on the
 * missing memory would crash the JVM, while a copy only fails.
 */
public final class Segment implements AutoCloseable {
    private static final int PIECE_LENGTH = 64 * 1024;

    private final MappedFile file;
    private final Path path;
    private final MappedBuffer buffer;
    private final SegmentConstants constants;
    private final long limit;
    private final int maxBlocks;
    /** Added to a position to get its place in the file. */
    private final long shift;

    private final CRC32C checksum = new CRC32C();
    private byte[] piece = {};
    /** The block count of a segment that was sealed when it was opened; else -1. */
    private final int finalCount;

    private Segment(MappedFile file, Path path, SegmentConstants constants) {
        this.file = file;
        this.path = path;
        this.buffer = file.buffer();
        this.constants = constants;
        this.limit = constants.limit();
        this.maxBlocks = constants.maxBlocks();
        this.shift = constants.dataOffset() - constants.base();
        this.finalCount = isSealed() ? countEntries() : -1;
    }

    /**
     * Opens a segment in its place: the names of the file and of its folders must match its contents.
     *
     * @throws FileFormatException if it is not a segment, or is damaged
     */
    public static Segment open(Path path) throws IOException {
        MappedFile file = SegmentLayout.FORMAT.openReadOnly(path);
        try {
            SegmentConstants constants = SegmentConstants.read(file.buffer());
            Path folder = path.toAbsolutePath().normalize().getParent();
            Path expected = Path.of(FolderName.of(constants.stream()), Long.toString(constants.logId()));
            if (folder == null
                    || !folder.endsWith(expected)
                    || !path.endsWith(
                            SegmentConstants.path(folder, constants.base()).getFileName())) {
                throw new IllegalArgumentException("not the one of this name: stream=" + constants.stream() + ", logId="
                        + constants.logId() + ", base=" + constants.base());
            }
            Segment segment = new Segment(file, path, constants);
            long sealed = segment.sealed();
            if (sealed < SegmentLayout.OPEN || sealed > SegmentLayout.LOG_ENDED) {
                throw new IllegalArgumentException("unknown state: sealed=" + sealed);
            }
            return segment;
        } catch (IllegalArgumentException e) {
            file.close();
            throw new FileFormatException(path, "damaged: " + e.getMessage());
        }
    }

    public SegmentConstants constants() {
        return constants;
    }

    public Path path() {
        return path;
    }

    /** {@return how many blocks it has now} */
    public int blockCount() {
        return finalCount < 0 ? countedBlocks() : finalCount;
    }

    /** {@return the block count that it states, if its table has room for as many} */
    int countedBlocks() {
        // Acquire: pairs with SegmentWriter's release after the entry; otherwise an entry of zeros would be read.
        long count = buffer.getLongAcquire(SegmentLayout.BLOCK_COUNT_OFFSET);
        return (int) Math.max(0, Math.min(count, maxBlocks));
    }

    /** {@return how many entries there are} The count of a sealed segment may be wrong. */
    private int countEntries() {
        int count = 0;
        while (count < maxBlocks && lengthAndCrc(count) != 0) {
            count++;
        }
        return count;
    }

    private static int entry(int block) {
        return HEADER_LENGTH + block * BLOCK_LENGTH;
    }

    /** {@return the position at which a block states that it begins} */
    public long position(int block) {
        return buffer.getLong(entry(block) + BLOCK_POSITION_OFFSET);
    }

    /** {@return the position at which a block states that it ends now} */
    public long endPosition(int block) {
        return position(block) + length(block);
    }

    /** {@return when the first message of a block was recorded, since 1970} */
    public long timeMs(int block) {
        return buffer.getLong(entry(block) + BLOCK_TIME_MS_OFFSET);
    }

    /** {@return the length that a block states now} */
    public int length(int block) {
        return (int) lengthAndCrc(block);
    }

    long lengthAndCrc(int block) {
        // Acquire: pairs with SegmentWriter's release after the data was written; otherwise old bytes would be read.
        return buffer.getLongAcquire(entry(block) + BLOCK_LENGTH_AND_CRC_OFFSET);
    }

    /** {@return whether a block of this length lies where a block may} */
    boolean isPossible(int block, int length) {
        long position = position(block);
        return position >= constants.base()
                && position % FrameLayout.FRAME_ALIGNMENT == 0
                && length > 0
                && length % FrameLayout.FRAME_ALIGNMENT == 0
                && position <= limit - length
                && position + shift + length <= buffer.capacity();
    }

    /** {@return whether a block is intact: its checksum is right, and it consists of frames} */
    public boolean isWhole(int block) {
        long word = lengthAndCrc(block);
        return isIntact(block, word) && endOfFrames(position(block), position(block) + (int) word) >= 0;
    }

    /**
     * {@return whether a block has the bytes that were written}
     *
     * @param word its {@link #lengthAndCrc}
     */
    boolean isIntact(int block, long word) {
        int length = (int) word;
        if (!isPossible(block, length)) {
            return false;
        }
        if (piece.length == 0) {
            piece = new byte[PIECE_LENGTH];
        }
        try {
            checksum.reset();
            add(entry(block), CHECKED_LENGTH);
            add(offset(position(block)), length);
            if ((int) checksum.getValue() == (int) (word >>> Integer.SIZE)) {
                return true;
            }
            PendingFault.raise();
        } catch (InternalError e) {
            PendingFault.drop(); // The file is truncated: the block's bytes are missing.
        }
        return false;
    }

    private void add(int from, int length) {
        for (int done = 0; done < length; done += PIECE_LENGTH) {
            int next = Math.min(PIECE_LENGTH, length - done);
            buffer.getBytes(from + done, piece, 0, next);
            checksum.update(piece, 0, next);
        }
    }

    /**
     * Iterates over frames in a block.
     *
     * @return the first boundary that is not before {@code sought}; -1 if these bytes are not frames
     */
    long endOfFrames(long from, long sought) {
        long position = from;
        while (position < sought) {
            long header = buffer.getLong(offset(position));
            if (!isFrame(header, limit - position)) {
                return -1;
            }
            position += FrameLayout.align(FrameLayout.length(header));
        }
        return position;
    }

    static boolean isFrame(long header, long longest) {
        int length = FrameLayout.length(header);
        int type = FrameLayout.type(header);
        return length >= FrameLayout.HEADER_LENGTH
                && length <= longest
                && (type == FrameLayout.TYPE_DATA || type == FrameLayout.TYPE_PAD);
    }

    /** {@return the position at which its last block ends now} */
    public long endPosition() {
        for (int block = blockCount() - 1; block >= 0; block--) {
            int length = length(block);
            if (isPossible(block, length)) {
                return position(block) + length;
            }
        }
        return constants.base();
    }

    private long sealed() {
        // Acquire: pairs with SegmentWriter's release after the last block, and after the next segment has its name.
        return buffer.getLongAcquire(SegmentLayout.SEALED_OFFSET);
    }

    /** {@return whether no more blocks follow in this segment} */
    public boolean isSealed() {
        return sealed() != SegmentLayout.OPEN;
    }

    /** {@return whether the log has ended where this segment ends} */
    public boolean isLogEnd() {
        return sealed() == SegmentLayout.LOG_ENDED;
    }

    /** {@return the bytes on disk; while the segment is written, the file is longer and has a hole at its end} */
    public long fileBytes() throws IOException {
        return Math.min(Files.size(path), endPosition() + shift);
    }

    /** {@return the whole file} */
    public MappedBuffer buffer() {
        return buffer;
    }

    /** {@return the offset of a position of the segment in {@link #buffer}} */
    public int offset(long position) {
        return (int) (position + shift);
    }

    /** {@return the block that contains a position; -1 if there is none} */
    public int findBlock(long position) {
        int count = blockCount();
        int found = lastNotAfter(count, position, BLOCK_POSITION_OFFSET);
        if (has(found, position) || position < constants.base() || position >= limit) {
            return has(found, position) ? found : -1;
        }
        for (int block = 0; block < count; block++) { // A damaged entry misleads the search.
            if (has(block, position)) {
                return block;
            }
        }
        return -1;
    }

    private boolean has(int block, long position) {
        return block >= 0
                && isPossible(block, length(block))
                && position >= position(block)
                && position < endPosition(block);
    }

    /**
     * {@return the first block that may have a message recorded at a time or later; the count of blocks if there is
     * none}
     */
    public int findBlockByTime(long timeMs) {
        return lastNotAfter(blockCount(), timeMs - SegmentLayout.LONGEST_MS, BLOCK_TIME_MS_OFFSET) + 1;
    }

    /** {@return the last entry whose value is not greater, if values ascend; -1 if there is none} */
    private int lastNotAfter(int count, long value, int field) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (buffer.getLong(entry(middle) + field) <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    @Override
    public void close() {
        file.close();
    }
}
