/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import java.time.Duration;

/**
 * Of which log of another host a mirror is: an exclusive log that stands for that one, position for position. A mirror
 * whose publisher has gone does not end with it, but is vacant, until the next one comes or the lease is over.
 *
 * @param originHost the name of the host where the messages were first published
 * @param originLogId the id of the log there
 * @param leaseNs how long the mirror stays vacant at most
 */
public record LogMirror(String originHost, long originLogId, long leaseNs) {
    public static final int MAX_HOST_LENGTH = 64;

    private static final Duration MAX_LEASE = Duration.ofDays(366);

    /**
     * Checks them.
     *
     * @throws IllegalArgumentException if the name is empty or longer than 64 bytes, there is no such id, or the lease
     *     is negative or longer than a year
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

    /** {@return whether both are of the same log} */
    public boolean hasOriginOf(LogMirror other) {
        return originLogId == other.originLogId && originHost.equals(other.originHost);
    }
}
