/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/** Who reads frames and who runs the handler for them. */
public enum Strategy {
    /** One thread reads and runs in turn, as a poll loop does. For handlers that never wait. */
    PRODUCE_CONSUME,
    /** One thread only reads; others, as many as there is work for, run the handler. */
    PRODUCE_EXECUTE_CONSUME,
    /**
     * Whoever has read frames runs the handler for them, with the bytes still in its cache, after another thread has
     * been found to read on. Where the executor has none to give, nobody reads until a handler returns: that is
     * back-pressure.
     */
    EXECUTE_PRODUCE_CONSUME,
    /** PRODUCE_CONSUME for a handler that is declared never to wait, EXECUTE_PRODUCE_CONSUME for any other. */
    ADAPTIVE
}
