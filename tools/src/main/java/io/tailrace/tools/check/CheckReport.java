/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Verdict;
import java.io.IOException;

/** Writes what a check has found. One thread. */
interface CheckReport {
    String SCHEMA = "tailrace.check/1";

    void write(CheckResult result);

    /**
     * {@return one line as Nagios and its kin read it: verdict, what is not well, and behind a bar all values with
     * their thresholds}
     */
    static CheckReport nagios(Output out) {
        return result -> out.text(NagiosLine.of(result)).newLine();
    }

    /** {@return one object with the verdict, and one for each value} */
    static CheckReport json(Output out) {
        JsonLines lines = new JsonLines(out, SCHEMA);
        return result -> {
            lines.line("verdict", json -> {
                json.writeStringField("verdict", result.verdict().name());
                json.writeNumberField("exitCode", result.verdict().exitCode());
                json.writeStringField("text", result.describe());
            });
            for (Measure measure : result.measures()) {
                measure(lines, measure);
            }
        };
    }

    private static void measure(JsonLines lines, Measure measure) {
        lines.line("measure", json -> {
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
        });
    }

    /** Nothing for a number that is none. */
    private static void number(JsonGenerator json, String name, double value) throws IOException {
        if (!Double.isNaN(value)) {
            json.writeFieldName(name);
            json.writeNumber(Quantity.plain(value));
        }
    }
}
