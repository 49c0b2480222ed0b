/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.MAX_SUBSCRIBERS;
import static io.tailrace.log.SubscriberPolicy.KIND_BLOCK;
import static io.tailrace.log.SubscriberPolicy.KIND_CATCH_UP;
import static io.tailrace.log.SubscriberPolicy.KIND_DROP;
import static io.tailrace.log.SubscriberPolicy.KIND_EVICT;

import io.tailrace.internal.FaultPoint;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.SubscriberProgress;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The keeper's view of the subscriber slots: which subscriptions read a log, and how far. Only the keeper assigns and
 * frees slots. Used by one thread.
 *
 * <p>A subscriber's position is trusted if it could be true: reading every frame would cost the keeper what the
 * position saves. Before cleaning stops at a position, at which other subscribers may begin, the word there must look
 * like a header. A false position can still do harm: if that subscriber alone gates, publishers may reach a claim of
 * the last lap that is still open; if a publisher has died, space that is not a hole may be padded. A program that maps
 * the meta file can do worse: programs that share it trust one another.
 *
 * <p>When the holder of a name has gone, its slot stays vacant: it gates as before, at the position that the holder has
 * reached, until another subscription of that name takes it over or the driver frees it.
 */
public final class SubscriberSlots {
    /**
     * The maximum time counted between two checks: a keeper that was stopped itself blames no subscriber for that time.
     */
    private static final long MAX_STEP_NS = 100_000_000;

    private static final long LOSS_INTERVAL_NS = 100_000_000;

    /** Is notified of a subscriber that lost the messages in a range. */
    @FunctionalInterface
    public interface OverrunListener {
        void onOverrun(long registrationId, long from, long to);
    }

    private final LogMeta meta;
    private final long[] registrations = new long[MAX_SUBSCRIBERS];
    private final long[] joins = new long[MAX_SUBSCRIBERS];
    private final long[] positions = new long[MAX_SUBSCRIBERS];
    /** Whether an impossible position was found in the slot, which is reported once. */
    private final boolean[] misplaced = new boolean[MAX_SUBSCRIBERS];
    /** How long those of policy EVICT have held publishers back. */
    private final long[] heldBackNs = new long[MAX_SUBSCRIBERS];
    /** The number of losses of each that were seen. */
    private final long[] losses = new long[MAX_SUBSCRIBERS];

    private final boolean exclusive;
    private final long ringLength;
    private final long window;
    /** Indices of the slots in use, in no order, so that a cycle checks no others. */
    private int[] active = new int[0];
    /** Whether the subscriber in the slot gates; only for slots in use. */
    private final boolean[] gating = new boolean[MAX_SUBSCRIBERS];

    private long tail;
    private int newlyMisplaced = -1;
    private boolean hasLooked;
    private long lastLookNs;
    private long lastLossLookNs;

    public SubscriberSlots(LogMeta meta) {
        this.meta = meta;
        LogMeta.Constants constants = meta.constants();
        this.exclusive = constants.kind() == LogLayout.KIND_EXCLUSIVE;
        this.ringLength = (long) LogLayout.TERM_COUNT * constants.termLength();
        this.window = constants.window();
        for (int slot = 0; slot < MAX_SUBSCRIBERS; slot++) {
            if (meta.subscribers().acquire(slot) != 0) {
                registrations[slot] = meta.subscribers().acquire(slot);
                joins[slot] = meta.subscriberJoinPosition(slot);
                positions[slot] = meta.gates(slot)
                        ? Math.max(joins[slot], meta.cleaningTargetAcquire()) // No subscriber was overrun.
                        : joins[slot];
                losses[slot] = meta.subscriberLossesAcquire(slot);
                refresh(slot);
                activate(slot, with(active, slot));
            }
        }
        meta.subscriberCountRelease(active.length); // Clients that clean stop their search after that many.
    }

    /** {@return the slot of a subscriber that has none yet; -1 if none is free} */
    int add(Subscriber subscriber, long joinPosition) {
        for (int slot = 0; slot < MAX_SUBSCRIBERS; slot++) {
            if (registrations[slot] == 0) {
                int[] more = with(active, slot); // First: nothing after store() can fail for lack of heap.
                joins[slot] = joinPosition;
                begin(slot);
                meta.clearSubscriber(slot);
                losses[slot] = meta.subscriberLossesAcquire(slot);
                store(slot, subscriber, joinPosition, subscriber.policy(), more.length);
                registrations[slot] = subscriber.registrationId(); // Not before: if that fails, the slot is free.
                FaultPoint.reach("subscriber.slot-given");
                activate(slot, more);
                return slot;
            }
        }
        return -1;
    }

    private void begin(int slot) {
        misplaced[slot] = false;
        heldBackNs[slot] = 0;
    }

