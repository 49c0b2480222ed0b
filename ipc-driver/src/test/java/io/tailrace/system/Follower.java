/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Numbered;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * Receives {@link Numbered} messages until it is killed. Notes in a file, which outlives it, the next number of each
 * generation, how many were lost and how many were repeated, and is as slow as the file says. The next process
 * continues with the same file: where its name stands, or at the noted position of the last message of generation 0, or
 * where it last acknowledged; then what it did since that is forgotten.
 */
final class Follower {
    /** Written by the test: how long it waits after each message. */
    static final int PAUSE_NS = 0;

    static final int LOST = 8;
    static final int REPEATED = 16;
    static final int TOTAL = 24;
    /** How often it ceased to be live. */
    static final int DEPARTURES = 32;
    /** 1: it is live. */
    static final int LIVE = 40;
    /** Bytes that were reported to it as lost. */
    static final int TOLD = 48;
    /** The next number of generation 0 when it last acknowledged. */
    static final int ACKNOWLEDGED = 56;
    /** The next number of generation 0. */
    static final int NEXT = 96;

    static final int FRAME_LIMIT = 64;
    static final int NOTES_LENGTH = NEXT + Long.BYTES * 4_000;

    /** Log and position of the last message: the note that counts is the first or the second of two, in turn. */
    private static final int FIRST_POSITION = 64;

    private static final int POLLS_AN_ACKNOWLEDGEMENT = 8;
    private static final long IDLE_NS = 20_000;

    private final MappedBuffer notes;
    private final boolean isAcknowledging;

    Follower(MappedBuffer notes, boolean isAcknowledging) {
        this.notes = notes;
        this.isAcknowledging = isAcknowledging;
        notes.putLongRelease(LIVE, 0);
        if (isAcknowledging) {
            notes.putLongRelease(NEXT, notes.getLong(ACKNOWLEDGED));
        }
    }

    static int next(long generation) {
        return NEXT + Long.BYTES * (int) generation;
    }

    private static int positionNote(long number) {
        return FIRST_POSITION + (int) (number % 2) * 2 * Long.BYTES;
    }

    /** {@return where the last message of generation 0 ended} */
    JoinAt position() {
        long count = notes.getLongAcquire(NEXT);
        int note = positionNote(count - 1);
        return count == 0 ? JoinAt.OLDEST : JoinAt.position(notes.getLong(note), notes.getLong(note + Long.BYTES));
    }

    SubscriptionConfig configure(SubscriptionConfig config) {
        SubscriptionConfig told = config.withOverrunHandler((image, from, to) -> {
            System.out.println("OVERRUN log=" + image.logId() + ", from=" + from + ", to=" + to);
            notes.putLongRelease(TOLD, notes.getLong(TOLD) + to - from);
        });
        return isAcknowledging ? told.withAcknowledgement() : told;
    }

    void follow(Subscription subscription) {
        int polls = 0;
        while (true) {
            int messages = subscription.poll(this::onFrame, FRAME_LIMIT);
            noteLive(subscription.isLive());
            if (messages == 0) {
                LockSupport.parkNanos(IDLE_NS);
            } else if (isAcknowledging && ++polls % POLLS_AN_ACKNOWLEDGEMENT == 0) {
                notes.putLong(ACKNOWLEDGED, notes.getLong(NEXT));
                subscription.images().forEach(Image::acknowledge);
            }
        }
    }

    private void noteLive(boolean isLive) {
        if (notes.getLong(LIVE) == 1 && !isLive) {
            add(DEPARTURES, 1);
        }
        notes.putLongRelease(LIVE, isLive ? 1 : 0);
    }

    private void add(int note, long more) {
        notes.putLongRelease(note, notes.getLong(note) + more);
    }

    private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        Numbered.check(buffer, offset, length);
        long generation = Numbered.generation(buffer, offset);
        long number = Numbered.number(buffer, offset);
        long next = notes.getLong(next(generation));
        if (number < next) {
            add(REPEATED, 1);
            return;
        }
        if (number > next) {
            System.out.println("LOST generation=" + generation + ", from=" + next + ", to=" + number);
            add(LOST, number - next);
        }
        if (generation == 0) {
            int note = positionNote(number);
            notes.putLong(note, header.image().logId());
            notes.putLong(note + Long.BYTES, header.endPosition());
        }
        notes.putLongRelease(next(generation), number + 1); // Only now does the note of the position count.
        add(TOTAL, 1);
        long pauseNs = notes.getLongAcquire(PAUSE_NS);
        if (pauseNs > 0) {
            LockSupport.parkNanos(pauseNs);
        }
    }
}
