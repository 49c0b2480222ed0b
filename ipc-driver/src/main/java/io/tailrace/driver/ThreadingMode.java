/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

/** Which thread runs the driver. */
public enum ThreadingMode {
    /** A thread of its own. */
    DEDICATED,
    /**
     * No thread: the program calls {@link MediaDriver#invoke} often, from one thread at a time, and its clients call it
     * while they wait for the driver ({@link io.tailrace.TailraceConfig#withDriverInvoker}). This saves a thread but is
     * no faster: a call takes some microseconds when the driver has work to do.
     */
    INVOKER
}
