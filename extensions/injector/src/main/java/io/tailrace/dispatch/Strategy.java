/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/** Which threads read frames, and which run the handler for them. */
public enum Strategy {
    /** One thread reads and runs in turn, as a poll loop does. For handlers that never wait. */
    PRODUCE_CONSUME,
    /** One thread only reads; other threads, as many as there is work for, run the handler. */
    PRODUCE_EXECUTE_CONSUME,
    /**
     * The thread that has read a frame runs its handler, with the bytes still in its cache, after another thread has
     * taken over reading. If the executor has no free thread, nothing is read until a handler returns: that is
     * back-pressure.
     */
    EXECUTE_PRODUCE_CONSUME
}
