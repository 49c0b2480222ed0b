/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

/**
 * The most that a driver gives to its clients. What is more it refuses, and names the limit; it closes nothing that
 * lives, not even where it finds more than this from the driver before it.
 *
 * @param logs how many there may be. Those that have ended and only stay for a while count, too, but they go where
 *     another one takes their place. Default: 10,000
 * @param logBytes that the files of all these logs may take. Default: what the directory has room for
 * @param perClient publications and subscriptions of one client together. Default: 10,000
 */
public record Limits(int logs, long logBytes, int perClient) {
    public static final Limits DEFAULT = new Limits(10_000, Long.MAX_VALUE, 10_000);

    /**
     * @throws IllegalArgumentException if one is less than 1
     */
    public Limits {
        if (logs < 1 || logBytes < 1 || perClient < 1) {
            throw new IllegalArgumentException(
                    "a limit must be 1 at least: logs=" + logs + ", logBytes=" + logBytes + ", perClient=" + perClient);
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
