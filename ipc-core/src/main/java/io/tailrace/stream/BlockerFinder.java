/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.Blocker;
import io.tailrace.Blocker.Role;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Finds the party that holds a publication back. Any thread. */
final class BlockerFinder {
    private BlockerFinder() {}

    /** {@return whether space is missing for a reason other than a subscriber} Allocates nothing. */
    static boolean isDriver(LogBuffers log, long tail, long limit) {
        int slowest = slowest(log.meta());
        long windowEnd = slowest < 0
                ? Long.MAX_VALUE
                : log.meta().subscriberPositionAcquire(slowest)
                        + log.constants().window();
        return tail >= limit && tail < windowEnd && log.meta().subscriberCountAcquire() > 0;
    }

    static @Nullable Blocker find(LogBuffers log, long tail, long limit) {
        LogMeta meta = log.meta();
        if (isDriver(log, tail, limit)) {
            return new Blocker(Role.DRIVER, 0, 0, 0, tail - meta.cleanPositionAcquire());
        }
        int slowest = slowest(meta);
        if (slowest < 0) {
            return null;
        }
        long position = meta.subscriberPositionAcquire(slowest);
        Blocker claimer = findClaimer(log, position, tail);
        long vacantForNs = meta.names().vacantForNs(slowest, System.nanoTime());
        return claimer != null
                ? claimer
                : new Blocker(
                        Role.SUBSCRIBER,
                        meta.subscribers().acquire(slowest),
                        meta.subscribers().client(slowest),
                        meta.subscribers().pid(slowest),
                        "",
                        tail - position,
                        meta.names().read(slowest).text(),
                        vacantForNs < 0 ? null : Duration.ofNanos(vacantForNs));
    }

    /** {@return the slot of the gating subscriber that is furthest behind; negative if none gates} */
    private static int slowest(LogMeta meta) {
        int slowest = -1;
        long least = Long.MAX_VALUE;
        for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
            boolean gates = meta.subscribers().acquire(slot) != 0 && meta.gates(slot);
            long position = meta.subscriberPositionAcquire(slot);
            if (gates && position < least) {
                slowest = slot;
                least = position;
            }
        }
        return slowest;
    }

    /** Another process writes the position, so it may have any value. */
    private static @Nullable Blocker findClaimer(LogBuffers log, long position, long tail) {
        boolean isInLog = position >= 0 && position < tail && position >= tail - log.ringLength();
        if (log.constants().kind() != LogLayout.KIND_CONCURRENT
                || !isInLog
                || position % FrameLayout.FRAME_ALIGNMENT != 0) {
            return null;
        }
        long header = log.headerAcquire(position);
        if (FrameLayout.length(header) > 0) {
            return null;
        }
        int owner = FrameLayout.owner(header);
        boolean isKnown = header != 0 && owner < LogLayout.MAX_PUBLISHERS;
        return new Blocker(
                Role.PUBLISHER,
                isKnown ? log.meta().publishers().acquire(owner) : 0,
                isKnown ? log.meta().publishers().client(owner) : 0,
                isKnown ? log.meta().publishers().pid(owner) : 0,
                tail - position);
    }

    /** {@return a name for people: the subscription's, else that of its program, else the pid} */
    static String inShort(Blocker blocker) {
        if (blocker.role() == Role.DRIVER) {
            return "the media driver";
        }
        String name = blocker.name().isEmpty() ? blocker.program() : blocker.name();
        return name.isEmpty() ? "pid " + blocker.pid() : name;
    }
}
