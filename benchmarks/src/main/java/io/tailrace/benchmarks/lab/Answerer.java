/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.List;
import java.util.Map;

/** Runs in the process of a {@link Fork}. The constructor takes the fork's arguments, as a list of strings. */
public interface Answerer extends AutoCloseable {
    /**
     * {@return what it answers to a line, which is split at its blanks: numbers, texts, and lists of these, by name}
     */
    default Map<String, ?> answer(List<String> command) {
        throw new IllegalArgumentException("has nothing to answer: command=" + command);
    }

    @Override
    default void close() {}
}
