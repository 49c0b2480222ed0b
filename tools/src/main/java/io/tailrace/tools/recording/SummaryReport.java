/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.recording;

import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.recording.RecordingSummary.LogPart;

/** Prints what is in a recording. */
final class SummaryReport {
    static final String SCHEMA = "tailrace.replay/1";
    private static final double NS_PER_SECOND = 1e9;

    private SummaryReport() {}

    /** For people. */
    static void text(RecordingSummary summary, Output out) {
        out.text("recording " + summary.path() + "  stream " + EscapedText.quote(summary.stream()) + "  version "
                        + summary.version() + "  "
                        + (summary.isComplete() ? "complete" : summary.ending().describe()))
                .newLine();
        out.format(
                "  began %s  took %.3f s  %d messages  %d bytes  shortest %d  longest %d\n",
                summary.began(),
                summary.durationNs() / NS_PER_SECOND,
                summary.messages(),
                summary.bytes(),
                summary.shortest(),
                summary.longest());
        if (summary.losses() > 0) {
            out.format(
                    "  lost %d bytes of the logs, headers included, in %d ranges\n",
                    summary.lostBytes(), summary.losses());
        }
        for (LogPart log : summary.logs()) {
            out.format(
                    "  log %d  %d messages  %d bytes  first at %d  last at %d\n",
                    log.logId(), log.messages(), log.bytes(), log.first(), log.last());
        }
        out.flush();
    }

    /** For programs: one object in one line. */
    static void json(RecordingSummary summary, Output out) {
        new JsonLines(out, SCHEMA).line("recording", json -> {
            json.writeStringField("file", summary.path().toString());
            json.writeStringField("stream", summary.stream());
            json.writeStringField("version", summary.version());
            json.writeStringField("state", summary.ending().state().name());
            json.writeNumberField("soundBytes", summary.ending().at());
            if (!summary.isComplete()) {
                json.writeStringField("problem", summary.ending().text());
            }
            json.writeStringField("began", summary.began().toString());
            json.writeNumberField("durationNs", summary.durationNs());
            json.writeNumberField("messages", summary.messages());
            json.writeNumberField("bytes", summary.bytes());
            json.writeNumberField("shortest", summary.shortest());
            json.writeNumberField("longest", summary.longest());
            json.writeNumberField("losses", summary.losses());
            json.writeNumberField("lostBytes", summary.lostBytes());
            json.writeArrayFieldStart("logs");
            for (LogPart log : summary.logs()) {
                json.writeStartObject();
                json.writeNumberField("logId", log.logId());
                json.writeNumberField("messages", log.messages());
                json.writeNumberField("bytes", log.bytes());
                json.writeNumberField("first", log.first());
                json.writeNumberField("last", log.last());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
        out.flush();
    }
}
