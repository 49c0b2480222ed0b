/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.file.FileFormatException;
import io.tailrace.history.segment.SegmentInput.MissingException;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.read.LogReplay;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of one log in its history, concurrently with the writer. A block is verified as a whole before its
 * first message is delivered, and again when it has grown and everything before was read. A segment that is purged
 * meanwhile is as one that was not kept, but for the messages that were read before. Used by one thread; one segment is
 * open at a time. Throws {@link UncheckedIOException} if the disk cannot be read.
 *
 * <pre>
 *   if (reader.seek(position)) {
 *       for (long header = reader.next(); FrameLayout.length(header) &gt; 0; header = reader.next()) {
 *           … reader.buffer(), reader.payloadOffset(), FrameLayout.length(header) - HEADER_LENGTH …
 *           reader.consume(header);
 *       }
 *   }
 * </pre>
 *
 * <p>If something is missing between two blocks, the reader stops as if nothing more was kept; {@link #nextPosition}
 * then returns where it may continue, by {@link #seek}.
 */
public final class SegmentReplay implements LogReplay {
    private final Path folder;
    private final SegmentInput input = new SegmentInput(true);
    private @Nullable Segment segment;
    private MappedBuffer buffer = input.window();
    /** The base of the segment that is open, or was found damaged. */
    private long base = -1;
    /** Whether the next segment had its name when this one was opened; if so, nothing more follows in this one. */
    private boolean succeeded;

    /** Subtracted from a position to get its index in the buffer. */
    private long shift;

    private long position;
    /** The end of the verified messages. */
    private long verifiedEnd;
    /** The end of the verified messages that the buffer has. */
    private long loadedEnd;
    /** The block that was verified last; -1 if no block of this segment was. */
    private int block;
    /** The length and checksum of that block at that time. */
    private long blockWord;
    /** When that block began, and for how long its messages were recorded. */
    private long blockBegin;

    private long blockMs;
    private long blockForMs;

    private boolean damaged;
    /** Whether the reader is at a kept frame, or has read everything before its position. */
    private boolean found;

    /** @param logFolder need not exist yet */
    public SegmentReplay(Path logFolder) {
        this.folder = logFolder;
    }

    /**
     * Moves to a position. May be called repeatedly while nothing is kept yet: it lists the folder only while no
     * segment is open, or nothing more follows in the open one.
     *
     * @return whether history has the frame that begins there, intact or damaged; if not, {@link #nextPosition} returns
     *     where history continues
     */
    @Override
    public boolean seek(long sought) {
        while (!look(sought)) {} // Each time one segment less is kept.
        return found;
    }

    /** {@return false if a segment was purged meanwhile: another one may have the position} */
    private boolean look(long sought) {
        position = sought;
        verifiedEnd = sought;
        loadedEnd = sought;
        damaged = false;
        try {
            Segment current = segmentFor(sought);
            found = damaged || (current != null && find(current, sought));
        } catch (MissingException e) {
            miss(e);
            return !e.isPurged();
        }
        return true;
    }

    /** The segment was purged, and is as if it had never been kept; or it was truncated, which is damage. */
    private void miss(MissingException missing) {
        letGo();
        damaged = !missing.isPurged();
        found = damaged;
    }

    private @Nullable Segment segmentFor(long sought) {
        Segment current = segment;
        if (current != null
                && sought >= base
                && (sought < current.endPosition() || !(succeeded || current.isSealed()))) {
            return current;
        }
        long[] bases = bases();
        int index = LogHistory.floor(bases, sought);
        if (index >= 0 && (current == null || bases[index] != base)) {
            open(bases, index);
        }
        return index < 0 ? null : segment;
    }

    private long[] bases() {
        try {
            return LogHistory.bases(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens another segment, before its first block. */
    private boolean open(long[] bases, int index) {
        letGo();
        base = bases[index];
        succeeded = index < bases.length - 1;
        try {
            segment = Segment.open(SegmentConstants.path(folder, base), input);
            block = -1;
            return true;
        } catch (NoSuchFileException e) {
            return false; // Purged meanwhile.
        } catch (FileFormatException e) {
            damaged = true;
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean find(Segment current, long sought) {
        int candidate = current.findBlock(sought);
        if (candidate < 0) {
            return false;
        }
        if (!verify(current, candidate)) {
            damaged = true;
            return true;
        }
        long boundary = current.endOfFrames(current.position(candidate), sought, verifiedEnd);
        damaged = boundary < 0;
        position = damaged ? sought : boundary;
        return position == sought;
    }

    /** Makes a block the current one, from the position on, if it is intact. */
    private boolean verify(Segment current, int candidate) {
        long word = current.lengthAndCrc(candidate);
        if (!current.isIntact(candidate, word)) {
            return false;
        }
        long begin = current.position(candidate);
        long beginMs = current.timeMs(candidate);
        boolean last = candidate + 1 >= current.blockCount();
        blockForMs =
                last ? 0 : Math.max(0, Math.min(SegmentLayout.LONGEST_MS, current.timeMs(candidate + 1) - beginMs));
        blockMs = beginMs;
        blockBegin = begin;
        block = candidate;
        blockWord = word;
        verifiedEnd = begin + (int) word;
        return true;
    }

    @Override
    public long nextPosition() {
        return position < verifiedEnd ? position : firstIntact(false);
    }

    /** {@return where the first intact block is that ends, or even begins, after the position} */
    private long firstIntact(boolean begins) {
        long[] bases = bases();
        try {
            for (int i = Math.max(0, LogHistory.floor(bases, position)); i < bases.length; i++) {
                Long found = Segment.readOrNull(
                        SegmentConstants.path(folder, bases[i]), looked -> firstIntact(looked, begins));
                if (found != null && found != LogLayout.NONE) {
                    return found;
                }
            }
            return LogLayout.NONE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long firstIntact(Segment looked, boolean begins) {
        for (int i = 0; i < looked.blockCount(); i++) {
            long begin = looked.position(i);
            if ((begins ? begin : looked.endPosition(i)) > position && looked.isIntact(i, looked.lengthAndCrc(i))) {
                return Math.max(position, begin);
            }
        }
        return LogLayout.NONE;
    }

    /**
     * Moves to the next message, over padding.
     *
     * @return its header word; 0 if no more is kept yet, or the next block begins later, or {@link #seek} found
     *     nothing; {@link #DAMAGED} at a damaged block, until {@link #skipDamaged} or {@link #seek}
     */
    @Override
    public long next() {
        long longest = loadedEnd - position;
        if (longest > 0 && found) {
            long header = buffer.getLong((int) (position - shift));
            int length = FrameLayout.length(header);
            if (length >= FrameLayout.HEADER_LENGTH
                    && length <= longest
                    && FrameLayout.type(header) == FrameLayout.TYPE_DATA) {
                return header;
            }
        }
        return nextInOtherFrame();
    }

    private long nextInOtherFrame() {
        try {
            while (found && !damaged) {
                long longest = verifiedEnd - position;
                if (longest > 0) {
                    long header = load(FrameLayout.HEADER_LENGTH);
                    if (!FrameLayout.isFrame(header, longest)) {
                        damaged = true; // Its writer was wrong.
                    } else if (FrameLayout.type(header) == FrameLayout.TYPE_DATA) {
                        return load(FrameLayout.length(header));
                    } else {
                        consume(header);
                    }
                } else if (!advance()) {
                    break;
                }
            }
        } catch (MissingException e) {
            miss(e);
        }
        return damaged ? DAMAGED : 0;
    }

    /** Reads the frame at the position up to a length, and whatever follows it; returns its header. */
    private long load(int length) {
        Segment current = Objects.requireNonNull(segment, "no block");
        int index = current.load(position, length, verifiedEnd);
        buffer = input.window();
        shift = position - index;
        loadedEnd = Math.min(verifiedEnd, current.loadedEnd());
        return buffer.getLong(index);
    }

    /** Verifies newly written data; returns whether there is more to read. */
    private boolean advance() {
        Segment current = segment;
        if (current == null) {
            return false;
        }
        // Read first: the segment's statement about its blocks is then final.
        boolean finished = succeeded || current.isSealed();
        int count = current.blockCount(); // Read before the block's word, which is final if another block follows.
        if (block >= 0 && current.lengthAndCrc(block) != blockWord) {
            damaged = !verify(current, block);
            return !damaged;
        }
        if (block + 1 < count) {
            return enterNext(current);
        }
        return finished && !current.isLogEnd() && openNext();
    }

    private boolean enterNext(Segment current) {
        int next = block + 1;
        if (current.position(next) <= position || !current.isIntact(next, current.lengthAndCrc(next))) {
            damaged = current.position(next) != position || !verify(current, next);
            return !damaged;
        }
        return false; // Something is missing before it.
    }

    private boolean openNext() {
        long[] bases = bases();
        int index = LogHistory.floor(bases, base) + 1;
        // If it begins later, something is missing.
        return index < bases.length && bases[index] <= position && open(bases, index);
    }

    @Override
    public long position() {
        return position;
    }

    /** {@return the era of {@link #timeMs}} */
    public long era() {
        return Objects.requireNonNull(segment, "no message").constants().era();
    }

    /**
     * {@return when the message was recorded, in milliseconds since 1970} Only blocks have a time: the messages of a
     * block are assumed to be spread evenly until the next block, but within {@value SegmentLayout#LONGEST_MS} ms.
     */
    public double timeMs() {
        return blockMs + (double) blockForMs * (position - blockBegin) / Math.max(1, verifiedEnd - blockBegin);
    }

    @Override
    public MappedBuffer buffer() {
        return buffer;
    }

    @Override
    public int payloadOffset() {
        return (int) (position - shift) + FrameLayout.HEADER_LENGTH;
    }

    @Override
    public void consume(long header) {
        position += FrameLayout.align(FrameLayout.length(header));
    }

    /**
     * Moves to the next intact block after the damaged one.
     *
     * @return the position at which it begins; {@link LogLayout#NONE} if there is none yet, and the reader does not
     *     move
     */
    @Override
    public long skipDamaged() {
        long next = firstIntact(true);
        if (next != LogLayout.NONE) {
            seek(next);
        }
        return next;
    }

    /** Releases the segment. The reader may be used again, starting with {@link #seek}. */
    @Override
    public void close() {
        letGo();
        found = false;
    }

    private void letGo() {
        if (segment != null) {
            segment.close();
        }
        segment = null;
        verifiedEnd = position;
        loadedEnd = position;
    }
}
