/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.TERM_COUNT;

import io.tailrace.internal.FaultPoint;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.TermMemory;
import java.util.Arrays;

/** One log in memory: its meta file, its three terms, and the arithmetic from a position to a place in them. */
public final class LogBuffers {
    private static final int SMALLEST_PAGE_LENGTH = 4096;

    private final LogMeta meta;
    private final LogMeta.Constants constants;
    private final TermMemory[] terms;
    private final int termLength;
    private final int termShift;

    /**
     * @param terms three of the length that the meta file says
     * @throws IllegalArgumentException if the constants in the meta file contradict one another
     */
    public LogBuffers(MappedBuffer meta, MappedBuffer... terms) {
        this(meta);
        for (int i = 0; i < TERM_COUNT; i++) {
            this.terms[i] = new TermMemory(terms[i]);
        }
    }

    /** A log whose frames exist only in history. */
    private LogBuffers(MappedBuffer meta) {
        this.meta = new LogMeta(meta);
        this.constants = this.meta.constants();
        this.termLength = constants.termLength();
        this.termShift = Integer.numberOfTrailingZeros(termLength);
        this.terms = new TermMemory[TERM_COUNT];
        releaseTerms();
    }

    /**
     * {@return a substitute for a log that is gone but whose frames are in history} It has ended, and all its memory
     * counts as overwritten.
     *
     * @param end end of the log in history
     * @param subscriber the only subscriber, in slot 0
     * @param begin where the subscriber begins
     */
    public static LogBuffers ofReplay(LogMeta.Constants constants, long end, Subscriber subscriber, long begin) {
        MappedBuffer buffer = MappedBuffer.allocate(LogLayout.META_LENGTH);
        LogMeta meta = new LogMeta(buffer);
        meta.initialise(constants);
        meta.tailRelease(end);
        meta.cleanPositionRelease(end);
        meta.cleaningTargetVolatile(end);
        meta.endPositionRelease(end);
        meta.activateSubscriber(0, subscriber.registrationId(), 0, 0, begin, subscriber.policy());
        return new LogBuffers(buffer);
    }

    public LogMeta meta() {
        return meta;
    }

    /**
     * Releases the terms, which no thread reads or writes any more: objects that still refer to this keep only the meta
     * file.
     */
    void releaseTerms() {
        Arrays.fill(terms, TermMemory.NONE);
    }

    public LogMeta.Constants constants() {
        return constants;
    }

    public int termLength() {
        return termLength;
    }

    /** {@return the term that holds a position} */
    public TermMemory memory(long position) {
        return terms[(int) ((position >>> termShift) % TERM_COUNT)];
    }

    /** {@return the buffer of the term that holds a position} */
    public MappedBuffer term(long position) {
        return memory(position).buffer();
    }

    /** {@return the offset of a position in its term} */
    public int offset(long position) {
        return (int) position & (termLength - 1);
    }

    /** {@return the bytes from a position to the end of its term} */
    public int remaining(long position) {
        return termLength - offset(position);
    }

    /** {@return the bytes that the three terms hold} */
    public long ringLength() {
        return (long) TERM_COUNT << termShift;
    }

    /**
     * Reads a word of every page, which maps the page into this process. Any thread, concurrently with any other use.
     */
    public void touchPages() {
        for (TermMemory term : terms) {
            for (int offset = 0; offset < termLength; offset += SMALLEST_PAGE_LENGTH) {
                term.headerAcquire(offset); // Acquire: the JIT does not eliminate such a read.
            }
        }
    }

    /** Acquire-reads the header word at a position. */
    public long headerAcquire(long position) {
        return memory(position).headerAcquire(position);
    }

    /**
     * Returns whether the word at a position may be a header: of a committed frame if asked for, else also of a claim,
     * or still free.
     */
    public boolean mayBeginAt(long position, boolean committed) {
        long header = headerAcquire(position);
        int length = FrameLayout.length(header);
        if (length <= 0 && committed) {
            return false;
        }
        long claimed = Math.abs((long) length);
        int longest =
                switch (FrameLayout.type(header)) {
                    case FrameLayout.TYPE_DATA -> termLength / LogLayout.LONGEST_FRAMES_PER_TERM;
                    case FrameLayout.TYPE_PAD -> termLength;
                    default -> 0;
                };
        boolean fits = claimed >= FrameLayout.HEADER_LENGTH && claimed <= Math.min(longest, remaining(position));
        return header == 0 || (fits && FrameLayout.flags(header) == 0);
    }

    /** Stores a header word with release: earlier writes are visible to a thread that reads it with acquire. */
    public void headerRelease(long position, long header) {
        memory(position).headerRelease(position, header);
    }

    /** {@return whether everything up to an end has been zeroed for this lap} */
    public boolean isWritable(long end) {
        // Acquire: pairs with the cleaner's release after its zeroing; a header written before the zero would be lost.
        return end <= meta.cleanPositionAcquire() + ringLength();
    }

    /**
     * {@return whether a position holds no committed frame, and may still get one}
     *
     * <p>The header is read first, then the target: if a header reads as zero because it was cleaned, the target was
     * announced before.
     */
    public boolean isUncommitted(long position) {
        return FrameLayout.length(headerAcquire(position)) <= 0 && meta.cleaningTargetAcquire() <= position;
    }

    /**
     * Commits padding over [position, position + length), which is clean: one PAD, or two if it crosses the end of a
     * term. Frames that were padded or committed before stay, even if others have written there since.
     */
    public void pad(long position, long length, int owner) {
        long next = position;
        long end = position + length;
        while (next < end) {
            int padLength = (int) Math.min(end - next, remaining(next));
            if (isUncommitted(next)) {
                headerRelease(next, FrameLayout.header(padLength, FrameLayout.TYPE_PAD, owner));
            }
            next += padLength;
            if (next < end) {
                FaultPoint.reach("padding.between");
            }
        }
    }
}
