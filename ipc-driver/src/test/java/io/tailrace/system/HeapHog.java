/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

/** Takes the whole heap, so that every other allocation in this process gets an OutOfMemoryError. */
final class HeapHog {
    private static final int[] LENGTHS = {1 << 18, 1 << 14, 1 << 10, 1 << 6, 2};
    private static final Object[] NOTHING = {};
    private static Object[] taken = NOTHING;

    private HeapHog() {}

    /**
     * Keeps the heap for this long, including everything that other threads release meanwhile; then there is heap
     * again.
     */
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
            // Intended.
        }
    }
}
