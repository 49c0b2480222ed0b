/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Gathers findings in the order in which they are made. One thread. */
final class Findings {
    /**
     * The result of an inspection.
     *
     * @param topic the subject, in a word or two
     * @param text the values, on one line
     * @param fix what to do, empty if there is nothing to do
     */
    record Finding(Verdict verdict, String topic, String text, String fix) {
        /** {@return the finding in one line} */
        String line() {
            return topic + ": " + printable(text) + (fix.isEmpty() ? "" : " (fix: " + printable(fix) + ')');
        }

        /** {@return the same finding with the name of the process} */
        Finding of(LiveProcess process) {
            return new Finding(verdict, topic, process.describe() + ": " + text, fix);
        }

        /** {@return the same finding with the number of other processes that have it} */
        Finding andMore(int others) {
            return others == 0 ? this : new Finding(verdict, topic, text + "; and " + others + " more", fix);
        }
    }

    private final List<Finding> all = new ArrayList<>();
    private String topic = "";

    /**
     * Adds the findings of an inspection, or one that says that the topic is unknown. An inspection that fails, for
     * example on an unexpected file of a host, does not stop the others.
     */
    Findings look(String about, Consumer<Findings> look) {
        topic = about;
        try {
            look.accept(this);
        } catch (Unknown e) {
            unknown(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            unknown("the host's answer is not understood: " + e);
        }
        return this;
    }

    /** Ends an inspection whose files cannot be read. That is neither fine nor a reason to worry. */
    static final class Unknown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unknown(String text) {
            super(text, null, false, false);
        }
    }

    String topic() {
        return topic;
    }

    void add(Finding finding) {
        all.add(finding);
    }

    private void add(Verdict verdict, String text, String fix) {
        add(new Finding(verdict, topic, text, fix));
    }

    /** Adds a finding with the same text for every verdict; the fix is left out where all is fine. */
    void judge(boolean critical, boolean warning, String text, String fix) {
        boolean fine = !critical && !warning;
        add(critical ? Verdict.CRITICAL : fine ? Verdict.OK : Verdict.WARNING, text, fine ? "" : fix);
    }

    void ok(String text) {
        add(Verdict.OK, text, "");
    }

    void warn(String text, String fix) {
        add(Verdict.WARNING, text, fix);
    }

    void crit(String text, String fix) {
        add(Verdict.CRITICAL, text, fix);
    }

    void unknown(String text) {
        add(Verdict.UNKNOWN, text, "");
    }

    List<Finding> all() {
        return List.copyOf(all);
    }

    long count(Verdict verdict) {
        return all.stream().filter(finding -> finding.verdict() == verdict).count();
    }

    /** {@return the worst verdict, with or without the unknown ones} */
    Verdict worst(boolean withUnknown) {
        return all.stream()
                .map(Finding::verdict)
                .filter(verdict -> withUnknown || verdict != Verdict.UNKNOWN)
                .max(Comparator.naturalOrder())
                .orElse(Verdict.OK);
    }

    /** Writes an object for each finding, and one for all together. */
    void write(JsonLines lines, Verdict verdict) {
        for (Finding finding : all) {
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
            json.writeStringField("verdict", verdict.name());
            json.writeNumberField("exitCode", verdict.exitCode());
            for (Verdict each : Verdict.values()) {
                json.writeNumberField(each.name().toLowerCase(Locale.ROOT), count(each));
            }
        });
    }

    /** {@return a text safe for a terminal} Quotes and backslashes stay, because a shell may read them. */
    static String printable(String text) {
        return EscapedText.escape(text).replace("\\\"", "\"").replace("\\\\", "\\");
    }
}
