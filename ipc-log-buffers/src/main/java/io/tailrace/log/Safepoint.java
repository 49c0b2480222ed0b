/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** Makes every thread of this JVM pass a safepoint. */
public final class Safepoint {
    private Safepoint() {}

    /**
     * Returns when every thread that ran has stopped once. Whatever each of them had stored before is visible then, and
     * each of them sees from then on what was stored before this call. So offer and poll need no fence between
     * announcing themselves and looking whether they are closed: the thread that closes pays for both. Dumping all
     * stacks takes a safepoint, without a flag, on JDK 17 and 25.
     *
     * <p>This holds by HotSpot, not by the memory model, which lets an opaque load go before an earlier store. The
     * compilers of JDK 17 keep the two in order, with no safepoint between them; a processor's buffer of stores is
     * empty when its thread has stopped. {@code CloseStress} and {@code ThreadGuardStress} show it, and show that it
     * fails without the safepoint.
     */
    public static void pass() {
        Thread.getAllStackTraces();
    }
}
