/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.internal.FaultPoint;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import org.jspecify.annotations.Nullable;

/**
 * The keeper's work for a mirror. When its publisher has gone, closed or dead, the mirror is vacant: subscribers stay,
 * and the next publisher continues where the last one was. The mirror ends when the lease is over or the source has
 * ended. For any other log this has no effect. Used by the driver's thread.
 */
public final class MirrorKeeping {
    private final LogBuffers log;
    private final LogMeta meta;
    private final @Nullable LogMirror mirror;
    private final PublisherSlots publishers;
    private boolean isLeaseOver;

    MirrorKeeping(LogBuffers log, PublisherSlots publishers) {
        this.log = log;
        this.meta = log.meta();
        this.mirror = log.constants().mirror();
        this.publishers = publishers;
    }

    /**
     * Notes that the mirror is vacant, and detects the end of the lease. A time in the future was noted before a
     * restart of the host, so it is replaced.
     *
     * @param nowNs of CLOCK_MONOTONIC
     */
    public void look(long nowNs) {
        if (mirror == null || !publishers.allHaveLeft() || meta.endPositionAcquire() != LogLayout.NONE) {
            return;
        }
        long now = Math.max(nowNs, 1);
        long sinceNs = meta.vacantSinceNs();
        if (sinceNs <= 0 || sinceNs > now) {
            sinceNs = now;
            meta.vacantSinceNs(now);
        }
        publishers.release(LogLayout.NONE); // The next publisher does not wait for subscribers.
        isLeaseOver = now - sinceNs >= mirror.leaseNs();
    }

    /** {@return whether it continues although it has no publisher} */
    public boolean isVacant() {
        return mirror != null
                && publishers.allHaveLeft()
                && !isLeaseOver
                && meta.sourceEndAcquire() == LogMeta.GOES_ON
                && meta.endPositionAcquire() == LogLayout.NONE;
    }

    /** {@return whether it has a publisher other than this one} */
    boolean hasAnother(long registrationId) {
        return mirror != null && publishers.hasLiving() && !publishers.hasLiving(registrationId);
    }

    /** {@return whether the next publisher is not the first one} */
    boolean isHandedOver(long registrationId) {
        return mirror != null && publishers.hasBegun() && !publishers.hasLiving(registrationId);
    }

    /**
     * Prepares it for the next publisher, which needs the tail in the meta file and clean memory after it: the last
     * publisher may have died while it copied a block there. Called in the cleaner's place.
     *
     * @return whether the tail is found; if not, it is further on
     */
    boolean settle(CommittedPrefix prefix, long cleanPosition) {
        if (!prefix.findTail()) {
            return false;
        }
        long tail = prefix.tail();
        long left = Math.min(log.remaining(tail), cleanPosition + log.ringLength() - tail);
        int longest = log.termLength() / LogLayout.LONGEST_FRAMES_PER_TERM;
        log.term(tail).zero(log.offset(tail), (int) Math.max(0, Math.min(left, longest)));
        FaultPoint.reach("mirror.zeroed");
        meta.tailRelease(tail);
        publishers.release(LogLayout.NONE);
        return true;
    }

    /** Notes the slot of the next publisher, and returns it; less than 0: it has none. */
    int occupied(int slot) {
        if (mirror != null && slot >= 0) {
            meta.vacantSinceNs(0);
            isLeaseOver = false;
        }
        return slot;
    }
}
