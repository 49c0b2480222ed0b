/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.align;

import io.tailrace.internal.Padded;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.WakeHandshake;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.Cleaner;
import io.tailrace.log.maintain.LateCleaning;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/**
 * Appends messages to a log: claims space, fills it and commits it. This class checks the arguments before anything is
 * claimed. Each of its two subclasses claims, fills and commits space in its own kind of log.
 *
 * <p>A claim is followed by exactly one commit or abort of the same range: a claim cannot be undone. Statuses are
 * negative; positions are not.
 */
public abstract sealed class Appender extends Padded permits ConcurrentAppender, ExclusiveAppender {
    /** The log has no reader. */
    public static final long NOT_CONNECTED = -1;
    /** The limit is reached: a subscriber or the cleaning is behind. Try again later. */
    public static final long BACK_PRESSURED = -2;
    /** This handle was closed. */
    public static final long CLOSED = -3;

    /**
     * Stands for the end of a claim: an exception after a commit is not a failure of the commit, and is not rethrown.
     */
    static final long NOT_COMMITTED = -4;

    final LogBuffers log;
    final LogMeta meta;
    final int slot;
    private final PublisherLimit publisherLimit;
    final LateCleaning lateCleaning;
    private final int maxMessageLength;
    /** The header of this handle's messages, except their length. */
    final long ownData;

    private final WakeHandshake sleepers;
    final Waker keeper;
    private final long keeperStep;

    Appender(LogBuffers log, int slot, Waker.Source wakers) {
        this.log = log;
        this.meta = log.meta();
        this.sleepers = WakeHandshake.ofSubscribers(meta, wakers);
        this.keeper = wakers.of(Waker.DRIVER, Waker.CONDUCTOR);
        this.keeperStep = log.constants().window() / 8;
        this.slot = slot;
        this.ownData = FrameLayout.header(0, TYPE_DATA, slot);
        this.publisherLimit = new PublisherLimit(log);
        this.lateCleaning = new LateCleaning(log, slot, publisherLimit, wakers, System::nanoTime);
        this.maxMessageLength = LogLayout.maxMessageLength(log.termLength());
    }

    /**
     * Claims a frame that is handed out, and committed or aborted by a later call of {@link #commitHeld} or {@link
     * #abortHeld}.
     */
    public abstract long claimToHold(int alignedLength);

    /**
     * Commits a frame that was handed out. Does not wake sleepers: {@link #wakeSleepers} does, once the claim has
     * ended.
     */
    public abstract void commitHeld(long position, int frameLength);

    /** Turns a frame that was handed out into padding. Does not wake sleepers either. */
    public abstract void abortHeld(long position, int frameLength);

    /** From now on every claim is refused. Any thread; it takes effect as {@link #isQuiet} describes. */
    public abstract void close();

    /** Releases the memory, once {@link #isQuiet} holds after {@link #close} and the log's files were released. */
    public void release() {
        lateCleaning.release();
    }

    /**
     * {@return whether no thread is inside a claim, no claim is handed out, and no debt is unpaid} Meaningful only
     * after {@link #close} and after every thread has passed a safepoint since; then it stays true.
     */
    public abstract boolean isQuiet();

    /**
     * Conductor: pays debts, answers the driver's question, and makes a lost connection known: if the subscriber count
     * is zero it resets the cached limit, so that the next offer reads the count. So the hot path reads no flag for it,
     * and offers in the milliseconds before reach no subscriber. Returns work done.
     */
    public abstract int maintain();

    /** {@return the position at which this handle's next frame would begin, as far as it knows} */
    public abstract long position();

    /** {@return whether a claim may begin, by the current state of the log} Any thread. */
    public final boolean hasSpace() {
        if (meta.subscriberCountAcquire() == 0) {
            return false;
        }
        long position = position();
        long newLimit = findLimit(position, true); // A publisher that sleeps then is not woken for clean memory.
        wakeKeeper(position, newLimit);
        return position < newLimit;
    }

    /**
     * {@return the limit, after cleaning a chunk if a lack of clean memory prevents claims here}
     *
     * @param atOnce whether to clean at once, without waiting for the keeper
     */
    final long findLimit(long position, boolean atOnce) {
        long limit = publisherLimit.find(position);
        boolean lacks = position >= limit && publisherLimit.lacksCleanMemory(position);
        boolean cleaned = lacks && (atOnce || lateCleaning.isDue()) && lateCleaning.cleanChunk();
        return cleaned ? publisherLimit.find(position) : limit;
    }

    /**
     * Wakes the keeper if claims here need it: half of the clean memory is used up, or there is no room.
     *
     * @return the position at which to check the limit again, at most the limit
     */
    final long wakeKeeper(long position, long newLimit) {
        long wantedAt = publisherLimit.keeperWantedAt();
        if (position < Math.min(wantedAt, newLimit)) {
            return Math.min(wantedAt, newLimit);
        }
        keeper.wakeBehindStore();
        return Math.min(position + keeperStep, newLimit);
    }

    /** {@return whether only a driver can supply the missing clean memory} The last driver died while it cleaned. */
    public final boolean needsDriver() {
        return meta.cleanerAcquire() == Cleaner.KEEPER;
    }

    /**
     * Names the sleeper of the thread that waits for space, to be woken when subscribers have read half of a window.
     * One thread at a time.
     *
     * @return whether the name was new
     */
    public final boolean nameSleeper(int sleeper) {
        meta.publisherWakeAt(slot, position() - log.constants().window() / 2);
        boolean isNew = meta.publishers().sleeper(slot) != sleeper;
        if (isNew) {
            meta.publishers().nameSleeper(slot, sleeper);
        }
        return isNew;
    }

