/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import org.jspecify.annotations.Nullable;

/**
 * A process of this host.
 *
 * @param program what it runs: main class, jar, or executable; of a hostile process anything
 * @param state the letter that {@code /proc} has for it
 */
public record ProcessView(String program, char state) {
    /** {@return what keeps it from running, null if nothing does} */
    public @Nullable String trouble() {
        return switch (state) {
            case 'T' -> "stopped";
            case 't' -> "stopped by a debugger";
            case 'D' -> "waits for a device";
            default -> null;
        };
    }
}
