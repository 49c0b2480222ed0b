/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

/** Takes all the heap that there is, so that whoever else of this process wants some gets an OutOfMemoryError. */
final class HeapHog {
    private static final int[] LENGTHS = {1 << 18, 1 << 14, 1 << 10, 1 << 6, 2};
    private static final Object[] NOTHING = {};
    private static Object[] taken = NOTHING;

    private HeapHog() {}

    /** Keeps it for so long, with all that the others let go of meanwhile; then there is heap again. */
    static void fill(long ns) {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < ns) {
            for (int length : LENGTHS) {
                takeAll(length);
            }
        }
        taken = NOTHING;
    }

    private static void takeAll(int length) {
        try {
            while (true) {
                Object[] next = new Object[length];
                next[0] = taken;
                taken = next;
            }
        } catch (OutOfMemoryError e) {
            // That is what it is for.
        }
    }
}
