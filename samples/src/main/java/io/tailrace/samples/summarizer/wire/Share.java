/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

/**
 * What one of several workers takes of what all of them know: each line is in the share of one.
 *
 * @param index of the worker, from 0 on
 * @param of how many there are
 */
public record Share(int index, int of) {
    /** Of one that is alone. */
    public static final Share ALL = new Share(0, 1);

    /** {@return whether the line of a number is in it} */
    public boolean has(long number) {
        return of == 1 || number % of == index;
    }

    @Override
    public String toString() {
        return index + "-of-" + of;
    }
}
