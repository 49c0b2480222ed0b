/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.dump.Holders.Holder;
import io.tailrace.tools.dump.Holders.Uncommitted;
import io.tailrace.tools.dump.SbeMessages.Decoded;
import io.tailrace.tools.dump.Sizes.Bucket;
import io.tailrace.tools.view.LogSnapshot;
import io.tailrace.tools.view.LogSnapshot.Publisher;
import io.tailrace.tools.view.LogSnapshot.Subscriber;
import io.tailrace.tools.view.LogSnapshot.Term;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Findings for programs: one JSON object a line, whose {@code kind} says what it is about. */
final class JsonReport implements Report {
    static final String SCHEMA = "tailrace.dump/1";

    private final JsonLines lines;
    private final PayloadStyle style;
    private @Nullable LogSnapshot current;

    JsonReport(OutputStream out, PayloadStyle style) {
        this.lines = new JsonLines(out, SCHEMA);
        this.style = style;
    }

    private void line(String kind, JsonLines.Fields fields) {
        lines.line(kind, json -> {
            json.writeNumberField("logId", log().constants().logId());
            fields.write(json);
        });
    }

    private LogSnapshot log() {
        if (current == null) {
            throw new IllegalStateException("a finding before its log");
        }
        return current;
    }

    @Override
    public void log(Path directory, LogSnapshot log, Holders holders) {
        current = log;
        line("log", json -> {
            LogMeta.Constants constants = log.constants();
            json.writeStringField("directory", directory.toString());
            json.writeStringField("stream", constants.stream());
            json.writeBooleanField("exclusive", log.isExclusive());
            json.writeNumberField("termLength", constants.termLength());
            json.writeNumberField("window", constants.window());
            json.writeNumberField("reserve", constants.reserve());
            json.writeNumberField("tail", log.tail());
            json.writeNumberField("storedTail", log.storedTail());
            json.writeNumberField("limit", log.limit());
            json.writeNumberField("cleanPosition", log.cleanPosition());
            json.writeNumberField("cleaningTarget", log.cleaningTarget());
            json.writeNumberField("joinPosition", log.joinPosition());
            if (log.endPosition() == LogLayout.NONE) {
                json.writeNullField("endPosition");
            } else {
                json.writeNumberField("endPosition", log.endPosition());
            }
            ending(json, log.ending());
            terms(json, log);
            publishers(json, log);
            subscribers(json, log);
            uncommitted(json, holders.uncommitted());
            furthestBehind(json, holders);
        });
    }

    private void ending(JsonGenerator json, LogEnd ending) throws IOException {
        if (ending.endedNs() > 0) {
            json.writeNumberField("endedNsAgo", ending.ageNs(System.nanoTime()));
        }
        if (ending.isRetained()) {
            json.writeNumberField("retainedForNs", ending.remainingNs(System.nanoTime()));
        }
    }

