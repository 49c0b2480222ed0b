/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

/** One of the two processes. */
enum Side {
    /** Sends, and measures round trips. */
    LEFT(0),
    /** Answers, or measures how late each message is. */
    RIGHT(1);

    private static final int THERE = 1;
    private static final int BACK = 2;
    private final int core;

    Side(int core) {
        this.core = core;
    }

    /** {@return the core of its thread, where there are two} */
    int core() {
        return core;
    }

    /** {@return the stream that it receives} */
    int incoming() {
        return this == LEFT ? BACK : THERE;
    }

    /** {@return the stream that it sends} */
    int outgoing() {
        return this == LEFT ? THERE : BACK;
    }
}
