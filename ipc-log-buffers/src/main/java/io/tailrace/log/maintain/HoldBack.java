/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.HELD_AT_NS_OFFSET;
import static io.tailrace.log.LogLayout.HELD_NS_OFFSET;
import static io.tailrace.log.LogLayout.HELD_SINCE_NS_OFFSET;
import static io.tailrace.log.LogLayout.MAX_PUBLISHERS;
import static io.tailrace.log.LogLayout.NONE;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.PublisherLimit;

/**
 * Records in the meta file since when the publishers of a log are held back, for how long in total, and by which
 * subscriber. Used by the driver's thread.
 *
 * <p>Publishers are held back if the next claim would be refused, or if the last one was and its publisher sleeps until
 * half of a window is read. A publisher that always reaches the limit makes short progress many times a second, so only
 * a pause of a second ends a hold.
 *
 * <p>The time between two visits counts as held if both found a hold. If no claim was made in between, all of it
 * counts: the keeper was stopped, or another driver has died, and the publishers waited. If there were claims, the
 * truth is not known, and at most one pause counts. The file records the last visit, so the next driver continues the
 * hold.
 */
public final class HoldBack {
    private static final long PAUSE_NS = 1_000_000_000;
    /** The maximum pause counted between two visits, so that a keeper that was stopped does not end a hold at once. */
    private static final long MAX_STEP_NS = PAUSE_NS / 4;
    /** The last tail if the last visit was another keeper's. */
    private static final long UNKNOWN = -1;

    private final LogBuffers log;
    private final LogMeta meta;
    private final PublisherSlots publishers;
    private final SubscriberSlots subscribers;
    private final PublisherLimit limit;
    private final long halfWindow;
    private long sinceNs;
    private long heldAtNs;
    private long heldAtTail = UNKNOWN;
    private long lookedNs;
    private long pausedNs;

    HoldBack(LogBuffers log, PublisherSlots publishers, SubscriberSlots subscribers, PublisherLimit limit) {
        this.log = log;
        this.meta = log.meta();
        this.publishers = publishers;
        this.subscribers = subscribers;
        this.limit = limit;
        this.halfWindow = log.constants().window() / 2;
        this.sinceNs = meta.heldAcquire(HELD_SINCE_NS_OFFSET);
        this.heldAtNs = meta.heldAcquire(HELD_AT_NS_OFFSET);
    }

    /**
     * Makes a visit, after a cycle.
     *
     * @param nowNs of CLOCK_MONOTONIC
     */
    public void look(long nowNs) {
        // Also true for an exclusive log: its owner stores the tail when it reaches the limit.
        long tail = meta.tailAcquire();
        int slowest = subscribers.slowest();
        long least = slowest < 0 ? NONE : subscribers.position(slowest);
        boolean ended = meta.endPositionAcquire() != NONE;
        boolean canBeHeld = !ended && publishers.hasLiving() && subscribers.active().length > 0;
        if (canBeHeld && (tail >= limit.find(tail) || sleepsAt(tail, least))) {
            // Otherwise the publisher itself waits.
            boolean isBehind = tail - least > halfWindow && !log.isUncommitted(least);
            hold(nowNs, tail, isBehind ? slowest : -1);
        } else if (sinceNs != 0) {
            pausedNs += Math.min(nowNs - lookedNs, MAX_STEP_NS);
            if (ended || pausedNs >= PAUSE_NS) {
                since(0);
            }
        }
        lookedNs = nowNs;
    }

    /** {@return whether a publisher that was refused here sleeps; see {@code Appender.nameSleeper}} */
    private boolean sleepsAt(long tail, long least) {
        for (int slot = 0; slot < MAX_PUBLISHERS && least < tail - halfWindow; slot++) {
            if (publishers.isLiving(slot)
                    && meta.publishers().sleeper(slot) != 0
                    && meta.publisherWakeAt(slot) == tail - halfWindow) {
                return true;
            }
        }
        return false;
    }

    private void hold(long nowNs, long tail, int holder) {
        if (sinceNs == 0 || heldAtNs > nowNs) { // Or the file predates the start of the machine.
            heldAtNs = nowNs;
            meta.heldRelease(HELD_AT_NS_OFFSET, nowNs);
            since(nowNs);
        }
        boolean stood = tail == heldAtTail || heldAtTail == UNKNOWN;
        long stepNs = stood ? nowNs - heldAtNs : Math.min(nowNs - heldAtNs, PAUSE_NS);
        pausedNs = 0;
        heldAtNs = nowNs;
        heldAtTail = tail;
        // Stored first, so that no time counts twice if the keeper dies in between.
        meta.heldRelease(HELD_AT_NS_OFFSET, nowNs);
        add(HELD_NS_OFFSET, stepNs);
        if (holder >= 0) {
            add(LogLayout.heldBySubscriber(holder), stepNs);
        }
    }

    private void since(long ns) {
        sinceNs = ns;
        // Release: pairs with the acquire of tools; a tool that sees that a hold has ended finds all of it in the
        // total.
        meta.heldRelease(HELD_SINCE_NS_OFFSET, ns);
    }

    private void add(int field, long stepNs) {
        meta.heldRelease(field, meta.heldAcquire(field) + stepNs);
    }
}
