/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.ls;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.view.Culprit;
import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.LogSnapshot.Publisher;
import io.tailrace.tools.view.LogSnapshot.Subscriber;
import io.tailrace.tools.view.LogView;
import io.tailrace.tools.view.StreamState;
import io.tailrace.tools.view.StreamView;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Streams as programs read them. One thread. */
public final class StreamJson {
    static final String SCHEMA = "tailrace.ls/1";

    private final JsonLines lines;
    private final Interval interval;
    private final long nowNs;

    /** Writes to an output, which it does not flush. */
    public StreamJson(OutputStream out, Interval interval) {
        this(new JsonLines(out, SCHEMA), interval);
    }

    StreamJson(JsonLines lines, Interval interval) {
        this.lines = lines;
        this.interval = interval;
        this.nowNs = interval.after().takenNs();
    }

    /** Writes a line for the stream. */
    public void stream(StreamView stream) {
        StreamState state = interval.state(stream);
        lines.line("stream", json -> {
            json.writeStringField("stream", stream.name());
            json.writeNumberField("logs", stream.logs().size());
            json.writeNumberField("termLength", stream.termLength());
            json.writeNumberField("publishers", stream.publishers());
            json.writeNumberField("subscribers", stream.subscribers());
            json.writeNumberField("position", stream.position());
            json.writeNumberField("bytesPerSecond", Math.round(interval.bytesPerSecond(stream)));
            lag(json, "worstLag", stream.worstLag());
            lag(json, "worstDroppingLag", stream.worstDroppingLag());
            json.writeStringField("state", state.kind().name());
            json.writeNumberField("retainedForNs", state.retainedForNs());
            culprit(json, "culprit", state.culprit());
            json.writeArrayFieldStart("vacantNames");
            for (String name : stream.vacantNames()) {
                json.writeString(name);
            }
            json.writeEndArray();
        });
    }

    private void lag(JsonGenerator json, String field, StreamView.@Nullable Lag lag) throws IOException {
        if (lag == null) {
            json.writeNullField(field);
            return;
        }
        json.writeObjectFieldStart(field);
        json.writeNumberField("logId", lag.log().id());
        json.writeNumberField("bytes", lag.bytes());
        json.writeNumberField("percent", lag.percent());
        culprit(json, "subscriber", Culprit.of(lag.subscriber(), interval.after()));
        json.writeEndObject();
    }

    private void culprit(JsonGenerator json, String field, @Nullable Culprit culprit) throws IOException {
        if (culprit == null) {
            json.writeNullField(field);
            return;
        }
        json.writeObjectFieldStart(field);
        json.writeStringField("role", culprit.role().name());
        json.writeStringField("name", culprit.subscription());
        json.writeNumberField("clientId", culprit.clientId());
        json.writeNumberField("pid", culprit.pid());
        if (culprit.vacantForNs() >= 0) {
            json.writeNumberField("vacantForNs", culprit.vacantForNs());
        }
        if (culprit.client() != null) {
            json.writeStringField("program", culprit.client().program());
            json.writeStringField("life", culprit.client().life(nowNs));
            json.writeStringField("reason", culprit.client().reason(nowNs));
        }
        json.writeEndObject();
    }

    /** Writes a line for each log, publisher and subscriber. */
    public void details(StreamView stream) {
        for (LogView log : stream.logs()) {
            lines.line("log", json -> {
                json.writeNumberField("logId", log.id());
                json.writeStringField("stream", stream.name());
                json.writeStringField("directory", log.directory().toString());
                json.writeBooleanField("exclusive", log.at().isExclusive());
                json.writeBooleanField("ended", log.isEnded());
                json.writeNumberField("tail", log.at().tail());
                json.writeNumberField("limit", log.limit());
                json.writeNumberField("bytesPerSecond", Math.round(interval.bytesPerSecond(log)));
                json.writeNumberField("bytes", log.bytes());
            });
            log.at().publishers().forEach(publisher -> publisher(log, publisher));
            log.at().subscribers().forEach(subscriber -> subscriber(log, subscriber));
        }
    }

    private void publisher(LogView log, Publisher publisher) {
        lines.line("publisher", json -> {
            json.writeNumberField("logId", log.id());
            json.writeNumberField("registrationId", publisher.registrationId());
            culprit(json, "publisher", Culprit.of(publisher, interval.after()));
        });
    }

    private void subscriber(LogView log, Subscriber subscriber) {
        lines.line("subscriber", json -> {
            json.writeNumberField("logId", log.id());
            json.writeNumberField("registrationId", subscriber.registrationId());
            json.writeStringField("policy", subscriber.policyName());
            json.writeNumberField("position", subscriber.position());
            json.writeNumberField("lag", log.at().lag(subscriber));
            json.writeBooleanField("vacant", subscriber.isVacant());
            culprit(json, "subscriber", Culprit.of(subscriber, interval.after()));
        });
    }
}
