/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** The variable fields that only the meta file of a mirror has. */
public final class MirrorState {
    /** Stands for a position: the source may continue. */
    public static final long GOES_ON = -1;

    private MirrorState() {}

    /**
     * {@return the position at which the source has ended, or {@link #GOES_ON}} The file holds this position plus one,
     * so that the zeros of a new file mean that the source continues.
     */
    public static long sourceEndAcquire(LogMeta meta) {
        return meta.buffer.getLongAcquire(LogLayout.SOURCE_END_OFFSET) - 1;
    }

    /**
     * Notes that the source has ended; the mirror ends as soon as its publisher has gone. Called by the publisher.
     * Release: pairs with the acquire of the keeper, which then finds everything that was appended.
     */
    public static void sourceEndRelease(LogMeta meta, long position) {
        meta.buffer.putLongRelease(LogLayout.SOURCE_END_OFFSET, position + 1);
    }

    /**
     * {@return since when it has no publisher, by CLOCK_MONOTONIC; 0: it has one, or the keeper has not noted it yet}
     */
    public static long vacantSinceNs(LogMeta meta) {
        return meta.buffer.getLongAcquire(LogLayout.VACANT_SINCE_NS_OFFSET);
    }

    /**
     * {@return whether a log is a mirror that continues without a publisher, as far as is noted}
     *
     * @param nowNs of CLOCK_MONOTONIC
     */
    public static boolean goesOn(LogMeta meta, long nowNs) {
        LogMirror mirror = meta.constants().mirror();
        long sinceNs = vacantSinceNs(meta);
        return mirror != null
                && meta.endPositionAcquire() == LogLayout.NONE
                && sourceEndAcquire(meta) == GOES_ON
                && (sinceNs == 0 || sinceNs > nowNs || nowNs - sinceNs < mirror.leaseNs());
    }

    /** Called by the keeper. */
    public static void vacantSinceNs(LogMeta meta, long ns) {
        meta.buffer.putLongRelease(LogLayout.VACANT_SINCE_NS_OFFSET, ns);
    }
}
