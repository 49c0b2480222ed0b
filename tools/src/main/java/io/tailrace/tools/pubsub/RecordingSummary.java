/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.pubsub.RecordingReader.Ending;
import io.tailrace.tools.pubsub.RecordingReader.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is in a recording, and whether all of it is sound.
 *
 * @param reader that has read the whole file
 * @param logs the recorded part of each log
 */
record RecordingSummary(Path path, RecordingReader reader, SortedMap<Long, LogPart> logs, Ending ending) {
    static final String SCHEMA = "tailrace.replay/1";
    private static final double NS_PER_SECOND = 1e9;

    /** The recorded part of one log, by the positions of the first and the last message. */
    record LogPart(long first, long last, long messages, long bytes, long shortest, long longest, long lastNs) {
        static LogPart of(Message message) {
            int length = message.length();
            return new LogPart(message.position(), message.position(), 1, length, length, length, message.timeNs());
        }

        LogPart plus(LogPart next) {
            return new LogPart(
                    first,
                    next.last,
                    messages + next.messages,
                    bytes + next.bytes,
                    Math.min(shortest, next.shortest),
                    Math.max(longest, next.longest),
                    Math.max(lastNs, next.lastNs));
        }
    }

    /**
     * Walks through a whole recording.
     *
     * @throws io.tailrace.file.FileFormatException if it is none
     */
    static RecordingSummary of(Path path) throws IOException {
        SortedMap<Long, LogPart> logs = new TreeMap<>();
        try (RecordingReader reader = RecordingReader.open(path)) {
            Ending ending = reader.read(message -> {
                logs.merge(message.logId(), LogPart.of(message), LogPart::plus);
                return true;
            });
            return new RecordingSummary(path, reader, logs, ending);
        }
    }

    private LogPart all() {
        return logs.values().stream().reduce(LogPart::plus).orElse(new LogPart(0, 0, 0, 0, 0, 0, 0));
    }

    String stream() {
        return reader.stream();
    }

    boolean isComplete() {
        return ending.state() == RecordingReader.State.COMPLETE;
    }

    long messages() {
        return reader.messages();
    }

    /** {@return the length of the longest message, 0 if there is none} */
    long longest() {
        return all().longest;
    }

    /** {@return the bytes of logs that were lost before they could be received} */
    long lostBytes() {
        return reader.lostBytes();
    }

    long shortest() {
        return all().shortest;
    }

    private Instant began() {
        return Instant.EPOCH.plusNanos(reader.startEpochNs());
    }

    /** Of a recording without an end up to its last message. */
    long durationNs() {
        return Math.max(all().lastNs, reader.durationNs());
    }

    /** Prints it for people. */
    void text(Output out) {
        out.text("recording " + path + "  stream " + EscapedText.quote(stream()) + "  version " + reader.version()
                        + "  " + (isComplete() ? "complete" : ending.describe()))
                .newLine();
        out.format(
                "  began %s  took %.3f s  %d messages  %d bytes  shortest %d  longest %d\n",
                began(), durationNs() / NS_PER_SECOND, messages(), reader.bytes(), shortest(), longest());
        if (reader.losses() > 0) {
            out.format("  lost %d bytes of the logs, headers included, in %d ranges\n", lostBytes(), reader.losses());
        }
        logs.forEach((logId, log) -> out.format(
                "  log %d  %d messages  %d bytes  first at %d  last at %d\n",
                logId, log.messages, log.bytes, log.first, log.last));
        out.flush();
    }

    /** Prints it for programs: one object in one line. */
    void json(Output out) {
        new JsonLines(out, SCHEMA).line("recording", json -> {
            json.writeStringField("file", path.toString());
            json.writeStringField("stream", stream());
            json.writeStringField("version", reader.version());
            json.writeStringField("state", ending.state().name());
            json.writeNumberField("soundBytes", ending.at());
            if (!isComplete()) {
                json.writeStringField("problem", ending.text());
            }
            json.writeStringField("began", began().toString());
            json.writeNumberField("durationNs", durationNs());
            json.writeNumberField("messages", messages());
            json.writeNumberField("bytes", reader.bytes());
            json.writeNumberField("shortest", shortest());
            json.writeNumberField("longest", longest());
            json.writeNumberField("losses", reader.losses());
            json.writeNumberField("lostBytes", lostBytes());
            json.writeArrayFieldStart("logs");
            for (Map.Entry<Long, LogPart> log : logs.entrySet()) {
                json.writeStartObject();
                json.writeNumberField("logId", log.getKey());
                json.writeNumberField("messages", log.getValue().messages);
                json.writeNumberField("bytes", log.getValue().bytes);
                json.writeNumberField("first", log.getValue().first);
                json.writeNumberField("last", log.getValue().last);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
        out.flush();
    }
}