    private void uncommitted(JsonGenerator json, @Nullable Uncommitted uncommitted) throws IOException {
        if (uncommitted == null) {
            json.writeNullField("firstUncommitted");
            return;
        }
        json.writeObjectFieldStart("firstUncommitted");
        json.writeNumberField("position", uncommitted.position());
        json.writeNumberField("end", uncommitted.end());
        json.writeBooleanField("hole", uncommitted.isHole());
        if (!uncommitted.isHole()) {
            json.writeNumberField("owner", uncommitted.owner());
        }
        json.writeArrayFieldStart("publishers");
        for (Holder holder : uncommitted.publishers()) {
            Publisher publisher = holder.publisher();
            json.writeStartObject();
            slot(json, publisher.slot(), publisher.registrationId(), publisher.clientId(), publisher.pid());
            json.writeStringField("life", holder.life().name());
            json.writeBooleanField("suspect", holder.heartbeat().isSuspect(System.nanoTime()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void furthestBehind(JsonGenerator json, Holders holders) throws IOException {
        Subscriber behind = holders.furthestBehind();
        if (behind == null) {
            json.writeNullField("furthestBehind");
            return;
        }
        json.writeObjectFieldStart("furthestBehind");
        slot(json, behind.slot(), behind.registrationId(), behind.clientId(), behind.pid());
        json.writeNumberField("lag", holders.lag());
        json.writeEndObject();
    }

    private void terms(JsonGenerator json, LogSnapshot log) throws IOException {
        json.writeArrayFieldStart("terms");
        for (Term term : log.terms()) {
            json.writeStartObject();
            json.writeNumberField("term", term.index());
            json.writeStringField("state", term.state().name());
            json.writeNumberField("fill", term.fill());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void publishers(JsonGenerator json, LogSnapshot log) throws IOException {
        json.writeArrayFieldStart("publishers");
        for (Publisher publisher : log.publishers()) {
            json.writeStartObject();
            slot(json, publisher.slot(), publisher.registrationId(), publisher.clientId(), publisher.pid());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void subscribers(JsonGenerator json, LogSnapshot log) throws IOException {
        json.writeArrayFieldStart("subscribers");
        for (Subscriber subscriber : log.subscribers()) {
            json.writeStartObject();
            slot(json, subscriber.slot(), subscriber.registrationId(), subscriber.clientId(), subscriber.pid());
            json.writeNumberField("joinPosition", subscriber.joinPosition());
            json.writeNumberField("position", subscriber.position());
            json.writeNumberField("lag", log.tail() - subscriber.position());
            json.writeStringField("policy", subscriber.policyName());
            if (!subscriber.name().isEmpty()) {
                json.writeStringField("name", subscriber.name());
            }
            if (subscriber.isVacant()) {
                json.writeNumberField("vacantForNs", subscriber.vacantForNs());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void slot(JsonGenerator json, int slot, long registrationId, long clientId, long pid) throws IOException {
        json.writeNumberField("slot", slot);
        json.writeNumberField("registrationId", registrationId);
        json.writeNumberField("clientId", clientId);
        json.writeNumberField("pid", pid);
    }

    @Override
    public void turnTo(LogSnapshot log) {
        current = log;
    }

    @Override
    public void frame(Frame frame) {
        line("frame", json -> {
            int termLength = log().constants().termLength();
            json.writeNumberField("position", frame.position);
            json.writeNumberField("term", frame.position / termLength % LogLayout.TERM_COUNT);
            json.writeNumberField("offset", frame.position % termLength);
            json.writeStringField("type", frame.kind.name());
            json.writeNumberField("length", frame.length);
            if (frame.owner != Frame.NO_OWNER) {
                json.writeNumberField("flags", frame.flags);
                owner(json, frame);
            }
            if (frame.problem != null) {
                json.writeStringField("problem", frame.problem);
                json.writeNumberField("goesOnAt", frame.end);
            }
            if (frame.kind == Frame.Kind.DATA && style.kind() != PayloadStyle.Kind.NONE) {
                payload(json, frame);
            }
        });
    }

    /** Who has the slot now; of a committed frame only the slot, which may have changed hands since. */
    private void owner(JsonGenerator json, Frame frame) throws IOException {
        json.writeNumberField("owner", frame.owner);
        Publisher publisher = frame.isUncommitted() ? log().publisher(frame.owner) : null;
        if (publisher != null) {
            json.writeNumberField("clientId", publisher.clientId());
            json.writeNumberField("pid", publisher.pid());
        }
    }

    /** As text if it is UTF-8, else in hexadecimal digits: so nothing is lost. */
    private void payload(JsonGenerator json, Frame frame) throws IOException {
        Decoded decoded = style.decode(frame);
        if (decoded != null) {
            json.writeStringField("message", decoded.name());
            json.writeFieldName("sbe");
            json.writeRawValue(decoded.json());
            json.writeNumberField("payloadLength", frame.payloadLength());
            return;
        }
        boolean cut = style.isCut(frame);
        int shown = style.shown(frame);
        String text = style.kind() == PayloadStyle.Kind.TEXT ? EscapedText.decode(frame.payload, shown, cut) : null;
        if (text == null) {
            json.writeStringField("hex", EscapedText.hex(frame.payload, shown));
        } else {
            json.writeStringField("text", text);
        }
        json.writeNumberField("payloadLength", frame.payloadLength());
        if (cut) {
            json.writeBooleanField("truncated", true);
        }
    }

    @Override
    public void skipped(long from, long to, long bytes) {
        line("skipped", json -> {
            json.writeNumberField("from", from);
            json.writeNumberField("to", to);
            json.writeNumberField("bytes", bytes);
        });
    }

    @Override
    public void anomaly(long position, String text) {
        line("anomaly", json -> {
            json.writeNumberField("position", position);
            json.writeStringField("problem", text);
        });
    }

    @Override
    public void moreAnomalies(long count) {
        line("moreAnomalies", json -> json.writeNumberField("count", count));
    }

    @Override
    public void histogram(Sizes sizes) {
        line("histogram", json -> {
            json.writeNumberField("messages", sizes.count());
            json.writeNumberField("shortest", sizes.shortest());
            json.writeNumberField("mean", sizes.mean());
            json.writeNumberField("longest", sizes.longest());
            json.writeArrayFieldStart("buckets");
            for (Bucket bucket : sizes.buckets()) {
                json.writeStartObject();
                json.writeNumberField("from", bucket.from());
                json.writeNumberField("to", bucket.to());
                json.writeNumberField("messages", bucket.count());
                json.writeNumberField("bytes", bucket.bytes());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    @Override
    public void total(Totals totals) {
        line("total", json -> totals(json, totals));
    }

    @Override
    public void verified(Totals totals, long anomalies) {
        line("total", json -> {
            totals(json, totals);
            json.writeNumberField("anomalies", anomalies);
        });
    }

    private void totals(JsonGenerator json, Totals totals) throws IOException {
        json.writeNumberField("frames", totals.frames());
        json.writeNumberField("bytes", totals.bytes());
        json.writeNumberField("pads", totals.pads());
        json.writeNumberField("uncommitted", totals.uncommitted());
    }
}
