/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.LogLayout.LONGEST_FRAMES_PER_TERM;
import static io.tailrace.log.LogLayout.MAX_SUBSCRIBERS;
import static io.tailrace.log.LogLayout.NONE;

import io.tailrace.memory.CorruptLogException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/**
 * Checks whether the values that an earlier driver left in a meta file can be true. These positions bound everything
 * that a keeper does, so a driver checks them once before it adopts a log; later it trusts only values that it wrote
 * itself.
 *
 * <p>Clients are running meanwhile, and publishers may clean. These positions only grow, and are read in an order in
 * which growth causes no contradiction.
 */
public final class LogPositions {
    /** Positions and numbers in a sound log are far below it: at 10 GB/s it takes more than ten years. */
    private static final long MAX = 1L << 62;
    /**
     * The number of threads that may each have claimed a longest frame past the limit at once; more cannot be an
     * overshoot.
     */
    private static final int MAX_OVERSHOOTS = 512;
    /** The single owner of an exclusive log pads the end of a term and claims once. */
    private static final int MAX_EXCLUSIVE_OVERSHOOTS = 2;

    private final LogMeta meta;
    private final boolean exclusive;
    private final long begin;
    private final long target;
    private final long tail;
    private final long maxTail;

    private LogPositions(LogBuffers log) {
        this.meta = log.meta();
        LogMeta.Constants constants = log.constants();
        this.exclusive = constants.kind() == LogLayout.KIND_EXCLUSIVE;
        this.begin = constants.beginPosition();
        long clean = position("cleanPosition", meta.cleanPositionAcquire(), begin, MAX);
        long join = meta.joinPositionAcquire();
        this.target = meta.cleaningTargetAcquire();
        this.tail = meta.tailAcquire();
        long cleanLater = position("cleanPosition", meta.cleanPositionAcquire(), clean, MAX);
        position("cleaningTarget", target, clean, cleanLater + log.ringLength());
        position("joinPosition", join, clean, target);
        long maxLimit = cleanLater + constants.reach(); // PublisherLimit may exceed the keeper's limit.
        number("limit", meta.limitAcquire(), begin, maxLimit);
        int longestFrame = constants.termLength() / LONGEST_FRAMES_PER_TERM;
        long overshoot = (long) (exclusive ? MAX_EXCLUSIVE_OVERSHOOTS : MAX_OVERSHOOTS) * longestFrame;
        // A padding of a mirror may take up the reserve.
        this.maxTail = maxLimit + (constants.mirror() == null ? overshoot : constants.reserve());
    }

    /**
     * Checks every position, number and id in a meta file against the others.
     *
     * @throws CorruptLogException if a value cannot be true; the message names it and what it should be
     */
    public static void check(LogBuffers log) {
        LogPositions positions = new LogPositions(log);
        positions.checkEnds();
        long question = number("question", log.meta().questionAcquire(), 0, MAX);
        checkHolders(
                "publisher", log.meta().publishers(), (name, slot) -> positions.checkPublisher(name, slot, question));
        checkHolders("subscriber", log.meta().subscribers(), positions::checkSubscriber);
    }

    /** The owner of an exclusive log seldom stores its tail, so the tail may be behind all other positions. */
    private void checkEnds() {
        position("tail", tail, exclusive ? begin : target, maxTail);
        position("cleaningTarget", target, begin, lastFrameEnd());
        long end = meta.endPositionAcquire();
        if (end != NONE) {
            position("endPosition", end, target, lastFrameEnd());
        }
    }

    /** {@return the position that no committed frame extends past} Read it after the value that is compared with it. */
    private long lastFrameEnd() {
        return exclusive ? maxTail : meta.tailAcquire();
    }

    private static void checkHolders(String side, LogMeta.SlotTable slots, ObjIntConsumer<String> others) {
        Map<Long, String> names = new HashMap<>();
        for (int slot = 0; slot < MAX_SUBSCRIBERS; slot++) {
            long registrationId = slots.acquire(slot);
            if (registrationId != 0) {
                String name = side + "[" + slot + "]";
                number(name + ".registrationId", registrationId, 1, MAX);
                number(name + ".clientId", slots.client(slot), 1, MAX);
                others.accept(name, slot);
                String other = names.put(registrationId, name);
                if (other != null) {
                    throw corrupt(name + ".registrationId", registrationId, "also in " + other);
                }
            }
        }
    }

    private void checkPublisher(String name, int slot, long question) {
        number(name + ".answer", meta.answerAcquire(slot), 0, question);
        long debt = meta.lowestDebt(slot);
        if (debt != NONE) {
            position(name + ".lowestDebt", debt, 0, MAX);
        }
    }

    /**
     * The subscriber alone determines its position, and {@code SubscriberSlots} checks that: an impossible position
     * does not cost the log.
     */
    private void checkSubscriber(String name, int slot) {
        position(name + ".joinPosition", meta.subscriberJoinPosition(slot), 0, lastFrameEnd());
    }

    private static long position(String field, long value, long min, long max) {
        if (value % FRAME_ALIGNMENT != 0) {
            throw corrupt(field, value, "not a multiple of " + FRAME_ALIGNMENT);
        }
        return number(field, value, min, max);
    }

    private static long number(String field, long value, long min, long max) {
        if (value < min || value > max) {
            throw corrupt(field, value, "min=" + min + ", max=" + max);
        }
        return value;
    }

    private static CorruptLogException corrupt(String field, long value, String reason) {
        return new CorruptLogException("impossible value in meta: " + field + "=" + value + ", " + reason);
    }
}
