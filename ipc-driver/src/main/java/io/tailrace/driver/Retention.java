/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.log.LogEnd;
import java.time.Duration;
import java.util.Objects;

/**
 * How long an ended log stays. Until then tools show it, and a subscription that begins at the oldest message reads it.
 * If space is short, the oldest logs are deleted at once.
 *
 * @param time how long the files stay after the last publisher has gone, unless a publication has asked for another
 *     time; zero: not at all
 * @param bytes the greatest size of all these logs together; the log that ended first is deleted first. A log that a
 *     subscription reads does not count and is not deleted
 */
public record Retention(Duration time, long bytes) {
    /** Ten minutes, 64 MiB. */
    public static final Retention DEFAULT = new Retention(Duration.ofMinutes(10), 64 * 1024 * 1024);
    /** A log is deleted as soon as its subscribers have read it. */
    public static final Retention NONE = new Retention(Duration.ZERO, 0);

    /**
     * @throws IllegalArgumentException if a value is negative, or the time is longer than ten years
     * @throws NullPointerException if the time is null
     */
    public Retention {
        Objects.requireNonNull(time, "time");
        LogEnd.checkRetention(time);
        if (bytes < 0) {
            throw new IllegalArgumentException("negative bytes to retain: bytes=" + bytes);
        }
    }
}
