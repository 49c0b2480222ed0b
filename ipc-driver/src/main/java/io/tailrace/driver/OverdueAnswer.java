/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

/** For how long the keeper has waited for the answer of one living publisher of one log. Keeper only. */
final class OverdueAnswer {
    private static final long PATIENCE_NS = 1_000_000_000;
    private static final int NOBODY = -1;

    private int slot = NOBODY;
    private long sinceNs;
    private boolean told;

    /** {@return whether that publisher is to be named now: once for each wait} */
    boolean isDue(int waitingFor, long nowNs) {
        if (waitingFor != slot) {
            slot = waitingFor;
            sinceNs = nowNs;
            told = false;
        }
        boolean due = slot != NOBODY && !told && nowNs - sinceNs >= PATIENCE_NS;
        told |= due;
        return due;
    }
}