    /**
     * Notes that a name has no holder any more. May be called any number of times.
     *
     * @param untilNs when it is given up, by CLOCK_MONOTONIC, not 0
     * @return whether the registration has a slot
     */
    public boolean vacate(long registrationId, long untilNs) {
        int slot = find(registrationId);
        if (slot >= 0) {
            meta.vacantUntilNs(slot, untilNs);
            FaultPoint.reach("name.slot-vacated");
            meta.subscribers().removeSleeper(slot);
        }
        return slot >= 0;
    }

    /** {@return whether a registration has a slot and is not known to have gone} */
    boolean hasHolder(long registrationId) {
        int slot = find(registrationId);
        return slot >= 0 && !isVacant(slot);
    }

    boolean isVacant(int slot) {
        return meta.vacantUntilNs(slot) != 0;
    }

    /**
     * Assigns the slot of a registration to another one of the same name, which continues at its position: the previous
     * one stores nothing there any more. May be called any number of times.
     *
     * @return the slot, -1 if there is none
     */
    public int handOver(long registrationId, Subscriber to) {
        int known = find(to.registrationId());
        int slot = known >= 0 ? known : find(registrationId);
        if (known < 0 && slot >= 0) {
            handOver(slot, to);
        }
        return slot;
    }

    private void handOver(int slot, Subscriber to) {
        refresh(slot);
        begin(slot);
        joins[slot] = positions[slot];
        FaultPoint.reach("name.slot-handing-over");
        // An evicted subscriber stays evicted.
        SubscriberPolicy policy =
                new SubscriberPolicy(meta.subscriberPolicy(slot), to.policy().evictAfterNs());
        store(slot, to, positions[slot], policy, active.length);
        registrations[slot] = to.registrationId();
    }

    /** @param count of the slots given after this; stored first, because clients stop their search after that many */
    private void store(int slot, Subscriber subscriber, long position, SubscriberPolicy policy, int count) {
        meta.subscriberName(slot, subscriber.name());
        meta.subscriberCountRelease(count);
        meta.activateSubscriber(
                slot, subscriber.registrationId(), subscriber.clientId(), subscriber.pid(), position, policy);
        positions[slot] = meta.subscriberPositionAcquire(slot);
    }

    private void activate(int slot, int[] more) {
        active = more;
        gating[slot] = meta.gates(slot); // An unknown policy gates, so that its subscriber loses nothing.
    }

    private static int[] with(int[] slots, int slot) {
        int[] more = Arrays.copyOf(slots, slots.length + 1);
        more[slots.length] = slot;
        return more;
    }

    /**
     * Releases subscribers of policy EVICT that have held publishers back for longer than they may, by positions as
     * last read. From then on they have policy DROP, in the same slot, by which they know it. A subscriber of policy
     * BLOCK reads in place, perhaps at this moment, so it is never evicted: that would tear its message.
     *
     * <p>The alternative was to take the image away, and to keep the slot aside until the subscriber confirms, lest its
     * late store hits a successor. That is one more protocol, and the subscriber would not learn what it lost.
     *
     * @param log the log of these slots
     * @param nowNs of any clock that does not step
     * @param evicted receives the registration of each
     */
    public void evictSlow(LogBuffers log, long nowNs, LongConsumer evicted) {
        long stepNs = hasLooked ? Math.min(nowNs - lastLookNs, MAX_STEP_NS) : 0;
        hasLooked = true;
        lastLookNs = nowNs;
        long end = meta.tailAcquire(); // Also for an exclusive log: its owner stores the tail at the limit.
        for (int slot : active) {
            // One that waits at an open claim is held back itself, perhaps by a publisher that has died.
            boolean holdsBack = gating[slot]
                    && meta.subscriberPolicy(slot) == KIND_EVICT
                    && end >= positions[slot] + window
                    && !log.isUncommitted(positions[slot]);
            heldBackNs[slot] = holdsBack ? heldBackNs[slot] + stepNs : 0;
            if (holdsBack && heldBackNs[slot] > meta.subscriberEvictAfterNs(slot)) {
                gating[slot] = false;
                meta.subscriberPolicyRelease(slot, KIND_DROP);
                evicted.accept(registrations[slot]);
            }
        }
    }

    /**
     * Makes subscribers gate that began in history and have caught up with the log, as {@link LogMeta#joinsRelease}
     * describes.
     *
     * @param target the beginning of the memory in which nothing is cleaned meanwhile
     */
    void join(long target) {
        for (int slot : active) {
            boolean asks = !gating[slot]
                    && meta.subscriberPolicy(slot) == KIND_CATCH_UP
                    && !isVacant(slot)
                    && meta.joinsAcquire(slot) == registrations[slot];
            if (asks) {
                refresh(slot);
            }
            if (asks && positions[slot] >= target) {
                joins[slot] = positions[slot];
                begin(slot);
                int kind = meta.subscriberEvictAfterNs(slot) > 0 ? KIND_EVICT : KIND_BLOCK;
                FaultPoint.reach("subscriber.joining");
                meta.gate(slot, positions[slot], kind);
                gating[slot] = true;
            }
        }
    }

