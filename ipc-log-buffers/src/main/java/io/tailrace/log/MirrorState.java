/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** The fields that change in the meta file of a mirror, and only there. */
public final class MirrorState {
    /** In place of a position: the source may go on. */
    public static final long GOES_ON = -1;

    private MirrorState() {}

    /**
     * {@return where the source has ended, or {@link #GOES_ON}} The file holds one more than that, so that the zeros of
     * a new file say that it goes on.
     */
    public static long sourceEndAcquire(LogMeta meta) {
        return meta.buffer.getLongAcquire(LogLayout.SOURCE_END_OFFSET) - 1;
    }

    /**
     * The source has ended, and the mirror with it, as soon as its publisher has gone. By the publisher. Release: pairs
     * with the acquire of the keeper, who then finds all that was appended.
     */
    public static void sourceEndRelease(LogMeta meta, long position) {
        meta.buffer.putLongRelease(LogLayout.SOURCE_END_OFFSET, position + 1);
    }

    /** {@return since when it has no publisher, by CLOCK_MONOTONIC; 0: it has one, or the keeper is to note it} */
    public static long vacantSinceNs(LogMeta meta) {
        return meta.buffer.getLongAcquire(LogLayout.VACANT_SINCE_NS_OFFSET);
    }

    /**
     * {@return whether a log is a mirror that goes on without a publisher, so far as anybody has noted}
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

    /** By the keeper. */
    public static void vacantSinceNs(LogMeta meta, long ns) {
        meta.buffer.putLongRelease(LogLayout.VACANT_SINCE_NS_OFFSET, ns);
    }
}
