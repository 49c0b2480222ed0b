/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import java.time.Duration;

/**
 * The source of a mirror. A mirror is an exclusive log that copies a log of another host, position for position. When
 * the publisher of a mirror has gone, the mirror does not end: it stays vacant until the next publisher arrives or the
 * lease is over.
 *
 * @param originHost the name of the host where the messages were first published
 * @param originLogId the id of the log there
 * @param leaseNs maximum time for which the mirror stays vacant
 */
public record LogMirror(String originHost, long originLogId, long leaseNs) {
    public static final int MAX_HOST_LENGTH = 64;

    private static final Duration MAX_LEASE = Duration.ofDays(366);

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if the name is empty or longer than 64 bytes, the id is invalid, or the lease is
     *     negative or longer than a year
     */
    public LogMirror {
        LogLayout.checkName("name of a host", originHost, MAX_HOST_LENGTH);
        if (originLogId <= 0) {
            throw new IllegalArgumentException("no id of a log: originLogId=" + originLogId + ", min=1");
        }
        if (leaseNs < 0 || leaseNs > MAX_LEASE.toNanos()) {
            throw new IllegalArgumentException("lease of a mirror out of range: lease=" + Duration.ofNanos(leaseNs)
                    + ", min=PT0S, max=" + MAX_LEASE);
        }
    }

    /** {@return whether both have the same source} */
    public boolean hasOriginOf(LogMirror other) {
        return originLogId == other.originLogId && originHost.equals(other.originHost);
    }
}
