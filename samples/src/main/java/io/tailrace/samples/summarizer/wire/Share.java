/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What one of several workers takes of what all of them know: each line, and each summary, is in the share of one.
 *
 * @param index of the worker, from 0 on
 * @param of how many there are
 */
public record Share(int index, int of) {
    /** Of one that is alone. */
    public static final Share ALL = new Share(0, 1);

    /** {@return whether the line, or the item, of a number is in it} */
    public boolean has(long number) {
        return of == 1 || number % of == index;
    }

    /** {@return those items of a list that are in it} */
    public <T> List<T> of(List<T> items) {
        return IntStream.range(0, items.size())
                .filter(this::has)
                .mapToObj(items::get)
                .toList();
    }

    @Override
    public String toString() {
        return index + "-of-" + of;
    }
}
