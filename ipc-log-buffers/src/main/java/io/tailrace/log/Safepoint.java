/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** Makes every thread of this JVM pass a safepoint. */
public final class Safepoint {
    private Safepoint() {}

    /**
     * Returns when every thread that ran has stopped once: what each of them had stored before is visible, and what
     * each of them loads after sees what was stored before this call. So offer and poll need no fence between
     * announcing themselves and looking whether they are closed: the price is paid here, when something is closed.
     * Dumping all stacks takes a safepoint, without a flag, on JDK 17 and 25.
     */
    public static void pass() {
        Thread.getAllStackTraces();
    }
}
