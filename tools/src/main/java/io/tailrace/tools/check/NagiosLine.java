/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Quantity;
import java.util.StringJoiner;

/** A result in the one line that plugins of Nagios print. The bar ends its text, and quotes hold a label together. */
final class NagiosLine {
    private NagiosLine() {}

    static String of(CheckResult result) {
        String line = "TAILRACE " + result.verdict() + " - " + result.describe().replace('|', '/');
        StringJoiner data = new StringJoiner(" ", " | ", "").setEmptyValue("");
        for (Measure measure : result.measures()) {
            if (!Double.isNaN(measure.value())) {
                data.add(datum(measure));
            }
        }
        return line + data;
    }

    private static String datum(Measure measure) {
        Threshold threshold = measure.threshold();
        return label(measure) + '=' + Quantity.plain(measure.value()) + measure.unit() + ';'
                + bound(threshold, threshold.warn()) + ';' + bound(threshold, threshold.crit()) + ";0";
    }

    /** A range with a colon behind it warns of what is below. */
    private static String bound(Threshold threshold, double bound) {
        return Double.isNaN(bound) ? "" : Quantity.plain(bound) + (threshold.low() ? ":" : "");
    }

    /** A label may have neither an equals sign nor, for some readers, a bar. */
    private static String label(Measure measure) {
        if (measure.stream().isEmpty()) {
            return measure.name();
        }
        String stream = EscapedText.escape(measure.stream())
                .replace("'", "''")
                .replace('=', '_')
                .replace('|', '/');
        return '\'' + measure.name() + ' ' + stream + '\'';
    }
}
