/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** Makes every thread of this JVM pass a safepoint. */
public final class Safepoint {
    private Safepoint() {}

    /**
     * Returns when every thread that ran has stopped once. All earlier stores of those threads are then visible, and
     * each of them sees from then on all stores before this call. So offer and poll need no fence between announcing
     * themselves and checking whether they are closed: the closing thread pays for both. Dumping all stacks takes a
     * safepoint, without a flag, on JDK 17 and 25.
     *
     * <p>HotSpot guarantees this, not the memory model, which allows an opaque load to move before an earlier store.
     * The compilers of JDK 17 keep the two in order, with no safepoint between them; a processor's store buffer is
     * empty when its thread has stopped. {@code CloseStress} and {@code ThreadGuardStress} show it, and show that it
     * fails without the safepoint.
     */
    public static void pass() {
        Thread.getAllStackTraces();
    }
}
