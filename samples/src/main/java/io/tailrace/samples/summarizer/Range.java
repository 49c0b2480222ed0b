/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Complains of values that are out of range. */
final class Range {
    private Range() {}

    /** @throws ParameterException if the value of an option is none from the least to the greatest */
    static void check(CommandSpec spec, String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new ParameterException(
                    spec.commandLine(), "out of range: " + option + "=" + value + ", min=" + min + ", max=" + max);
        }
    }
}
