/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import io.tailrace.file.FileFormatException;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.read.Past;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks the messages of one log in its history, beside what writes it. A block is verified as a whole before its first
 * message is handed out, and again when it has grown and all before was read. One thread; one segment is mapped at a
 * time. {@link UncheckedIOException} where the disk cannot be read.
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
 * <p>Where something is missing between two blocks the walk stops as if no more was kept: {@link #nextPosition} says
 * then where it may go on, by {@link #seek}.
 */
public final class PastReader implements Past {
    /** A block is not made longer after that. */
    private static final int LONGEST_BLOCK_MS = 100;

    private static final MappedBuffer NOTHING = MappedBuffer.allocate(0);

    private final Path folder;
    private @Nullable Segment segment;
    private MappedBuffer buffer = NOTHING;
    /** Of the segment that is open, or was found damaged. */
    private long base = -1;
    /** Whether the next segment had its name when this one was opened: then nothing follows in this one. */
    private boolean succeeded;

    /** What to take from a position for its place in the buffer. */
    private long shift;

    private long position;
    /** Up to here are messages that were verified. */
    private long verifiedEnd;
    /** The block that was verified last; -1: none of this segment was. */
    private int block;
    /** Its length and checksum then. */
    private long blockWord;

    private boolean damaged;
    /** Whether the reader stands where a frame is kept, or where it has read all before. */
    private boolean found;

    /** @param logFolder need not exist yet */
    public PastReader(Path logFolder) {
        this.folder = logFolder;
    }

    /**
     * Goes to a position. May be called again and again where nothing is kept yet: it lists the folder only while no
     * segment is open, or nothing follows in the one that is.
     *
     * @return whether history has the frame that begins there now, or has it damaged; else {@link #nextPosition} says
     *     where it goes on
     */
    @Override
    public boolean seek(long sought) {
        position = sought;
        verifiedEnd = sought;
        damaged = false;
        try {
            Segment current = segmentFor(sought);
            found = damaged || (current != null && find(current, sought));
            PendingFault.raise(); // Before it is believed: of a file that was truncated meanwhile zeros are read.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InternalError e) {
            onFault();
        }
        return found;
    }

    /** Somebody has truncated the segment: what it lacks is damaged, and there is no message in it. */
    private void onFault() {
        PendingFault.drop();
        verifiedEnd = position;
        found = true;
        damaged = true;
    }

    private @Nullable Segment segmentFor(long sought) throws IOException {
        Segment current = segment;
        if (current != null
                && sought >= base
                && (sought < current.endPosition() || !(succeeded || current.isSealed()))) {
            return current;
        }
        long[] bases = LogHistory.bases(folder);
        int index = LogHistory.floor(bases, sought);
        if (index >= 0 && (current == null || bases[index] != base)) {
            open(bases, index);
        }
        return index < 0 ? null : segment;
    }

    /** Takes another segment, before its first block. */
    private boolean open(long[] bases, int index) throws IOException {
        letGo();
        base = bases[index];
        succeeded = index < bases.length - 1;
        try {
            Segment opened = Segment.open(SegmentConstants.path(folder, base));
            segment = opened;
            buffer = opened.buffer();
            shift = -opened.offset(0L);
            block = -1;
            return true;
        } catch (NoSuchFileException e) {
            return false; // Purged meanwhile.
        } catch (FileFormatException e) {
            damaged = true;
            return false;
        }
    }

    private boolean find(Segment current, long sought) {
        int candidate = current.findBlock(sought);
        if (candidate < 0) {
            return false;
        }
        if (!verify(current, candidate)) {
            block = candidate;
            damaged = true;
            return true;
        }
        long boundary = current.endOfFrames(current.position(candidate), sought);
        damaged = boundary < 0;
        position = damaged ? sought : boundary;
        return position == sought;
    }

    /** Takes a block as the one to read, from the position on, if it is as it was written. */
    private boolean verify(Segment current, int candidate) {
        long word = current.lengthAndCrc(candidate);
        if (!current.isIntact(candidate, word)) {
            return false;
        }
        block = candidate;
        blockWord = word;
        verifiedEnd = current.position(candidate) + (int) word;
        return true;
    }

    @Override
    public long nextPosition() {
        if (position < verifiedEnd) {
            return position;
        }
        try {
            long[] bases = LogHistory.bases(folder);
            for (int i = Math.max(0, LogHistory.floor(bases, position)); i < bases.length; i++) {
                long found = firstIn(SegmentConstants.path(folder, bases[i]));
                if (found != LogLayout.NONE) {
                    return found;
                }
            }
            return LogLayout.NONE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long firstIn(Path path) throws IOException {
        try (Segment looked = Segment.open(path)) {
            for (int i = 0; i < looked.blockCount(); i++) {
                if (looked.endPosition(i) > position && looked.isIntact(i, looked.lengthAndCrc(i))) {
                    return Math.max(position, looked.position(i));
                }
            }
            return LogLayout.NONE;
        } catch (NoSuchFileException | FileFormatException e) {
            return LogLayout.NONE;
        }
    }

    /**
     * Goes to the next message, over padding.
     *
     * @return its header word; 0 if no more is kept yet, or the next block begins later, or {@link #seek} found
     *     nothing; {@link #DAMAGED} at a block that is not as it was written, until {@link #skipDamaged} or
     *     {@link #seek}
     */
    @Override
    public long next() {
        long longest = verifiedEnd - position;
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
                    long header = buffer.getLong((int) (position - shift));
                    if (!Segment.isFrame(header, longest)) {
                        damaged = true; // Its writer was wrong.
                    } else if (FrameLayout.type(header) == FrameLayout.TYPE_DATA) {
                        return header;
                    } else {
                        consume(header);
                    }
                } else if (!advance()) {
                    break;
                }
            }
            PendingFault.raise(); // As in seek.
        } catch (InternalError e) {
            onFault();
        }
        return damaged ? DAMAGED : 0;
    }

    /** Verifies what has come since; returns whether there is more to read. */
    private boolean advance() {
        Segment current = segment;
        if (current == null) {
            return false;
        }
        boolean finished = succeeded || current.isSealed(); // First: what it says of the blocks is then the last word.
        int count = current.blockCount(); // Before the block's word, which is the last one where another block follows.
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
        try {
            long[] bases = LogHistory.bases(folder);
            int index = LogHistory.floor(bases, base) + 1;
            // Where it begins later something is missing.
            return index < bases.length && bases[index] <= position && open(bases, index);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long position() {
        return position;
    }

    /**
     * {@return when the message was kept, in milliseconds since 1970} Only blocks have a time: the messages of one are
     * taken to have come evenly until the next one began, but within {@value #LONGEST_BLOCK_MS} ms.
     */
    public double timeMs() {
        Segment current = Objects.requireNonNull(segment, "no message");
        long beginMs = current.timeMs(block);
        long begin = current.position(block);
        boolean last = block + 1 >= current.blockCount();
        long forMs = last ? 0 : Math.max(0, Math.min(LONGEST_BLOCK_MS, current.timeMs(block + 1) - beginMs));
        return beginMs + (double) forMs * (position - begin) / Math.max(1, verifiedEnd - begin);
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
     * Goes to the next block that is as it was written, after the damaged one.
     *
     * @return where it begins; {@link LogLayout#NONE} if there is none yet, and the reader stays where it is
     */
    @Override
    public long skipDamaged() {
        try {
            long[] bases = LogHistory.bases(folder);
            for (int i = Math.max(0, LogHistory.floor(bases, base)); i < bases.length; i++) {
                if (bases[i] != base) {
                    open(bases, i);
                }
                Segment current = segment;
                if (current != null && enterWhole(current)) {
                    damaged = false;
                    found = true;
                    return position;
                }
            }
            PendingFault.raise(); // As in seek.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InternalError e) {
            onFault();
        }
        return LogLayout.NONE;
    }

    private boolean enterWhole(Segment current) {
        for (int next = block + 1; next < current.blockCount(); next++) {
            if (current.position(next) >= position && verify(current, next)) {
                position = current.position(next);
                return true;
            }
        }
        return false;
    }

    /** Lets go of the segment. The reader may be used again, from a {@link #seek} on. */
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
        buffer = NOTHING;
        verifiedEnd = position;
    }
}
