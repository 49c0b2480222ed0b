/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.PublicationConfig;
import java.time.Duration;
import java.util.Objects;

/**
 * How a requester behaves.
 *
 * @param capacity maximum number of requests in flight, a power of two from 1 to 65,536. Default: 1024
 * @param timeout after which a request without an answer ends, from a microsecond to a day. Default: 5 seconds
 * @param publication properties of the log of its requests; its wait policy says how a thread waits, also for answers.
 *     Default: terms of 1 MiB, so a request has up to 128 KiB
 */
public record RequesterConfig(int capacity, Duration timeout, PublicationConfig publication) {
    public static final int MAX_CAPACITY = 65_536;
    public static final Duration MIN_TIMEOUT = Duration.ofNanos(1_000);
    public static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    static final PublicationConfig SHORT_TERMS = PublicationConfig.DEFAULT.withTermLength(1024 * 1024);

    /** The default configuration: 1024 requests, 5 seconds. */
    public static final RequesterConfig DEFAULT = new RequesterConfig(1024, Duration.ofSeconds(5), SHORT_TERMS);

    /**
     * @throws IllegalArgumentException if the capacity is not a power of two, or if the capacity or the timeout is out
     *     of range
     * @throws NullPointerException if a component is null, by its name
     */
    public RequesterConfig {
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(publication, "publication");
        if (capacity < 1 || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(
                    "not a capacity: capacity=" + capacity + ", expected=a power of two from 1 to " + MAX_CAPACITY);
        }
        if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "timeout out of range: timeout=" + timeout + ", min=" + MIN_TIMEOUT + ", max=" + MAX_TIMEOUT);
        }
    }

    /** {@return {@link #DEFAULT}} */
    public static RequesterConfig of() {
        return DEFAULT;
    }

    public RequesterConfig withCapacity(int newCapacity) {
        return new RequesterConfig(newCapacity, timeout, publication);
    }

    public RequesterConfig withTimeout(Duration newTimeout) {
        return new RequesterConfig(capacity, newTimeout, publication);
    }

    public RequesterConfig withPublication(PublicationConfig newPublication) {
        return new RequesterConfig(capacity, timeout, newPublication);
    }
}
