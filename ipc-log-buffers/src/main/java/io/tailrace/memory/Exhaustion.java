/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

/** A shortage of heap or stack: it passes, and what it has interrupted can be done again. */
public final class Exhaustion {
    private Exhaustion() {}

    /** {@return whether that is what was thrown} */
    public static boolean is(Throwable thrown) {
        return thrown instanceof OutOfMemoryError || thrown instanceof StackOverflowError;
    }
}