    /**
     * {@return the same as {@link #limit}, after asking the keeper for more if needed} For a party that waits for space
     * elsewhere.
     */
    final long askForLimit() {
        long position = position();
        findLimit(position, true);
        wakeKeeper(position, limit());
        return limit();
    }

    /** {@return the position up to which claims may begin, by the current state of the log} Any thread. */
    public final long limit() {
        return publisherLimit.find(LogLayout.NONE);
    }

    /** Appends one message. Returns the position after it, or a negative status. */
    public final long offer(DirectBuffer source, int offset, int length) {
        checkMessageLength(length);
        source.boundsCheck(offset, length);
        return told(append(length, source, offset, length, source, offset, 0));
    }

    /** Appends one message of two parts. Returns the position after it, or a negative status. */
    public final long offer(
            DirectBuffer first,
            int firstOffset,
            int firstLength,
            DirectBuffer second,
            int secondOffset,
            int secondLength) {
        int length = checkMessageLength((long) checkPart(firstLength) + checkPart(secondLength));
        first.boundsCheck(firstOffset, firstLength);
        second.boundsCheck(secondOffset, secondLength);
        return told(append(length, first, firstOffset, firstLength, second, secondOffset, secondLength));
    }

    /** Appends one message, an array. Returns the position after it, or a negative status. */
    public final long offer(byte[] message) {
        int frameLength = HEADER_LENGTH + checkMessageLength(message.length);
        return told(appendContent(message, 0, frameLength, align(frameLength)));
    }

    /**
     * Appends one message, the bytes between the position and the limit of a buffer, and moves neither. Returns the
     * position after it, or a negative status.
     */
    public final long offer(ByteBuffer message) {
        int frameLength = HEADER_LENGTH + checkMessageLength(message.remaining());
        return told(appendContent(message, message.position(), frameLength, align(frameLength)));
    }

    /**
     * Appends several messages with one claim. The header of the first frame covers the whole claim until the last
     * store releases the first frame's own length: readers see all of them or none.
     *
     * @return the position after the last message, or a negative status
     */
    public final long offerBatch(BufferVector[] messages, int count) {
        int alignedLength = checkBatchLength(messages, count);
        return told(appendContent(messages, count, HEADER_LENGTH + messages[0].length(), alignedLength));
    }

    /** Outside the claim, which has ended; also if a status was returned, because padding may have been stored. */
    private long told(long result) {
        sleepers.wake();
        return result;
    }

    /** Wakes sleeping subscribers. Called after each commit and each padding that is not part of an offer. */
    public final void wakeSleepers() {
        sleepers.wake();
    }

    /** Appends a message of one or two parts. The caller has checked them; the second may be empty. */
    abstract long append(
            int length,
            DirectBuffer first,
            int firstOffset,
            int firstLength,
            DirectBuffer second,
            int secondOffset,
            int secondLength);

    /**
     * Appends content that is not in an Agrona buffer. The caller has checked the lengths.
     *
     * @param content an array, a ByteBuffer, or the messages of a batch
     * @param detail where the bytes begin in the array or the ByteBuffer, or the number of messages in the batch
     * @param frameLength of the first message
     * @param alignedLength of all frames
     */
    abstract long appendContent(Object content, int detail, int frameLength, int alignedLength);

    /** Writes everything except the header of the first frame. */
    final void writeContent(MappedBuffer term, int frameOffset, Object content, int detail, int frameLength) {
        int payload = frameOffset + HEADER_LENGTH;
        if (content instanceof byte[] bytes) {
            term.putBytes(payload, bytes, detail, frameLength - HEADER_LENGTH);
        } else if (content instanceof ByteBuffer bytes) {
            term.putBytes(payload, bytes, detail, frameLength - HEADER_LENGTH);
        } else {
            writeBatch(term, frameOffset, (BufferVector[]) content, detail);
        }
    }

    private void writeBatch(MappedBuffer term, int frameOffset, BufferVector[] messages, int count) {
        int offset = frameOffset;
        for (int i = 0; i < count; i++) {
            BufferVector message = messages[i];
            int frameLength = HEADER_LENGTH + message.length();
            if (i > 0) {
                term.putLong(offset, FrameLayout.header(frameLength, TYPE_DATA, slot));
            }
            message.copyTo(term, offset + HEADER_LENGTH);
            offset += align(frameLength);
        }
    }

    private int checkBatchLength(BufferVector[] messages, int count) {
        if (count < 1 || count > messages.length) {
            throw new IllegalArgumentException(
                    "batch count out of range: count=" + count + ", min=1, max=" + messages.length + " (those given)");
        }
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += align(HEADER_LENGTH + checkMessageLength(messages[i].length()));
        }
        if (total > HEADER_LENGTH + maxMessageLength) {
            throw new IllegalArgumentException("batch too long: length=" + total + " with headers, max="
                    + (HEADER_LENGTH + maxMessageLength) + " (an eighth of a term)");
        }
        return (int) total;
    }

    /**
     * Checks the length of a message.
     *
     * @throws IllegalArgumentException if it is negative or longer than the maximum
     */
    public final int checkMessageLength(long length) {
        if (length < 0 || length > maxMessageLength) {
            String problem = length < 0 ? "negative message length: length=" : "message too long: length=";
            throw new IllegalArgumentException(problem + length + ", max=" + maxMessageLength
                    + " (an eighth of a term of " + log.termLength() + ")");
        }
        return (int) length;
    }

    private static int checkPart(int length) {
        if (length < 0) {
            throw new IllegalArgumentException("negative length of a part: length=" + length);
        }
        return length;
    }

    public final int maxMessageLength() {
        return maxMessageLength;
    }

    public final LogBuffers log() {
        return log;
    }
}
