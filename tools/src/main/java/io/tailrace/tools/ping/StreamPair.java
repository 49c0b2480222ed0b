/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.ping;

import io.tailrace.PublicationConfig;
import java.time.Duration;

/** The names of two streams, one for each direction. */
record StreamPair(String name) {
    /** The logs go with their publishers, however these end: they do not stay to be read later. */
    static final PublicationConfig CONFIG = PublicationConfig.DEFAULT.withRetention(Duration.ZERO);

    /** {@return a pair that nobody else has} */
    static StreamPair unique() {
        return new StreamPair(
                "tailrace-ping-" + ProcessHandle.current().pid() + '-' + Long.toHexString(System.nanoTime()));
    }

    String there() {
        return name + "-there";
    }

    String back() {
        return name + "-back";
    }
}
