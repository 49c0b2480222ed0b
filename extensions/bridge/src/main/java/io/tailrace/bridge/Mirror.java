/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Image.Origin;
import io.tailrace.bridge.LinkMessages.BadMessageException;
import io.tailrace.bridge.LinkMessages.Reader;
import io.tailrace.log.LogLayout;
import io.tailrace.stream.LogPublication;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One mirror: an exclusive log in which each frame has the position that it has in its source. A sender needs only the
 * committed position to continue, so a mirror outlives sessions, this process, and its driver. Receiver's thread only.
 */
final class Mirror {
    private static final long ACK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LIMIT_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long HELD_NS = TimeUnit.MILLISECONDS.toNanos(100);

    final Origin origin;
    final String stream;
    final int termLength;
    private @Nullable LogPublication publication;
    /** The session that feeds it, and its lane there. */
    @Nullable
    ReceiverSession session;

    int lane;
    /** The link that feeds it, or fed it last. */
    String link = "";
    /** Its source has ended, and it has all of it. It stays until the sender will not ask for it any more. */
    boolean sourceEnded;
    /** The driver is asked for it. */
    boolean opening;

    private long limit;
    private long limitNs;
    private long askedPosition;
    private long ackedPosition = -1;
    private long ackedLimit = -1;
    private long ackNs = System.nanoTime();
    private long heldSinceNs;
    private boolean held;
    private long paddedTo = -1;
    private final ExpandableArrayBuffer parts = new ExpandableArrayBuffer();
    private long partsPosition = -1;
    private int partsLength;

    Mirror(Origin origin, String stream, int termLength) {
        this.origin = origin;
        this.stream = stream;
        this.termLength = termLength;
    }

    /** A session feeds it from now on. */
    void attach(ReceiverSession newSession, int newLane) {
        session = newSession;
        lane = newLane;
        link = newSession.greeting.key();
        sourceEnded = false;
        partsPosition = -1;
        paddedTo = -1;
        held = false;
        heldSinceNs = 0;
    }

    /** {@return whether blocks can be appended} */
    boolean isOpen() {
        LogPublication current = publication;
        return current != null && !current.isClosed();
    }

    void opened(@Nullable LogPublication newPublication) {
        opening = false;
        publication = newPublication;
    }

    /** {@return the position up to which it has everything} */
    long committed() {
        return publication().position();
    }

    private LogPublication publication() {
        LogPublication current = publication;
        if (current == null) {
            throw new BadMessageException("the lane is not open: stream=" + stream + ", log=" + origin.logId());
        }
        return current;
    }

    /** Appends a block. Returns whether it was appended, or was there; else the session cannot continue. */
    boolean append(DirectBuffer buffer, int offset, int length, long position) {
        LogPublication current = publication();
        long wanted = current.position();
        askedPosition = position;
        if (position > wanted) {
            return false;
        }
        if (length > termLength / LogLayout.LONGEST_FRAMES_PER_TERM) {
            throw new BadMessageException("block too long: length=" + length + ", termLength=" + termLength);
        }
        if (position + length <= wanted) {
            return true; // An earlier session has delivered it.
        }
        int from = FrameCheck.check(buffer, offset, length, position, wanted, termLength);
        return current.appendBlock(buffer, from, length - (from - offset), wanted) > 0;
    }

    /** {@return its stream and position, for messages} */
    String describe() {
        LogPublication current = publication;
        return current == null || current.isClosed()
                ? "the mirror is closed"
                : "committed=" + current.position() + ", limit=" + limit + ", asked for=" + askedPosition;
    }

    /** Takes a part of a frame that is longer than Aeron's messages. Returns the same as {@link #append}. */
    boolean appendPart(Reader message) {
        long position = message.word();
        long length = message.word();
        long at = message.word();
        if (length <= 0
                || length > termLength / LogLayout.LONGEST_FRAMES_PER_TERM
                || (at != 0 && (position != partsPosition || at != partsLength))
                || at + message.remaining() > length) {
            throw new BadMessageException("part out of order: position=" + position + ", at=" + at);
        }
        partsPosition = position;
        parts.putBytes((int) at, message.buffer(), message.index(), message.remaining());
        partsLength = (int) at + message.remaining();
        return partsLength < length || append(parts, 0, partsLength, position);
    }

    /**
     * Takes a padding, which is appended as soon as the log has room for its length. Returns the same as
     * {@link #append}.
     */
    boolean appendPadding(long position, long length) {
        FrameCheck.checkRange("no padding of a log", position, length, termLength);
        askedPosition = position;
        paddedTo = position + length;
        return position <= committed() && pad();
    }

    /** Appends the padding that is due. Returns whether the mirror is still usable. */
    private boolean pad() {
        LogPublication current = publication();
        long from = current.position();
        if (paddedTo <= from) {
            paddedTo = -1;
            return true;
        }
        long result = current.appendPadding(from, paddedTo - from);
        return result > 0 || !current.isClosed();
    }

    /** Sends its position and its limit if they have changed. Returns whether the mirror is still usable. */
    boolean work(long nowNs) {
        ReceiverSession current = session;
        LogPublication log = publication;
        if (current == null || log == null) {
            return true;
        }
        if (log.isClosed() || (paddedTo >= 0 && !pad())) {
            return false;
        }
        long position = log.position();
        if (limit - position < termLength / 2 || nowNs - limitNs >= LIMIT_NS) {
            limit = log.promiseLimit();
            limitNs = nowNs;
        }
        int step = termLength / 8;
        boolean isNew = position != ackedPosition || limit != ackedLimit;
        boolean urgent = position - ackedPosition >= step || limit - ackedLimit >= step;
        if (isNew
                && (urgent || nowNs - ackNs >= ACK_NS)
                && current.offer(
                        current.message(LinkMessages.ACK, lane).word(position).word(limit))) {
            acked(position, nowNs);
        }
        sayWhoHolds(current, log, position, nowNs);
        return true;
    }

    private void acked(long position, long nowNs) {
        ackedPosition = position;
        ackedLimit = limit;
        ackNs = nowNs;
    }

    /** Sends its position, which starts the lane. */
    void sayOpened(ReceiverSession current) {
        LogPublication log = publication();
        long nowNs = System.nanoTime();
        limit = log.promiseLimit();
        limitNs = nowNs;
        current.say(
                current.message(LinkMessages.OPENED, lane).word(log.position()).word(limit));
        acked(log.position(), nowNs);
    }

    private void sayWhoHolds(ReceiverSession current, LogPublication log, long position, long nowNs) {
        boolean full = limit <= position;
        if (!full) {
            heldSinceNs = 0;
        } else if (heldSinceNs == 0) {
            heldSinceNs = nowNs;
        }
        boolean holds = full && nowNs - heldSinceNs >= HELD_NS;
        if (holds != held) {
            String holder = !holds ? "" : Objects.requireNonNullElse(log.holder(), "the media driver");
            if (current.offer(current.message(LinkMessages.HELD, lane).text(holder))) {
                held = holds;
                current.held(this, holder);
            }
        }
    }

    /** The source has ended here, or continues only after a gap, so the mirror ends. */
    void end() {
        LogPublication current = publication;
        publication = null;
        if (current != null && !current.isClosed()) {
            current.endSource(current.position());
            current.close();
        }
    }

    /** Closes the mirror, which stays vacant for the next receiver. */
    void close() {
        LogPublication current = publication;
        publication = null;
        if (current != null) {
            current.close();
        }
    }
}