    /**
     * Finds subscribers that were overrun, by the losses that they record in their slots. Checks at most ten times a
     * second: of several losses it reports the last.
     */
    public void findOverrun(long nowNs, OverrunListener listener) {
        if (nowNs - lastLossLookNs < LOSS_INTERVAL_NS) {
            return;
        }
        lastLossLookNs = nowNs;
        for (int slot : active) {
            if (meta.subscriberLossesAcquire(slot) != losses[slot]) {
                SubscriberProgress.Losses found = meta.progress(slot).losses();
                losses[slot] = found.count();
                listener.onOverrun(registrations[slot], found.from(), found.to());
            }
        }
    }

    /** {@return the slot of a registration, -1 if it has none} */
    int find(long registrationId) {
        for (int slot : active) {
            if (registrations[slot] == registrationId) {
                return slot;
            }
        }
        return -1;
    }

    /** {@return whether a registration reads this log from history, and does not gate yet} */
    public boolean catchesUp(long registrationId) {
        int slot = find(registrationId);
        return slot >= 0 && meta.subscriberPolicy(slot) == KIND_CATCH_UP;
    }

    void free(int slot) {
        active = Arrays.stream(active).filter(other -> other != slot).toArray();
        registrations[slot] = 0;
        meta.subscribers().removeSleeper(slot);
        meta.subscribers().free(slot);
        meta.subscriberCountRelease(active.length);
    }

    /** Reads every subscriber's position once. Returns the least of the gating ones, or {@link LogLayout#NONE}. */
    public long refresh() {
        long least = LogLayout.NONE;
        for (int slot : active) {
            refresh(slot);
            least = gating[slot] ? Math.min(least, positions[slot]) : least;
        }
        return least;
    }

    /**
     * The subscriber writes this word, so it may have any value. It counts only if it can be true: a frame's boundary,
     * not before the last one (except while it reads from history), and not past the published messages. Otherwise the
     * subscriber's position stays unchanged, as for a slow subscriber; messages that others have not read are kept, and
     * the limit stays.
     */
    private void refresh(int slot) {
        // Acquire: pairs with the release in the subscriber's poll; memory may be zeroed only after the subscriber has
        // read it.
        long position = meta.subscriberPositionAcquire(slot);
        boolean mayBeBefore = meta.subscriberPolicy(slot) == KIND_CATCH_UP; // The subscriber begins in history.
        if ((position >= positions[slot] || (mayBeBefore && position >= 0))
                && position % FrameLayout.FRAME_ALIGNMENT == 0
                && (position == positions[slot] || isPublished(position))) {
            positions[slot] = position;
        } else if (position != positions[slot] && !misplaced[slot] && newlyMisplaced < 0) { // Reports one at a time.
            misplaced[slot] = true;
            newlyMisplaced = slot;
        }
    }

    /** The tail of an exclusive log, which its owner seldom stores, is at most at the end of memory. */
    private boolean isPublished(long position) {
        if (exclusive) {
            return position <= meta.cleanPositionAcquire() + ringLength;
        }
        if (position > tail) {
            tail = meta.tailAcquire(); // Read after the position, which was not past it when it was stored.
        }
        return position <= tail;
    }

    /**
     * {@return a slot whose position was found impossible for the first time since the last call, -1 if there is none}
     */
    public int takeMisplaced() {
        int slot = newlyMisplaced;
        newlyMisplaced = -1;
        return slot;
    }

    /** {@return a report of a subscriber that stored an impossible position and counts as stuck} */
    public String describeMisplaced(int slot) {
        LogMeta.Constants constants = meta.constants();
        return "a subscriber stores an impossible position, and counts as standing still: stream=" + constants.stream()
                + ", log=" + constants.logId() + ", slot=" + slot + ", client "
                + meta.subscribers().client(slot)
                + " (pid " + meta.subscribers().pid(slot) + "), position=" + meta.subscriberPositionAcquire(slot)
                + ", last="
                + positions[slot] + ", tail=" + meta.tailAcquire();
    }

    int[] active() {
        return active;
    }

    boolean gates(int slot) {
        return gating[slot];
    }

    /** {@return the slot of the gating subscriber that is furthest behind; -1 if none gates} */
    int slowest() {
        int slowest = -1;
        for (int slot : active) {
            if (gating[slot] && (slowest < 0 || positions[slot] < positions[slowest])) {
                slowest = slot;
            }
        }
        return slowest;
    }

    long registration(int slot) {
        return registrations[slot];
    }

    long join(int slot) {
        return joins[slot];
    }

    /** {@return the position as last read by {@link #refresh}} */
    long position(int slot) {
        return positions[slot];
    }
}
