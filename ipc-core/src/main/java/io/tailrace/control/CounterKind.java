/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import org.jspecify.annotations.Nullable;

/** How a counter moves, and so what its difference over time says. */
public enum CounterKind {
    /** Only grows: how often something has happened. */
    TOTAL(1),
    /** Rises and falls: how much there is of something. */
    LEVEL(2);

    private final int code;

    CounterKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** {@return the kind that a slot names; null if the slot is free, or of a kind that is newer than we} */
    static @Nullable CounterKind of(int code) {
        return switch (code) {
            case 1 -> TOTAL;
            case 2 -> LEVEL;
            default -> null;
        };
    }
}
