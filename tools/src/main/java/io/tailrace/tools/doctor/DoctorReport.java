/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import io.tailrace.tools.command.Verdict;
import io.tailrace.tools.doctor.Findings.Finding;
import java.util.Locale;

/** Writes what was found. One thread. */
interface DoctorReport {
    String SCHEMA = "tailrace.doctor/1";

    void write(Findings findings);

    /** {@return a line for each finding, and one below it for the fix} */
    static DoctorReport text(Output out, Terminal terminal) {
        return findings -> {
            for (Finding finding : findings.all()) {
                String line = String.format(
                        Locale.ROOT,
                        "[%-4s] %-11s  %s",
                        word(finding.verdict()),
                        finding.topic(),
                        printable(finding.text()));
                out.text(terminal.colour(colour(finding.verdict()), line)).newLine();
                if (!finding.fix().isEmpty()) {
                    out.text("       fix: " + printable(finding.fix())).newLine();
                }
            }
            out.format(
                    "%d critical, %d warnings, %d fine, %d can not be told%n",
                    findings.count(Verdict.CRITICAL),
                    findings.count(Verdict.WARNING),
                    findings.count(Verdict.OK),
                    findings.count(Verdict.UNKNOWN));
        };
    }

    /** {@return an object for each finding, and one for all together} */
    static DoctorReport json(Output out) {
        JsonLines lines = new JsonLines(out, SCHEMA);
        return findings -> {
            for (Finding finding : findings.all()) {
                lines.line("finding", json -> {
                    json.writeStringField("verdict", finding.verdict().name());
                    json.writeStringField("topic", finding.topic());
                    json.writeStringField("text", finding.text());
                    if (!finding.fix().isEmpty()) {
                        json.writeStringField("fix", finding.fix());
                    }
                });
            }
            lines.line("verdict", json -> {
                json.writeStringField("verdict", findings.worst().name());
                json.writeNumberField("exitCode", findings.worst().exitCode());
                for (Verdict verdict : Verdict.values()) {
                    json.writeNumberField(verdict.name().toLowerCase(Locale.ROOT), findings.count(verdict));
                }
            });
        };
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case OK -> "OK";
            case WARNING -> "WARN";
            case CRITICAL -> "CRIT";
            case UNKNOWN -> "?";
        };
    }

    private static Colour colour(Verdict verdict) {
        return switch (verdict) {
            case OK -> Colour.NONE;
            case WARNING -> Colour.YELLOW;
            case CRITICAL -> Colour.RED;
            case UNKNOWN -> Colour.DIM;
        };
    }

    /** Names of users, files and programs are in it. Quotes stay, for a shell is to read them. */
    private static String printable(String text) {
        return EscapedText.escape(text).replace("\\\"", "\"").replace("\\\\", "\\");
    }
}
