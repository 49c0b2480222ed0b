/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.BlockHandler;
import io.tailrace.Image;
import io.tailrace.Image.Origin;
import io.tailrace.follow.LogFollower;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.stream.LogImage;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The path of one source to its mirror. Bytes stay in the source until the receiver has confirmed them, so a new
 * session resends everything that the mirror does not have. A lane sends nothing that begins at or past the limit of
 * the mirror, so the receiver can always take what arrives. Sender's thread only.
 */
final class Lane extends LogFollower {
    private enum State {
        /** The receiver does not know the lane yet in this session. */
        NEW,
        OPENING,
        OPEN,
        /** The lane has lost bytes. It continues after them, once the receiver is notified of the gap. */
        GAP,
        /** The source has ended, and the receiver has all of it; it is notified of the end. */
        ENDING,
        /** The receiver was notified of the end, and has not answered yet. */
        TOLD_END,
        /** The receiver has answered, or the source is lost; the receiver is notified that the lane is over. */
        LEAVING,
        OVER,
        /** The receiver does not want the source, so its publishers do not wait for the link. */
        SKIPPED
    }

    /** A longer padding is sent without the bytes that it covers. */
    static final int LONG_PADDING = 256;

    private static final long NONE = -1;
    /** The pause before the receiver is asked again for a mirror that it could not open. */
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    /** Of a block that the mirror has: sent again, it might reach past the limit of a mirror that is full. */
    private static final BlockHandler NOT_SENT = (buffer, offset, length, position, from) -> {};

    final int number;
    private final Origin origin;
    private final LinkStatus status;
    final String stream;
    private final int termLength;
    private final BlockHandler blockHandler = this::onBlock;
    private State state = State.NEW;
    private long retryNs;
    /**
     * The mirror has everything before this position; after a restart of this process, that may be more than was read
     * here.
     */
    private long mirrored;
    /** The part of that which was read here. */
    private long confirmed;

    private long limit;
    private long gapFrom;
    /** The end and the length of a gap that was said, and is not answered yet. */
    private long saidTo;

    private long saidLength;
    private boolean gone;
    /** A position that was sent at a known time, from which the age of the oldest unconfirmed byte is computed. */
    private long sampled = -1;

    private long sampledNs;
    /** The confirmed position at the last check, and since when it has not moved although there is more. */
    private long standsAt = -1;

    private long standsSinceNs;
    private @Nullable SenderSession session;
    /** The last padding that was sent without its bytes in this session. */
    private long paddedFrom;

    private long paddedTo = NONE;

    /** Makes a lane for a source with this origin. */
    Lane(int number, LogImage image, Origin origin, boolean skips, LinkStatus status) {
        super(image);
        this.number = number;
        this.origin = origin;
        this.status = status;
        this.stream = image.stream();
        this.termLength = image.buffers().termLength();
        this.state = skips ? State.SKIPPED : State.NEW;
        this.confirmed = image.position();
    }

    @Override
    protected void leave() {
        gone = true;
    }

    /** {@return whether the lane has no more work} */
    boolean isOver() {
        return state == State.OVER || (gone && (state == State.SKIPPED || (state == State.NEW && isLost())));
    }

    /** {@return whether the receiver has not yet sent the position of its mirror} */
    boolean isOpening() {
        return state == State.NEW || state == State.OPENING;
    }

    /** {@return whether a new message could be sent at once} */
    boolean isReady() {
        return state == State.SKIPPED || (state == State.OPEN && image.readPosition() < limit);
    }

    boolean isUnconfirmed() {
        return state != State.SKIPPED && (image.readPosition() > confirmed || state != State.OPEN);
    }

    /**
     * {@return how many bytes are under way and not confirmed by the receiver} Padding at the end does not count: it
     * takes no time, and the mirror appends it as soon as its subscribers allow.
     */
    long underWay() {
        long sent = image.readPosition();
        return state == State.OPEN ? Math.max(0, (sent == paddedTo ? paddedFrom : sent) - confirmed) : 0;
    }

    long lagBytes() {
        return state == State.SKIPPED || gone ? 0 : image.lagBytes();
    }

    /** {@return how long the oldest unconfirmed byte has waited, in nanoseconds} To be called each second. */
    long lagNs(long nowNs) {
        boolean isBehind = lagBytes() > 0;
        if (!isBehind || confirmed != standsAt) {
            standsAt = confirmed;
            standsSinceNs = nowNs;
        }
        long underWayNs = sampled < 0 ? 0 : nowNs - sampledNs;
        return isBehind ? Math.max(underWayNs, nowNs - standsSinceNs) : underWayNs;
    }

    /** The session has ended: all unconfirmed bytes may be lost. */
    void sessionLost() {
        sampled = -1;
        if (state != State.SKIPPED && state != State.OVER) {
            state = State.NEW;
            retryNs = System.nanoTime();
        }
    }

    /** Does the next piece of work. Returns the number of bytes or messages, 0 if there was no work. */
    int work(SenderSession current, long nowNs) {
        if (session != current) {
            session = current;
            paddedTo = NONE;
        }
        if (sampled >= 0 && underWay() > 0) {
            current.flight.waits(nowNs - sampledNs, nowNs);
        }
        return switch (state) {
            case NEW -> nowNs - retryNs >= 0 && open(current) ? enter(State.OPENING) : 0;
            case OPEN -> send(current, nowNs);
            case GAP -> sayGap(current) ? enter(State.OPENING) : 0;
            case ENDING ->
                current.offer(current.message(LinkMessages.END, number).word(image.readPosition()))
                        ? enter(State.TOLD_END)
                        : 0;
            case SKIPPED -> gone ? 0 : skip();
            case LEAVING -> current.offer(current.message(LinkMessages.LEAVE, number)) ? enter(State.OVER) : 0;
            case OPENING, TOLD_END, OVER -> 0;
        };
    }

