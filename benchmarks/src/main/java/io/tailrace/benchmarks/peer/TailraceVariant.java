/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.ThreadingMode;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;

/**
 * One configuration of Tailrace: the length of terms, and whether the driver has a thread, which idles as it does by
 * default, or is run by the thread that subscribes, after every few polls. On two processors that thread is a third
 * one, and Aeron's best configuration has none.
 *
 * @param termLength in bytes
 */
public record TailraceVariant(String name, int termLength, boolean isDrivenBySubscriber) {
    private static final String SUBSCRIBER = "subscriber";

    /** Nothing is configured. */
    public static final TailraceVariant DEFAULT =
            new TailraceVariant("default", DriverConfig.DEFAULT_TERM_LENGTH, false);

    /**
     * {@return {@code default}, {@code subscriber}, a length of a term such as {@code 64k}, or both such as {@code
     * 64k-subscriber}}
     *
     * @throws IllegalArgumentException if it is none of these, or no term can have that length
     */
    public static TailraceVariant named(String name) {
        if (name.equals(DEFAULT.name)) {
            return DEFAULT;
        }
        if (name.equals(SUBSCRIBER)) {
            return new TailraceVariant(name, DEFAULT.termLength, true);
        }
        String suffix = "-" + SUBSCRIBER;
        boolean isDrivenBySubscriber = name.endsWith(suffix);
        String length = isDrivenBySubscriber ? name.substring(0, name.length() - suffix.length()) : name;
        int termLength = AeronVariant.bytes(length);
        LogLayout.checkTermLength(termLength);
        return new TailraceVariant(name, termLength, isDrivenBySubscriber);
    }

    DriverConfig driverConfig(Path directory) {
        return DriverConfig.DEFAULT
                .withDirectory(directory)
                .withThreading(isDrivenBySubscriber ? ThreadingMode.INVOKER : ThreadingMode.SHARED)
                .withTermLength(termLength);
    }
}
