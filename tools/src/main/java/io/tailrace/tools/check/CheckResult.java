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
 * The result of a check.
 *
 * @param summary the text for a person where all is well
 */
record CheckResult(Verdict verdict, String summary, List<Measure> measures) {
    /**
     * A value with its verdict.
     *
     * @param name one word
     * @param stream the stream it belongs to, empty for a value of the driver
     * @param unit {@code s}, {@code %}, or empty for a count
     * @param value NaN if it is not known
     * @param text the text for a person where all is not well: one printable line, even if hostile processes chose the
     *     names in it
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

    /** {@return the result of a check that could not measure anything} */
    static CheckResult failed(Verdict verdict, String reason) {
        return new CheckResult(verdict, reason, List.of());
    }

    /** {@return the result as a sentence: what is not well, the worst first} */
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
     * {@return one line for Nagios and its kin: verdict, what is not well, and after a bar all values with their
     * thresholds} The first bar ends the text, and quotes keep a label with spaces together.
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

    /** A bound with a colon after it warns of values below it. */
    private static String bound(Threshold threshold, double bound) {
        return Double.isNaN(bound) ? "" : Quantity.plain(bound) + (threshold.low() ? ":" : "");
    }

    /** A label must not contain an equals sign or, for some readers, a bar. */
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

    /** Writes an object with the verdict, and an object for each value. */
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

    /** Writes a number, nothing for NaN. */
    private static void number(JsonGenerator json, String name, double value) throws IOException {
        if (!Double.isNaN(value)) {
            json.writeFieldName(name);
            json.writeNumber(Quantity.plain(value));
        }
    }
}
