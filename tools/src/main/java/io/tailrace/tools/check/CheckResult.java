/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * What a check has found.
 *
 * @param summary what a person should know where all is well
 */
record CheckResult(Verdict verdict, String summary, List<Measure> measures) {
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

    static final String SCHEMA = "tailrace.check/1";

    static CheckResult of(String summary, List<Measure> measures) {
        Verdict worst = measures.stream().map(Measure::verdict).reduce(Verdict.OK, Verdict::worse);
        return new CheckResult(worst, summary, measures);
    }

    /** {@return that there is nothing to be measured} */
    static CheckResult failed(Verdict verdict, String reason) {
        return new CheckResult(verdict, reason, List.of());
    }

    /** {@return it in a sentence: what is not well, the worst first} */
    String describe() {
        String troubles = measures.stream()
                .filter(measure -> measure.verdict() != Verdict.OK)
                .sorted((one, other) -> other.verdict().compareTo(one.verdict()))
                .map(Measure::text)
                .distinct()
                .collect(Collectors.joining("; "));
        return troubles.isEmpty() ? summary : troubles;
    }

    /**
     * {@return one line as Nagios and its kin read it: verdict, what is not well, and behind a bar all values with
     * their thresholds} The bar ends the text, and quotes hold a label together.
     */
    String nagios() {
        String line = "TAILRACE " + verdict + " - " + describe().replace('|', '/');
        StringJoiner data = new StringJoiner(" ", " | ", "").setEmptyValue("");
        for (Measure measure : measures) {
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

    /** Writes an object with the verdict, and one for each value. */
    void write(JsonLines lines) {
        lines.line("verdict", json -> {
            json.writeStringField("verdict", verdict.name());
            json.writeNumberField("exitCode", verdict.exitCode());
            json.writeStringField("text", describe());
        });
        for (Measure measure : measures) {
            lines.line("measure", json -> write(json, measure));
        }
    }

    private static void write(JsonGenerator json, Measure measure) throws IOException {
        json.writeStringField("name", measure.name());
        if (!measure.stream().isEmpty()) {
            json.writeStringField("stream", measure.stream());
        }
        json.writeStringField("verdict", measure.verdict().name());
        number(json, "value", measure.value());
        json.writeStringField("unit", measure.unit());
        number(json, "warn", measure.threshold().warn());
        number(json, "crit", measure.threshold().crit());
        if (measure.verdict() != Verdict.OK) {
            json.writeStringField("text", measure.text());
        }
    }

    /** Nothing for a number that is none. */
    private static void number(JsonGenerator json, String name, double value) throws IOException {
        if (!Double.isNaN(value)) {
            json.writeFieldName(name);
            json.writeNumber(Quantity.plain(value));
        }
    }
}
