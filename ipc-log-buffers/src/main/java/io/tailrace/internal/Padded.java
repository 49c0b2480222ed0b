/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

/**
 * Keeps the fields of its subclasses 128 bytes (two cache lines, which the hardware fetches together) after any object
 * that precedes them on the heap. For objects that one thread writes with every message: if another thread's objects
 * are next to them, each message costs both threads a transfer of the line.
 *
 * <p>HotSpot lays out a superclass before its subclasses, and within a class the longs first, as declared. So a
 * subclass declares its hot fields first, as longs, and sixteen more longs after them; its tests check that.
 */
public abstract class Padded {
    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** For subclasses. */
    protected Padded() {}
}
