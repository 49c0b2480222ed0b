/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import org.jspecify.annotations.Nullable;

/**
 * One run in a JVM of its own.
 *
 * @param setting what was chosen
 * @param round counted from 1; each setting has its turn in it, in random order
 * @param seed of that order
 * @param machine where; null if it failed
 * @param result what it has come to; null if it failed
 * @param failure why it failed; null if it did not
 */
public record Point(
        Setting setting,
        int round,
        long seed,
        @Nullable Machine machine,
        @Nullable Result result,
        @Nullable String failure) {}
