/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.ProcessFigures;
import io.tailrace.samples.summarizer.live.Slowest;
import io.tailrace.samples.summarizer.live.StageFigures;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Writes what is seen of a run as JSON. */
final class LiveJson {
    private static final JsonFactory JSON = new JsonFactory();

    private LiveJson() {}

    /** {@return the figures of all processes, the slowest stages, and all rejects} */
    static String figures(List<ProcessFigures> processes) {
        List<StageFigures> running = processes.stream()
                .filter(process -> process.state() == ProcessFigures.State.RUNNING)
                .flatMap(process -> process.figures().stages().stream())
                .toList();
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeArrayFieldStart("slowest");
            for (StageFigures stage : Slowest.of(running)) {
                json.writeString(stage.name());
            }
            json.writeEndArray();
            json.writeArrayFieldStart("stages");
            for (ProcessFigures process : processes) {
                for (StageFigures stage : process.figures().stages()) {
                    write(json, process, stage);
                }
            }
            json.writeEndArray();
            json.writeObjectFieldStart("rejects");
            for (Map.Entry<Reject, Long> entry : rejects(processes).entrySet()) {
                json.writeNumberField(entry.getKey().name(), entry.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write into memory", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, ProcessFigures process, StageFigures stage) throws IOException {
        json.writeStartObject();
        json.writeStringField("process", process.process());
        json.writeStringField("state", process.state().name());
        json.writeStringField("name", stage.name());
        json.writeNumberField("handled", stage.handledCount());
        json.writeNumberField("perSecond", Math.round(stage.perSecond()));
        json.writeNumberField("fill", Math.round(stage.fill() * 1000) / 1000.0);
        json.writeEndObject();
    }

    private static Map<Reject, Long> rejects(List<ProcessFigures> processes) {
        Map<Reject, Long> all = new EnumMap<>(Reject.class);
        for (ProcessFigures process : processes) {
            process.figures().rejects().forEach((reason, count) -> all.merge(reason, count, Long::sum));
        }
        return all;
    }

    /** {@return one object of what are objects already, as the run writes them at its end} */
    static String summaries(List<String> summaries) {
        return "{\"summaries\":[" + String.join(",", summaries) + "]}";
    }
}
