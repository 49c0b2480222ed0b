/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import static io.tailrace.history.segment.SegmentLayout.BLOCK_LENGTH;
import static io.tailrace.history.segment.SegmentLayout.BLOCK_LENGTH_AND_CRC_OFFSET;
import static io.tailrace.history.segment.SegmentLayout.BLOCK_POSITION_OFFSET;
import static io.tailrace.history.segment.SegmentLayout.BLOCK_TIME_MS_OFFSET;
import static io.tailrace.history.segment.SegmentLayout.CHECKED_LENGTH;
import static io.tailrace.history.segment.SegmentLayout.HEADER_LENGTH;

import io.tailrace.file.FileFormatException;
import io.tailrace.history.segment.SegmentInput.MissingException;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A segment that is read concurrently with its writer, or later. Nothing in it is trusted: a block counts only if it
 * lies where blocks may, and {@link #isWhole}. It may be purged at any time: each method then throws a
 * {@link MissingException}, of which only {@link #read} tells a user. Used by one thread.
 */
public final class Segment implements AutoCloseable {
    private final SegmentInput input;
    private final Path path;
    private final long fileLength;
    private final SegmentConstants constants;
    /** Added to a position to get its place in the file. */
    private final long shift;

    private final CRC32C checksum = new CRC32C();
    private final ByteBuffer checked = ByteBuffer.allocate(CHECKED_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    /** Of a segment that was sealed when it was opened, so that these do not change any more: its state. */
    private final long finalState;
    /** The count of its blocks; else -1. */
    private final int finalCount;

    private Segment(SegmentInput input, Path path, long fileLength, SegmentConstants constants) {
        this.input = input;
        this.path = path;
        this.fileLength = fileLength;
        this.constants = constants;
        this.shift = constants.dataOffset() - constants.base();
        this.finalState = sealed();
        this.finalCount = finalState == SegmentLayout.OPEN ? -1 : countEntries();
    }

    /** A use of a segment. */
    public interface Reading<T> {
        T read(Segment segment) throws IOException;
    }

    /**
     * Opens a segment and reads in it, although it may be purged meanwhile.
     *
     * @throws NoSuchFileException if there is none, or none any more
     * @throws FileFormatException if it is not a segment, or is damaged
     */
    public static <T> T read(Path path, Reading<T> reading) throws IOException {
        try (Segment segment = open(path)) {
            return reading.read(segment);
        } catch (MissingException e) {
            throw unreadable(path, e);
        }
    }

    /** As {@link #read}; returns null if the segment is purged or damaged. */
    public static <T> @Nullable T readOrNull(Path path, Reading<T> reading) throws IOException {
        try {
            return read(path, reading);
        } catch (NoSuchFileException | FileFormatException e) {
            return null;
        }
    }

    /**
     * Opens a segment in its place: the names of the file and of its folders must match its contents.
     *
     * @throws NoSuchFileException if there is none, or it is purged at this moment
     * @throws FileFormatException if it is not a segment, or is damaged
     */
    public static Segment open(Path path) throws IOException {
        return open(path, new SegmentInput(false));
    }

    /** As {@link #open(Path)}, with an input that this closes. */
    static Segment open(Path path, SegmentInput input) throws IOException {
        try {
            return openWhole(path, input);
        } catch (FileFormatException | MissingException e) {
            input.close();
            throw unreadable(path, e);
        } catch (IOException | RuntimeException e) {
            input.close();
            throw e;
        }
    }

    private static IOException unreadable(Path path, Exception damage) {
        if (!Files.exists(path)) {
            return new NoSuchFileException(path.toString(), null, "removed while it was read");
        }
        return damage instanceof FileFormatException e
                ? e
                : new FileFormatException(path, "truncated while it was read");
    }

    private static Segment openWhole(Path path, SegmentInput input) throws IOException {
        long length = input.open(path);
        try {
            int headerLength = (int) Math.min(length, HEADER_LENGTH);
            input.read(0, headerLength);
            MappedBuffer header = input.window().view(0, headerLength);
            SegmentLayout.FORMAT.check(header, path);
            SegmentConstants constants = SegmentConstants.read(header, length);
            Path folder = StreamHistory.of(Path.of(""), constants.stream()).log(constants.logId());
            if (!path.toAbsolutePath().normalize().endsWith(SegmentConstants.path(folder, constants.base()))) {
                throw new IllegalArgumentException("not the one of this name: stream=" + constants.stream() + ", logId="
                        + constants.logId() + ", base=" + constants.base());
            }
            Segment segment = new Segment(input, path, length, constants);
            if (segment.finalState < SegmentLayout.OPEN || segment.finalState > SegmentLayout.LOG_ENDED) {
                throw new IllegalArgumentException("unknown state: sealed=" + segment.finalState);
            }
            return segment;
        } catch (IllegalArgumentException e) {
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
    public int countedBlocks() {
        // Acquire: pairs with SegmentWriter's release after the entry; otherwise an entry of zeros would be read.
        long count = input.wordAcquire(SegmentLayout.BLOCK_COUNT_OFFSET);
        return (int) Math.max(0, Math.min(count, constants.maxBlocks()));
    }

    /** {@return how many entries there are} The count of a sealed segment may be wrong. */
    private int countEntries() {
        int count = 0;
        while (count < constants.maxBlocks() && finalWord(count, BLOCK_LENGTH_AND_CRC_OFFSET) != 0) {
            count++;
        }
        return count;
    }

    private long finalWord(int block, int field) {
        return input.finalWord(entry(block), field, constants.dataOffset());
    }

    private long fixedWord(int block, int field) {
        return finalCount < 0 ? input.word(entry(block) + field) : finalWord(block, field);
    }

    private static int entry(int block) {
        return HEADER_LENGTH + block * BLOCK_LENGTH;
    }

    /** {@return the position at which a block states that it begins} */
    public long position(int block) {
        return fixedWord(block, BLOCK_POSITION_OFFSET);
    }

    /** {@return the position at which a block states that it ends now} */
    public long endPosition(int block) {
        return position(block) + length(block);
    }

    /** {@return when the first message of a block was recorded, since 1970} */
    public long timeMs(int block) {
        return fixedWord(block, BLOCK_TIME_MS_OFFSET);
    }

    /** {@return when the first block was started, or the segment made if there is none} */
    public long beginMs() {
        return blockCount() == 0 ? constants.createdMs() : timeMs(0);
    }

    /** {@return the same for the last block} */
    public long endMs() {
        int count = blockCount();
        return count == 0 ? constants.createdMs() : timeMs(count - 1);
    }

    /** {@return the length that a block states now} */
    public int length(int block) {
        return (int) lengthAndCrc(block);
    }

    long lengthAndCrc(int block) {
        // Acquire: pairs with SegmentWriter's release after the data was written; otherwise old bytes would be read.
        return finalCount < 0
                ? input.wordAcquire(entry(block) + BLOCK_LENGTH_AND_CRC_OFFSET)
                : finalWord(block, BLOCK_LENGTH_AND_CRC_OFFSET);
    }

    /** {@return whether a block of this length lies where a block may} */
    boolean isPossible(int block, int length) {
        long position = position(block);
        return position >= constants.base()
                && position % FrameLayout.FRAME_ALIGNMENT == 0
                && length > 0
                && length % FrameLayout.FRAME_ALIGNMENT == 0
                && position <= constants.limit() - length
                && position + shift + length <= fileLength;
    }

    /** {@return whether a block is intact: its checksum is right, and it consists of frames} */
    public boolean isWhole(int block) {
        long word = lengthAndCrc(block);
        long end = position(block) + (int) word;
        return isIntact(block, word) && endOfFrames(position(block), end, end) >= 0;
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
        long position = position(block);
        checksum.reset();
        checksum.update(checked.clear().putLong(position).putLong(timeMs(block)).flip());
        try {
            add(offset(position), length);
            return (int) checksum.getValue() == (int) (word >>> Integer.SIZE);
        } catch (MissingException e) {
            if (e.isPurged()) {
                throw e;
            }
            return false; // The file is truncated.
        }
    }

    private void add(long from, int length) {
        for (int done = 0; done < length; done += input.capacity()) {
            checksum.update(input.read(from + done, Math.min(input.capacity(), length - done)));
        }
    }

    /**
     * Iterates over frames in an intact block.
     *
     * @param end of the block
     * @return the first boundary that is not before {@code sought}; -1 if these bytes are not frames
     */
    long endOfFrames(long from, long sought, long end) {
        long position = from;
        while (position < sought) {
            long header = header(position, end);
            if (!FrameLayout.isFrame(header, constants.limit() - position)) {
                return -1;
            }
            position += FrameLayout.align(FrameLayout.length(header));
        }
        return position;
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
        return input.wordAcquire(SegmentLayout.SEALED_OFFSET);
    }

    /** {@return whether no more blocks follow in this segment} */
    public boolean isSealed() {
        return finalCount >= 0 || sealed() != SegmentLayout.OPEN;
    }

    /** {@return whether the log has ended where this segment ends} */
    public boolean isLogEnd() {
        return (finalCount >= 0 ? finalState : sealed()) == SegmentLayout.LOG_ENDED;
    }

    /** {@return the bytes on disk; while the segment is written, the file is longer and has a hole at its end} */
    public long fileBytes() throws IOException {
        return Math.min(Files.size(path), endPosition() + shift);
    }

    private long offset(long position) {
        return position + shift;
    }

    /**
     * {@return the header of a frame}
     *
     * @param end of its block, which is intact
     */
    public long header(long position, long end) {
        return input.window().getLong(load(position, FrameLayout.HEADER_LENGTH, end));
    }

    /** {@return the index in the {@link SegmentInput#window} of a part of an intact block} */
    int load(long position, int length, long end) {
        return input.load(offset(position), length, offset(end));
    }

    /** {@return the position up to which that window has bytes} */
    long loadedEnd() {
        return input.end() - shift;
    }

    /** {@return the block that contains a position; -1 if there is none} */
    public int findBlock(long position) {
        int count = blockCount();
        int found = lastNotAfter(count, position, BLOCK_POSITION_OFFSET);
        if (has(found, position) || position < constants.base() || position >= constants.limit()) {
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
    int findBlockByTime(long era, long timeMs) {
        if (constants.era() != era) {
            return constants.era() < era ? blockCount() : 0;
        }
        return lastNotAfter(blockCount(), timeMs - SegmentLayout.LONGEST_MS, BLOCK_TIME_MS_OFFSET) + 1;
    }

    /** {@return the last entry whose value is not greater, if values ascend; -1 if there is none} */
    private int lastNotAfter(int count, long value, int field) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (fixedWord(middle, field) <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    @Override
    public void close() {
        input.close();
    }
}
