/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

/**
 * A distinct error, however often it came.
 *
 * @param owner in which process: the driver or a client
 * @param firstMs when it first came, in milliseconds since 1970
 * @param lastMs when it last came
 * @param text its stack trace; of a hostile owner anything
 */
public record ErrorView(String owner, long count, long firstMs, long lastMs, String text) {
    /** {@return the same error of the same owner, seen twice} */
    ErrorView plus(ErrorView other) {
        return new ErrorView(
                owner, count + other.count, Math.min(firstMs, other.firstMs), Math.max(lastMs, other.lastMs), text);
    }

    /** {@return the first line: which it is} */
    public String headline() {
        return text.lines().findFirst().orElse("");
    }
}
