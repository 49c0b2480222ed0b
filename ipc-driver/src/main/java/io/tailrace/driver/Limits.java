/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

/**
 * The limits on what a driver gives to its clients. It refuses a request that exceeds a limit, and names the limit. It
 * closes nothing that lives, not even if the previous driver left more than the limits allow.
 *
 * @param logs the greatest number of logs. Ended logs that stay for a while count, too, but they are deleted when a new
 *     log needs the place. Default: 10,000
 * @param logBytes the greatest number of bytes in the files of all these logs. Default: the room in the directory
 * @param perClient the greatest number of publications and subscriptions of one client, together. Default: 10,000
 */
public record Limits(int logs, long logBytes, int perClient) {
    public static final Limits DEFAULT = new Limits(10_000, Long.MAX_VALUE, 10_000);

    /**
     * @throws IllegalArgumentException if a limit is less than 1
     */
    public Limits {
        if (logs < 1 || logBytes < 1 || perClient < 1) {
            throw new IllegalArgumentException(
                    "a limit must be at least 1: logs=" + logs + ", logBytes=" + logBytes + ", perClient=" + perClient);
        }
    }

    public Limits withLogs(int newLogs) {
        return new Limits(newLogs, logBytes, perClient);
    }

    public Limits withLogBytes(long newLogBytes) {
        return new Limits(logs, newLogBytes, perClient);
    }

    public Limits withPerClient(int newPerClient) {
        return new Limits(logs, logBytes, newPerClient);
    }
}
