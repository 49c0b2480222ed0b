/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** Takes the figures of a {@link CounterSource}. Used by the thread that reads it, while it does. */
public interface CounterSink {
    /**
     * Something that only grows: how often something has happened.
     *
     * @param name the same each time; constant, so that nothing is allocated
     */
    void total(String name, long value);

    /**
     * Something that rises and falls: how much there is of something.
     *
     * @param name the same each time; constant, so that nothing is allocated
     */
    void level(String name, long value);
}
