/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes findings in the order of reading: for people one a line, for programs one JSON object a line with a {@code
 * kind}. One thread.
 */
final class Report {
    private static final String SCHEMA = "tailrace.dump/1";
    private static final String FRAME_COLUMNS = "%16s  %4s  %10s  %-7s  %9s";

    private final Output out;
    private final @Nullable JsonLines lines;
    private final PayloadStyle style;
    private @Nullable LogSnapshot current;
    private long namedLogId;
    private boolean columnsNamed;

    /**
     * Writes to an output.
     *
     * @param json whether the report is for programs
     */
    Report(Output out, boolean json, PayloadStyle style) {
        this.out = out;
        this.lines = json ? new JsonLines(out, SCHEMA) : null;
        this.style = style;
    }

    /** Writes an object about the current log; returns whether the report is for programs. */
    private boolean line(String kind, JsonLines.Fields fields) {
        if (lines == null) {
            return false;
        }
        lines.line(kind, json -> {
            json.writeNumberField("logId", current().logId());
            fields.write(json);
        });
        return true;
    }

    private LogMeta.Constants current() {
        return Objects.requireNonNull(current).constants();
    }

    /** Begins a log; what follows is about it. */
    void log(Path directory, LogSnapshot log, @Nullable Uncommitted claim) {
        boolean first = current == null;
        turnTo(log);
        LogSummary summary = new LogSummary(directory, log, claim);
        if (!line("log", summary::write)) {
            namedLogId = log.constants().logId();
            columnsNamed = false;
            out.text(first ? "" : "\n");
            summary.text(out);
        }
    }

    /** Returns to a log that was begun before. */
    void turnTo(LogSnapshot log) {
        current = log;
    }

    /** Names the log if the last line was about another one. */
    private Output named() {
        long logId = current().logId();
        if (namedLogId != logId) {
            namedLogId = logId;
            out.text("==> log " + logId + " <==").newLine();
        }
        return out;
    }

    void frame(Frame frame) {
        int termLength = current().termLength();
        long term = frame.position / termLength % LogLayout.TERM_COUNT;
        if (line("frame", json -> frame(json, frame, term, frame.position % termLength))) {
            return;
        }
        named();
        if (!columnsNamed) {
            columnsNamed = true;
            out.format(FRAME_COLUMNS, "position", "term", "offset", "type", "length");
            out.text(style.showsPayload() ? "  payload" : "  flags  owner").newLine();
        }
        out.format(FRAME_COLUMNS, frame.position, term, frame.position % termLength, frame.kind, frame.length)
                .text("  ")
                .text(details(frame))
                .newLine();
    }

    private void frame(JsonGenerator json, Frame frame, long term, long offset) throws IOException {
        json.writeNumberField("position", frame.position);
        json.writeNumberField("term", term);
        json.writeNumberField("offset", offset);
        json.writeStringField("type", frame.kind.name());
        json.writeNumberField("length", frame.length);
        if (frame.owner != Frame.NO_OWNER) {
            json.writeNumberField("flags", frame.flags);
            json.writeNumberField("owner", frame.owner);
            Publisher publisher = publisher(frame);
            if (publisher != null) {
                json.writeNumberField("clientId", publisher.clientId());
                json.writeNumberField("pid", publisher.pid());
            }
        }
        if (frame.problem != null) {
            json.writeStringField("problem", frame.problem);
            json.writeNumberField("goesOnAt", frame.end);
        }
        if (frame.kind == Frame.Kind.DATA && style.showsPayload()) {
            style.write(json, frame);
        }
    }

    private String details(Frame frame) {
        if (frame.problem != null) {
            return frame.describeProblem();
        }
        if (!style.showsPayload() && frame.owner != Frame.NO_OWNER) {
            return String.format(Locale.ROOT, "%5d  %s", frame.flags, owner(frame));
        }
        return switch (frame.kind) {
            case CLAIMED -> frame.isHole() ? "no header yet" : "by " + owner(frame);
            case DATA -> style.text(frame);
            case PAD, UNKNOWN, CORRUPT -> "";
        };
    }

    /** The publisher that has the slot now; null for a committed frame, because the slot may have changed hands. */
    private @Nullable Publisher publisher(Frame frame) {
        return frame.kind == Frame.Kind.CLAIMED
                ? Objects.requireNonNull(current).publisher(frame.owner)
                : null;
    }

    private String owner(Frame frame) {
        if (frame.owner == FrameLayout.DRIVER_OWNER) {
            return "media driver";
        }
        Publisher publisher = publisher(frame);
        return publisher == null ? "publisher " + frame.owner : LogSummary.describe(publisher);
    }

    /**
     * Reports a finding about the current log.
     *
     * @param text for people, one line
     * @param fields for programs: names, each followed by its value
     */
    void tell(String kind, String text, Object... fields) {
        boolean written = line(kind, json -> {
            for (int i = 0; i < fields.length; i += 2) {
                json.writeObjectField((String) fields[i], fields[i + 1]);
            }
        });
        if (!written) {
            named().text(text + '\n');
        }
    }

    /** Counts frames. One thread. */
    static final class Totals {
        private long frames;
        /** The bytes of the messages, without headers and alignment. */
        private long bytes;

        private long pads;
        /** Adjacent claims without a header count as one. */
        private long uncommitted;

        void add(Frame frame) {
            switch (frame.kind) {
                case DATA -> {
                    frames++;
                    bytes += frame.payloadLength();
                }
                case PAD -> pads++;
                case CLAIMED -> uncommitted++;
                case UNKNOWN, CORRUPT -> {
                    // A problem is reported where it is found.
                }
            }
        }

        /** Reports the totals; with the number of anomalies if these are the totals of a whole log. */
        void reportTo(Report report, @Nullable Long anomalies) {
            String text = frames + " frames, " + bytes + " bytes, " + pads + " pads, " + uncommitted + " uncommitted";
            List<Object> fields = new ArrayList<>(
                    List.of("frames", frames, "bytes", bytes, "pads", pads, "uncommitted", uncommitted));
            if (anomalies != null) {
                text += ", " + anomalies + " anomalies";
                fields.addAll(List.of("anomalies", anomalies));
            }
            report.tell("total", text, fields.toArray());
        }
    }
}