    private boolean open(SenderSession current) {
        return current.offer(current.message(LinkMessages.OPEN, number)
                .word(origin.logId())
                .word(image.position())
                .word(termLength)
                .text(origin.host())
                .text(stream));
    }

    private boolean sayGap(SenderSession current) {
        long to = image.readPosition();
        boolean sent = current.offer(
                current.message(LinkMessages.GAP, number).word(gapFrom).word(to));
        if (sent) {
            saidTo = to;
            saidLength = to - gapFrom;
        }
        return sent;
    }

    private int enter(State next) {
        state = next;
        return 1;
    }

    private int send(SenderSession current, long nowNs) {
        int sent = 0;
        if (image.readPosition() < limit && current.hasRoom()) {
            long from = image.readPosition();
            sent = sendBlock(current);
            if (sent > 0 && image.readPosition() > from) {
                sent(nowNs);
            }
        }
        if (state != State.OPEN || sent > 0) {
            return sent;
        }
        if (gone && isLost()) {
            return enter(State.LEAVING);
        }
        // Not before the receiver has all: the end would overtake padding that waits there for room.
        boolean isDone = mirrored >= image.readPosition() && image.readPosition() >= endOfSource();
        return isDone ? enter(State.ENDING) : 0;
    }

    /** Confirms bytes that the receiver had before this session, because the receiver does not confirm them again. */
    private void sent(long nowNs) {
        if (confirmed < mirrored) {
            confirm();
        }
        if (sampled < 0 && image.readPosition() > mirrored) {
            sampled = image.readPosition();
            sampledNs = nowNs;
        }
    }

    private long endOfSource() {
        LogMeta meta = image.buffers().meta();
        return image.isClosed() && !gone ? Long.MAX_VALUE : meta.endPositionAcquire();
    }

    /** {@return whether the log of an image that has gone may continue, or was not read to its end} */
    private boolean isLost() {
        return image.readPosition() < endOfSource();
    }

    private int sendBlock(SenderSession current) {
        long ahead = mirrored - image.readPosition();
        return ahead > 0
                ? image.pollBlock(NOT_SENT, (int) Math.min(ahead, Integer.MAX_VALUE))
                : image.pollBlock(blockHandler, maxBlockLength(current));
    }

    /** {@return the longest block that a mirror takes: no longer than its longest frame} */
    private int maxBlockLength(SenderSession current) {
        return Math.min(current.maxBlockLength, termLength / LogLayout.LONGEST_FRAMES_PER_TERM);
    }

    /** Long paddings are sent without the bytes that they cover. */
    private void onBlock(DirectBuffer buffer, int offset, int length, long position, Image from) {
        SenderSession current = Objects.requireNonNull(session);
        int begin = offset;
        int at = offset;
        int end = offset + length;
        while (at < end) {
            long header = buffer.getLong(at, ByteOrder.LITTLE_ENDIAN);
            int frameLength = FrameLayout.align(FrameLayout.length(header));
            if (FrameLayout.type(header) == FrameLayout.TYPE_PAD && frameLength > LONG_PADDING) {
                current.offerBlock(number, buffer, begin, at - begin, position + (begin - offset));
                paddedFrom = position + (at - offset);
                paddedTo = paddedFrom + frameLength;
                current.offerPadding(number, paddedFrom, frameLength);
                begin = at + frameLength;
            }
            at += frameLength;
        }
        current.offerBlock(number, buffer, begin, end - begin, position + (begin - offset));
    }

    private int skip() {
        int length = image.pollBlock(NOT_SENT, Integer.MAX_VALUE);
        image.acknowledge();
        return length;
    }

    /** The mirror has everything before the position. */
    void onOpened(long position, long newLimit) {
        limit = newLimit;
        mirrored = position;
        if (position >= saidTo) { // Else the receiver did not learn of the gap: a longer one is said instead.
            status.lost(saidLength);
        }
        saidLength = 0;
        confirm();
        image.rewind(Math.max(image.position(), Math.min(position, image.readPosition())));
        if (position < image.readPosition()) { // The bytes in between no longer exist here.
            gapFrom = position;
            enter(State.GAP);
        } else {
            enter(State.OPEN);
        }
    }

    void onAck(long position, long newLimit) {
        limit = Math.max(limit, newLimit);
        mirrored = Math.max(mirrored, position);
        confirm();
    }

    private void confirm() {
        confirmed = Math.max(confirmed, Math.min(mirrored, image.readPosition()));
        SenderSession current = session;
        if (sampled >= 0 && confirmed >= sampled && current != null) {
            sampled = -1;
            long nowNs = System.nanoTime();
            current.flight.confirmed(nowNs - sampledNs, nowNs);
        }
        // Not its very end: the place stays until the receiver has answered, so that the next sender finds it.
        if (!gone && confirmed > image.position() && confirmed < endOfSource()) {
            image.acknowledge(confirmed);
        }
    }

    /** The receiver does not open it. */
    void onShut(boolean forGood, String reason, long nowNs) {
        status.heldBy(this, "");
        status.report("not mirrored: stream=" + stream + ", log=" + origin.logId() + ", at=" + status.peer + ": "
                + reason + (forGood ? "" : "; it is tried again"));
        if (forGood) {
            enter(State.SKIPPED);
            sampled = -1;
        } else {
            enter(State.NEW);
            retryNs = nowNs + RETRY_NS;
        }
    }

    void onEnded() {
        if (!gone) {
            image.acknowledge();
        }
        sampled = -1;
        enter(State.LEAVING); // After the acknowledgement: the mirror must not end while a sender may ask for it.
    }
}
