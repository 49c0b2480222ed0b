/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.tools.command.Verdict;

/**
 * A value that is judged.
 *
 * @param name in one word
 * @param stream of which it is, empty if it is the driver's
 * @param unit {@code s}, {@code %} or empty: a number of things
 * @param value NaN if it is not known
 * @param text what a person should know where it is not well, of hostile processes, too: on one line, printable
 */
record Measure(String name, String stream, String unit, double value, Threshold threshold, String text) {
    Verdict verdict() {
        return threshold.judge(value);
    }
}
