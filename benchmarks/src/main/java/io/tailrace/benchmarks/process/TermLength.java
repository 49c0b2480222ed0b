/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import java.util.Locale;

/** Lengths as they stand in names: {@code 64k}, {@code 4m}, {@code 1g}. */
final class TermLength {
    private static final String UNITS = "kmg";

    private TermLength() {}

    static int parse(String text) {
        int unit = UNITS.indexOf(text.toLowerCase(Locale.ROOT).charAt(text.length() - 1));
        if (unit < 0) {
            throw new IllegalArgumentException("not a length: text=" + text + ", expected=a number and k, m or g");
        }
        return Integer.parseInt(text.substring(0, text.length() - 1)) << (10 * (unit + 1));
    }
}
