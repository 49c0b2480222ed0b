/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.DRIVER_OWNER;
import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.LogLayout.MAX_PUBLISHERS;

import io.tailrace.internal.FaultPoint;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;

/**
 * Pads claims that proven-dead publishers left open in a concurrent log, so that subscribers can continue past them. A
 * claim of a living publisher is never touched, however long it takes; no timeout decides anything. Used by the
 * driver's thread, which also cleans, so it never reads recycled memory.
 *
 * <p>The header of a claim names its publisher, so a claim with a header is padded as soon as its publisher is proven
 * dead. A claim without a header may belong to any publisher: it is padded once every living publisher has answered the
 * {@link Question}.
 *
 * <p>Padding ends at the next position of any reader: a header must begin at each position that a subscriber or the
 * keeper has reached or joined at.
 */
final class Unblocker {
    /** The absence of a publisher's slot. */
    private static final int NOBODY = -1;

    private final LogBuffers log;
    private final LogMeta meta;
    private final Question question;
    private final Runnable whenAsked;
    private final LogMaintenance.UnblockListener listener;
    private long askedAt = LogLayout.NONE;

    /** @param whenAsked wakes the publishers that are to answer */
    Unblocker(LogBuffers log, Runnable whenAsked, LogMaintenance.UnblockListener listener) {
        this.whenAsked = whenAsked;
        this.listener = listener;
        this.log = log;
        this.meta = log.meta();
        this.question = new Question(meta);
    }

    /**
     * Checks a position at which a reader is stuck.
     *
     * @param nextStander the next reader position further on: no padding extends past it, because a header must begin
     *     at every position that was ever reached or joined at
     * @param publishers which publishers are dead and which have ended
     * @return the bytes padded, 0 if there is nothing to pad (yet)
     */
    long unblock(long position, long cleanPosition, long nextStander, PublisherSlots publishers) {
        if (position >= cleanPosition + log.ringLength() || position >= meta.tailAcquire()) {
            return 0;
        }
        // Acquire: pairs with the release of the header in ConcurrentAppender.open.
        long header = log.headerAcquire(position);
        int length = FrameLayout.length(header);
        if (length < 0) {
            int owner = FrameLayout.owner(header);
            return publishers.isDead(owner) ? padClaimed(position, -(long) length, owner) : 0;
        }
        long end = Math.min(cleanPosition + log.ringLength(), nextStander);
        return length == 0 ? padUnclaimed(position, end, publishers) : 0;
    }

    private long padClaimed(long position, long length, int owner) {
        // The minimum as a long: the length in a hostile header may have no positive int.
        int padLength = FrameLayout.align((int) Math.min(length, log.remaining(position)));
        FaultPoint.reach("unblocking.padding");
        log.headerRelease(position, FrameLayout.header(padLength, TYPE_PAD, DRIVER_OWNER));
        listener.onUnblocked(log, position, padLength, owner);
        return padLength;
    }

    /**
     * There is no header: its publisher is between the tail and the header, has a debt there, or is dead. Ask the
     * living.
     */
    private long padUnclaimed(long position, long maxEnd, PublisherSlots publishers) {
        if (!question.isOpen()) {
            question.ask();
            askedAt = position;
            whenAsked.run();
        }
        if (question.missing(publishers) >= 0) {
            return 0;
        }
        // The question is answered. If the answer does not settle a claim, a new question is asked.
        question.withdraw();
        long debt = question.lowestDebt(publishers);
        long end = Math.min(Math.min(question.tail(), debt), maxEnd);
        end = Math.min(end, position + log.remaining(position));
        long next = position;
        // Read again after the answers: a header that a living publisher wrote in the meantime ends the range to pad.
        while (next < end && log.headerAcquire(next) == 0) {
            next += FRAME_ALIGNMENT;
        }
        if (next > position) {
            log.headerRelease(position, FrameLayout.header((int) (next - position), TYPE_PAD, DRIVER_OWNER));
            listener.onUnblocked(log, position, next - position, NOBODY);
        }
        return next - position;
    }

    /** {@return the position for which the last question was asked} */
    long askedAt() {
        return askedAt;
    }

    /** {@return the slot of the living publisher whose answer is missing for a claim without a header, or -1} */
    int waitingFor(PublisherSlots publishers) {
        return question.isOpen() && log.headerAcquire(askedAt) == 0 ? question.missing(publishers) : -1;
    }

    /**
     * The keeper's question to all living publishers of a log: is every claim before {@link #tail} visible by its
     * header or listed as a debt? Once all have answered yes, a claim without a header must belong to a dead publisher.
     * The question is state in the meta file, not an event: a stopped process answers when it resumes, and a new driver
     * can ask again. Used by the driver's thread.
     */
    static final class Question {
        private final LogMeta meta;
        private final long[] asked = new long[MAX_PUBLISHERS];
        private long number;
        private long tail;
        private boolean open;

        Question(LogMeta meta) {
            this.meta = meta;
            this.number = meta.questionAcquire();
        }

        boolean isOpen() {
            return open;
        }

        /** {@return the tail read before the question was asked} */
        long tail() {
            return tail;
        }

        /**
         * Asks: first reads the tail, then the publishers, then stores the number; a later publisher claims past the
         * tail.
         */
        void ask() {
            tail = meta.tailAcquire();
            for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
                asked[slot] = meta.publishers().acquire(slot);
            }
            number++;
            // Release: pairs with the acquire in QuestionAnswerer.answer.
            meta.questionRelease(number);
            open = true;
        }

        void withdraw() {
            open = false;
        }

        /**
         * {@return the slot of a living publisher that has not answered yet, or -1 if all have} A publisher that is
         * proven dead, or has ended without an open claim, owes no answer.
         */
        int missing(PublisherSlots publishers) {
            for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
                boolean stillThere = asked[slot] != 0 && meta.publishers().acquire(slot) == asked[slot];
                if (stillThere && publishers.isLiving(slot) && meta.answerAcquire(slot) < number) {
                    return slot;
                }
            }
            return -1;
        }

        /** {@return the lowest debt in the answers of living publishers} */
        long lowestDebt(PublisherSlots publishers) {
            long lowest = LogLayout.NONE;
            for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
                if (asked[slot] != 0 && meta.publishers().acquire(slot) == asked[slot] && publishers.isLiving(slot)) {
                    lowest = Math.min(lowest, meta.lowestDebt(slot));
                }
            }
            return lowest;
        }
    }
}
