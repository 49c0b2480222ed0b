/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.MAX_SUBSCRIBERS;
import static io.tailrace.log.SubscriberPolicy.KIND_BLOCK;
import static io.tailrace.log.SubscriberPolicy.KIND_CATCH_UP;
import static io.tailrace.log.SubscriberPolicy.KIND_DROP;
import static io.tailrace.log.SubscriberPolicy.KIND_EVICT;
import static io.tailrace.log.SubscriberPolicy.KIND_EVICTING;

import io.tailrace.internal.FaultPoint;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberPolicy;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The keeper's view of the subscriber slots: which subscriptions read a log, and how far. Only the keeper gives slots
 * and takes them. One thread.
 *
 * <p>A subscriber's position is believed where it could be true. To walk over every frame would cost the keeper what
 * the position saves. Before cleaning stops at a position, and other subscribers are sent there to begin, the word
 * there must look like a header. A false position can still do this: where that subscriber alone gates, publishers may
 * come round to a claim that is still open; where a publisher has died, space that is no hole may be padded. A program
 * that maps the meta file can do worse: programs that share it trust one another.
 *
 * <p>When the holder of a name has gone its slot stays, vacant: it gates as before, at the position that the holder has
 * reached, until another subscription of that name takes it over or the driver frees it.
 */
public final class SubscriberSlots {
    /** The most time that counts between two looks: a keeper that was stopped itself blames nobody for that time. */
    private static final long MAX_STEP_NS = 100_000_000;

    private final LogMeta meta;
    private final long[] registrations = new long[MAX_SUBSCRIBERS];
    private final long[] joins = new long[MAX_SUBSCRIBERS];
    private final long[] positions = new long[MAX_SUBSCRIBERS];
    /** Whether a position that cannot be true was found in the slot: it is told once. */
    private final boolean[] misplaced = new boolean[MAX_SUBSCRIBERS];
    /** How long those of policy EVICT have held publishers back. */
    private final long[] heldBackNs = new long[MAX_SUBSCRIBERS];

    private final LossWatch lossWatch;
    private final boolean exclusive;
    private final long ringLength;
    private final long window;
    /** Indices of the slots in use, in no order, so that a cycle looks at no other. */
    private int[] active = new int[0];
    /** Those of them that hold publishers back. */
    private int[] gating = new int[0];

    private long tail;
    private int newlyMisplaced = -1;
    private boolean hasLooked;
    private long lastLookNs;

    public SubscriberSlots(LogMeta meta) {
        this.meta = meta;
        this.lossWatch = new LossWatch(meta);
        LogMeta.Constants constants = meta.constants();
        this.exclusive = constants.kind() == LogLayout.KIND_EXCLUSIVE;
        this.ringLength = (long) LogLayout.TERM_COUNT * constants.termLength();
        this.window = constants.window();
        for (int slot = 0; slot < MAX_SUBSCRIBERS; slot++) {
            if (meta.subscriberAcquire(slot) != 0) {
                registrations[slot] = meta.subscriberAcquire(slot);
                joins[slot] = meta.subscriberJoinPosition(slot);
                positions[slot] = SubscriberPolicy.gates(meta.subscriberPolicy(slot))
                        ? Math.max(joins[slot], meta.cleaningTargetAcquire()) // Nobody was overrun.
                        : joins[slot];
                lossWatch.begin(slot);
                refresh(slot);
                activate(slot, with(active, slot), with(gating, slot));
            }
        }
        meta.subscriberCountRelease(active.length); // Its last writer may have died before it could.
    }

