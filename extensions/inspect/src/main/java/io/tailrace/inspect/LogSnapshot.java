/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.LogLayout.TERM_COUNT;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogTail;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.SubscriberProgress;
import io.tailrace.log.SubscriberProgress.Losses;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a meta file at one moment. The values are read in an order which ensures that in a sound log, however
 * fast it moves, cleanPosition is at most joinPosition, joinPosition is at most cleaningTarget, and no subscriber is
 * past the tail.
 *
 * @param stable whether the cleaner was idle while its positions were read; otherwise they may contradict one another
 * @param storedTail the tail in the file; in an exclusive log it may lag behind {@code tail}
 * @param endPosition {@link LogLayout#NONE} while the log may still grow
 * @param ending when the log ended, and how long it stays
 * @param heldSinceNs since when publishers have been held back without a pause of a second, by {@link System#nanoTime};
 *     0 if they are not
 * @param heldAtNs when the keeper last saw that
 * @param heldNs how long publishers have been held back since the log was made
 */
public record LogSnapshot(
        LogMeta.Constants constants,
        boolean stable,
        long tail,
        long storedTail,
        long limit,
        long cleanPosition,
        long cleaningTarget,
        long joinPosition,
        long endPosition,
        LogEnd ending,
        long heldSinceNs,
        long heldAtNs,
        long heldNs,
        List<Publisher> publishers,
        List<Subscriber> subscribers) {

    /** Positions in a sound log are far below this: at 10 GB/s a log reaches it after more than ten years. */
    public static final long MAX_POSITION = 1L << 62;

    private static final int MAX_TRIES = 1000;

    /** A slot in use. */
    public sealed interface Slot {
        int slot();

        long registrationId();

        long clientId();

        long pid();
    }

    /** A publisher slot in use. */
    public record Publisher(int slot, long registrationId, long clientId, long pid) implements Slot {}

    /**
     * A subscriber slot in use.
     *
     * @param name empty if it has none
     * @param vacantForNs how long a vacant name is still kept; less than 0 if a subscription holds it, or there is no
     *     name
     * @param messages read by it and by the earlier holders of its name
     * @param heldNs how long it was the subscriber that held publishers back
     * @param losses how often publishers have overwritten unread data, by policy DROP
     * @param lostBytes the number of bytes lost, including padding
     * @param lostFrom where the last loss began
     * @param lostTo where the last loss ended
     */
    public record Subscriber(
            int slot,
            long registrationId,
            long clientId,
            long pid,
            long joinPosition,
            long position,
            SubscriberPolicy policy,
            String name,
            long vacantForNs,
            long messages,
            long heldNs,
            long losses,
            long lostBytes,
            long lostFrom,
            long lostTo)
            implements Slot {
        /** {@return whether its name is vacant} */
        public boolean isVacant() {
            return vacantForNs >= 0;
        }

        /** {@return whether publishers wait for it} */
        public boolean isGating() {
            return SubscriberPolicy.gates(policy.kind());
        }

        /** {@return the policy in one word; the driver lets an evicted subscriber continue as one that drops} */
        public String policyName() {
            return switch (policy.kind()) {
                case SubscriberPolicy.KIND_BLOCK -> "block";
                case SubscriberPolicy.KIND_DROP -> policy.evictAfterNs() > 0 ? "evicted" : "drop";
                case SubscriberPolicy.KIND_EVICT -> "evict";
                case SubscriberPolicy.KIND_CATCH_UP -> "catch-up";
                default -> "unknown";
            };
        }
    }

    /** Whether a term takes claims now, holds earlier data, or is zero. */
    public enum TermState {
        ACTIVE,
        DIRTY,
        CLEAN
    }

    /** One of the three term files, and how many of its bytes are written and not cleaned yet. */
    public record Term(int index, TermState state, long fill) {}

    /** Reads a log now. */
    public static LogSnapshot read(LogBuffers log) {
        return read(log, 0, System.nanoTime());
    }

    /**
     * Reads a log.
     *
     * @param knownTail an earlier tail of an exclusive log; the search for the tail starts there
     * @param nowNs the time, by {@link System#nanoTime}
     */
    static LogSnapshot read(LogBuffers log, long knownTail, long nowNs) {
        LogMeta meta = log.meta();
        long clean;
        long limit;
        long join;
        long target;
        boolean stable;
        int tries = 0;
        do {
            clean = meta.cleanPositionAcquire();
            limit = meta.limitAcquire();
            join = meta.joinPositionAcquire();
            target = meta.cleaningTargetAcquire();
            stable = clean == meta.cleanPositionAcquire();
        } while (!stable && ++tries < MAX_TRIES);
        long end = meta.endPositionAcquire();
        List<Subscriber> subscribers = subscribers(meta, nowNs);
        List<Publisher> publishers = publishers(meta);
        long storedTail = meta.tailAcquire();
        long tail = arePossible(clean, target, log.ringLength())
                ? LogTail.find(log, Math.max(target, knownTail), clean + log.ringLength())
                : storedTail;
        return new LogSnapshot(
                log.constants(),
                stable,
                tail,
                storedTail,
                limit,
                clean,
                target,
                join,
                end,
                LogEnd.read(meta),
                meta.heldAcquire(LogLayout.HELD_SINCE_NS_OFFSET),
                meta.heldAcquire(LogLayout.HELD_AT_NS_OFFSET),
                meta.heldAcquire(LogLayout.HELD_NS_OFFSET),
                publishers,
                subscribers);
    }

    /** {@return the same snapshot with only the publishers and subscribers of a client} */
    LogSnapshot of(long clientId) {
        return new LogSnapshot(
                constants,
                stable,
                tail,
                storedTail,
                limit,
                cleanPosition,
                cleaningTarget,
                joinPosition,
                endPosition,
                ending,
                heldSinceNs,
                heldAtNs,
                heldNs,
                publishers.stream().filter(slot -> slot.clientId() == clientId).toList(),
                subscribers.stream().filter(slot -> slot.clientId() == clientId).toList());
    }

    private static List<Publisher> publishers(LogMeta meta) {
        List<Publisher> publishers = new ArrayList<>();
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            long registrationId = meta.publishers().acquire(slot);
            if (registrationId != 0) {
                publishers.add(new Publisher(
                        slot,
                        registrationId,
                        meta.publishers().client(slot),
                        meta.publishers().pid(slot)));
            }
        }
        return publishers;
    }

    private static List<Subscriber> subscribers(LogMeta meta, long nowNs) {
        List<Subscriber> subscribers = new ArrayList<>();
        for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
            long registrationId = meta.subscribers().acquire(slot);
            if (registrationId != 0) {
                SubscriberProgress progress = meta.progress(slot);
                Losses lost = progress.losses();
                Subscriber subscriber = new Subscriber(
                        slot,
                        registrationId,
                        meta.subscribers().client(slot),
                        meta.subscribers().pid(slot),
                        meta.subscriberJoinPosition(slot),
                        meta.subscriberPositionAcquire(slot),
                        new SubscriberPolicy(meta.subscriberPolicy(slot), meta.subscriberEvictAfterNs(slot)),
                        meta.subscriberName(slot).text(),
                        meta.vacantForNs(slot, nowNs),
                        progress.messages(),
                        meta.heldAcquire(LogLayout.heldBySubscriber(slot)),
                        lost.count(),
                        lost.bytes(),
                        lost.from(),
                        lost.to());
                // Not if the slot was given away meanwhile: the position could be another subscriber's.
                if (meta.subscribers().acquire(slot) == registrationId) {
                    subscribers.add(subscriber);
                }
            }
        }
        return subscribers;
    }

    /** {@return whether the cleaner can have cleaned up to one position and announced the other} */
    public static boolean arePossible(long clean, long target, long ringLength) {
        return clean >= 0
                && clean <= target
                && target <= MAX_POSITION
                && target - clean <= ringLength
                && target % FRAME_ALIGNMENT == 0
                && clean % FRAME_ALIGNMENT == 0;
    }

    /** {@return whether this is a log of one publisher} */
    public boolean isExclusive() {
        return constants.kind() == LogLayout.KIND_EXCLUSIVE;
    }

    /** {@return why the frames cannot be found, or null if they can} */
    @Nullable
    public String contradiction() {
        if (!arePossible(cleanPosition, cleaningTarget, ringLength())) {
            return "the cleaned positions contradict one another: cleanPosition=" + cleanPosition + ", cleaningTarget="
                    + cleaningTarget;
        }
        if (tail < cleaningTarget || tail > MAX_POSITION || tail % FRAME_ALIGNMENT != 0) {
            return "the tail is impossible: tail=" + tail + ", cleaningTarget=" + cleaningTarget;
        }
        return null;
    }

    /** {@return whether all publishers have left it} */
    public boolean isEnded() {
        return endPosition != LogLayout.NONE;
    }

    /** {@return how far a subscriber is behind the tail, in bytes} */
    public long lag(Subscriber subscriber) {
        return Math.max(0, tail - subscriber.position());
    }

    /**
     * {@return the subscriber that is furthest behind, null if all have read everything}
     *
     * @param gating true for the subscribers that publishers wait for, false for the others
     */
    public @Nullable Subscriber furthestBehind(boolean gating) {
        return subscribers.stream()
                .filter(subscriber -> subscriber.isGating() == gating)
                .filter(subscriber -> subscriber.position() >= 0 && subscriber.position() < tail)
                .min(Comparator.comparingLong(Subscriber::position))
                .orElse(null);
    }

    /** {@return the bytes that the three terms hold} */
    public long ringLength() {
        return (long) TERM_COUNT * constants.termLength();
    }

    /** {@return the position up to which frames can exist: claims past it have no memory yet} */
    public long readableTail() {
        return Math.min(tail, cleanPosition + ringLength());
    }

    /** {@return the publisher of a frame; null if its slot is free, or does not exist} */
    @Nullable
    public Publisher publisher(int owner) {
        for (Publisher publisher : publishers) {
            if (publisher.slot() == owner) {
                return publisher;
            }
        }
        return null;
    }

    /** {@return the three terms; none if the positions contradict one another} */
    public List<Term> terms() {
        List<Term> terms = new ArrayList<>();
        if (contradiction() == null) {
            int active = (int) (tail / constants.termLength() % TERM_COUNT);
            for (int index = 0; index < TERM_COUNT; index++) {
                long fill = fill(index);
                TermState state = index == active ? TermState.ACTIVE : fill > 0 ? TermState.DIRTY : TermState.CLEAN;
                terms.add(new Term(index, state, fill));
            }
        }
        return terms;
    }

    private long fill(int index) {
        int termLength = constants.termLength();
        long fill = 0;
        long position = cleanPosition;
        while (position < readableTail()) {
            long number = position / termLength;
            long end = Math.min((number + 1) * termLength, readableTail());
            fill += number % TERM_COUNT == index ? end - position : 0;
            position = end;
        }
        return fill;
    }
}