    /** {@return the slot, the same one if it is asked for again; -1 if none is free} */
    int add(Subscriber subscriber, long joinPosition) {
        int known = find(subscriber.registrationId());
        if (known >= 0) {
            return known;
        }
        for (int slot = 0; slot < MAX_SUBSCRIBERS; slot++) {
            if (registrations[slot] == 0) {
                int[] more = with(active, slot); // First what may find no heap; from there on nothing does.
                int[] moreGating = with(gating, slot);
                registrations[slot] = subscriber.registrationId();
                joins[slot] = joinPosition;
                positions[slot] = joinPosition;
                begin(slot);
                FaultPoint.reach("subscriber.slot-taken");
                meta.clearSubscriber(slot);
                lossWatch.begin(slot);
                store(slot, subscriber, joinPosition, subscriber.policy());
                FaultPoint.reach("subscriber.slot-given");
                activate(slot, more, moreGating);
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
     * Nobody holds a name any more. Any number of times.
     *
     * @param untilNs when it is given up, by CLOCK_MONOTONIC, not 0
     * @return whether the registration has a slot
     */
    public boolean vacate(long registrationId, long untilNs) {
        int slot = find(registrationId);
        if (slot >= 0) {
            meta.names().vacate(slot, untilNs);
            FaultPoint.reach("name.slot-vacated");
            takeSleeperOut(slot);
        }
        return slot >= 0;
    }

    /** {@return whether a registration has a slot, and was not found to have gone} */
    boolean hasHolder(long registrationId) {
        int slot = find(registrationId);
        return slot >= 0 && !isVacant(slot);
    }

    boolean isVacant(int slot) {
        return meta.names().vacantUntilNs(slot) != 0;
    }

    /**
     * Gives the slot of a registration to another one of the same name, which goes on at its position: the last one
     * stores nothing there any more. Any number of times.
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
        // One that was evicted stays so; the wish to evict ends with its process.
        int kind = meta.subscriberPolicy(slot);
        SubscriberPolicy policy = kind == KIND_EVICTING
                ? to.policy()
                : new SubscriberPolicy(kind, to.policy().evictAfterNs());
        store(slot, to, positions[slot], policy);
        registrations[slot] = to.registrationId();
        FaultPoint.reach("name.slot-handed-over");
    }

    private void store(int slot, Subscriber subscriber, long position, SubscriberPolicy policy) {
        meta.names().write(slot, subscriber.name());
        meta.activateSubscriber(
                slot, subscriber.registrationId(), subscriber.clientId(), subscriber.pid(), position, policy);
    }

    private void activate(int slot, int[] more, int[] moreGating) {
        active = more;
        // An unknown policy gates, so that its subscriber loses nothing.
        if (SubscriberPolicy.gates(meta.subscriberPolicy(slot))) {
            gating = moreGating;
        }
        meta.subscriberCountRelease(active.length);
    }

    private static int[] with(int[] slots, int slot) {
        int[] more = Arrays.copyOf(slots, slots.length + 1);
        more[slots.length] = slot;
        return more;
    }

    private static int[] without(int[] slots, int slot) {
        return Arrays.stream(slots).filter(other -> other != slot).toArray();
    }

    /**
     * Somebody wants a subscriber to gate no more. One of policy EVICT copies what it reads, so {@link #evictSlow} lets
     * go of it. One of policy BLOCK reads in place, perhaps at this moment, and may be stopped there: publishers that
     * went on would tear its message. So it gates until its client says that it copies, too. The wish is a word in the
     * slot: it costs no poll anything, and the next driver finds it. Any number of times.
     */
    public void evict(long registrationId) {
        int slot = find(registrationId);
        if (slot >= 0 && !isVacant(slot) && SubscriberPolicy.gates(meta.subscriberPolicy(slot))) {
            meta.subscriberPolicyRelease(slot, KIND_EVICTING);
        }
    }

    /**
     * Lets go of subscribers of policy EVICT that have held publishers back for longer than they may, by positions as
     * last read, and of those that somebody evicts, where they copy what they read: from then on they are of policy
     * DROP, in the slot that they had, and know it by that.
     *
     * <p>The alternative was to take the image away, and to keep the slot aside until the subscriber confirms, lest its
     * late store hits a successor. That is one protocol more, and the subscriber would not be told what it lost.
     *
     * @param nowNs of any clock that does not step
     * @param evicted told the registration of each
     */
    public void evictSlow(long nowNs, LongConsumer evicted) {
        long stepNs = hasLooked ? Math.min(nowNs - lastLookNs, MAX_STEP_NS) : 0;
        hasLooked = true;
        lastLookNs = nowNs;
        long end = meta.tailAcquire(); // Also of an exclusive log: its owner stores it when it comes to the limit.
        for (int slot : gating) {
            int kind = meta.subscriberPolicy(slot);
            long evictAfterNs = meta.subscriberEvictAfterNs(slot);
            boolean holdsBack = kind == KIND_EVICT && end >= positions[slot] + window;
            heldBackNs[slot] = holdsBack ? heldBackNs[slot] + stepNs : 0;
            boolean copies = evictAfterNs > 0 || meta.subscriberCopiesAcquire(slot) == registrations[slot];
            if (kind == KIND_EVICTING ? copies : holdsBack && heldBackNs[slot] > evictAfterNs) {
                gating = without(gating, slot);
                meta.subscriberPolicyRelease(slot, KIND_DROP);
                evicted.accept(registrations[slot]);
            }
        }
    }

    /**
     * Has those gate that began in history and have come to where the log is, as {@link io.tailrace.log.Joining} says.
     *
     * @param target where the memory begins in which nothing is cleaned meanwhile
     */
    void join(long target) {
        if (active.length == gating.length) {
            return;
        }
        for (int slot : active) {
            boolean asks = meta.subscriberPolicy(slot) == KIND_CATCH_UP
                    && !isVacant(slot)
                    && meta.joining(slot).isAsked(registrations[slot]);
            if (asks) {
                refresh(slot);
            }
            if (asks && positions[slot] >= target) {
                int[] more = with(gating, slot); // First what may find no heap.
                joins[slot] = positions[slot];
                begin(slot);
                int kind = meta.subscriberEvictAfterNs(slot) > 0 ? KIND_EVICT : KIND_BLOCK;
                FaultPoint.reach("subscriber.joining");
                meta.joining(slot).gate(positions[slot], kind);
                gating = more;
                FaultPoint.reach("subscriber.joined");
            }
        }
    }

    /** Finds those that were overrun since the last look. */
    public void findOverrun(long nowNs, LossWatch.OverrunListener overrun) {
        lossWatch.look(this, nowNs, overrun);
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

    void free(int slot) {
        int[] fewer = without(active, slot); // As above.
        int[] fewerGating = without(gating, slot);
        registrations[slot] = 0;
        active = fewer;
        gating = fewerGating;
        takeSleeperOut(slot);
        meta.freeSubscriber(slot);
        FaultPoint.reach("subscriber.slot-freed");
        meta.subscriberCountRelease(active.length);
    }

    private void takeSleeperOut(int slot) {
        if (meta.subscriberSleeper(slot) != 0) {
            meta.nameSubscriberSleeper(slot, 0);
        }
    }

    /**
     * Reads every subscriber's position once. Returns the least of those that gate, {@link LogLayout#NONE} if none
     * does.
     */
    public long refresh() {
        for (int slot : active) {
            refresh(slot);
        }
        long least = LogLayout.NONE;
        for (int slot : gating) {
            least = Math.min(least, positions[slot]);
        }
        return least;
    }

    /**
     * The word is the subscriber's to write, and anything may stand there. It counts only where it can be true: a
     * frame's boundary, not before the last one (but where it reads from history), not past what was published. Else
     * the subscriber stands where it stood, as a slow one does; what others have not read is kept, and the limit stays.
     */
    private void refresh(int slot) {
        // Acquire: pairs with the release in the subscriber's poll; what it has read may be zeroed only after it was
        // read.
        long position = meta.subscriberPositionAcquire(slot);
        boolean mayBeBefore = meta.subscriberPolicy(slot) == KIND_CATCH_UP; // It begins in history.
        if ((position >= positions[slot] || (mayBeBefore && position >= 0))
                && position % FrameLayout.FRAME_ALIGNMENT == 0
                && (position == positions[slot] || isPublished(position))) {
            positions[slot] = position;
        } else if (position != positions[slot] && !misplaced[slot] && newlyMisplaced < 0) { // One at a time.
            misplaced[slot] = true;
            newlyMisplaced = slot;
        }
    }

    /** The tail of an exclusive log, which its owner seldom stores, is at most where memory ends. */
    private boolean isPublished(long position) {
        if (exclusive) {
            return position <= meta.cleanPositionAcquire() + ringLength;
        }
        if (position > tail) {
            tail = meta.tailAcquire(); // After the position, which was not past it when it was stored.
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

    String describeMisplaced(int slot) {
        LogMeta.Constants constants = meta.constants();
        return "a subscriber stores an impossible position, and counts as standing still: stream=" + constants.stream()
                + ", log=" + constants.logId() + ", slot=" + slot + ", client " + meta.subscriberClient(slot)
                + " (pid " + meta.subscriberPid(slot) + "), position=" + meta.subscriberPositionAcquire(slot)
                + ", last="
                + positions[slot] + ", tail=" + meta.tailAcquire();
    }

    int[] active() {
        return active;
    }

    int[] gating() {
        return gating;
    }

    /** {@return the slot of the one that gates and is furthest behind; -1 if none gates} */
    int slowest() {
        int slowest = -1;
        for (int slot : gating) {
            slowest = slowest < 0 || positions[slot] < positions[slowest] ? slot : slowest;
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
