/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.EventsReader;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Term;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.look.ClientsCommand;
import io.tailrace.tools.look.EventsCommand;
import io.tailrace.tools.look.StreamRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a snapshot as JSON: streams, clients, errors and events in the lines of {@code ls}, {@code clients}, {@code
 * events} and {@code events --errors}, the rest in lines of its own. One thread.
 */
final class LookJson {
    static final String SCHEMA = "tailrace.web/1";

    private static final Columns<Term> TERMS =
            new Columns<Term>().key("state", term -> term.state().name()).key("fill", Term::fill);

    /** An error may have a long stack trace. */
    static final int MAX_ERRORS = 50;
    /** The most events; the newest ones are sent. */
    static final int MAX_EVENTS = 100;

    private final Path directory;
    private final @Nullable Observation seen;
    private final String reason;
    /** Made when a browser first needs it. */
    private byte @Nullable [] common;

    /**
     * Takes what a look has seen.
     *
     * @param seen the state of a driver, living or dead; null if there are no files of one, or this user cannot read
     *     them
     * @param reason why there is nothing to see
     */
    LookJson(Path directory, @Nullable Observation seen, String reason) {
        this.directory = directory;
        this.seen = seen;
        this.reason = reason;
    }

    /** {@return what it has seen, null if there is nothing to see} */
    @Nullable
    Observation seen() {
        return seen;
    }

    /**
     * {@return lines of JSON}
     *
     * @param unfolded the streams whose logs a browser shows
     */
    byte[] lines(Set<String> unfolded) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (common == null) {
            common = common();
        }
        out.writeBytes(common);
        if (seen != null) {
            for (String name : unfolded) {
                StreamView stream = seen.now().stream(name);
                if (stream != null) {
                    details(out, seen, stream);
                }
            }
        }
        return out.toByteArray();
    }

    private byte[] common() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonLines lines = new JsonLines(out, SCHEMA);
        if (seen == null) {
            lines.line("nothing", json -> {
                json.writeStringField("directory", directory.toString());
                json.writeStringField("reason", reason);
            });
        } else {
            common(out, lines, seen);
        }
        return out.toByteArray();
    }

    private static void common(OutputStream out, JsonLines lines, Observation seen) {
        Snapshot now = seen.now();
        lines.line("look", json -> look(json, seen));
        ClientsCommand.write(out, now.processes().toList(), now.takenNs());
        new StreamRows(seen.interval()).write(new JsonLines(out, StreamRows.SCHEMA), now.streams(), false);
        JsonLines eventLines = new JsonLines(out, EventsCommand.SCHEMA);
        eventLines.lines(
                "error",
                EventsCommand.ERRORS,
                seen.errors().stream().limit(MAX_ERRORS).toList());
        EventsReader events = EventsReader.of(new DriverDirectory(now.directory()), now.takenNs(), now.taken());
        int eventCount = events.all().size();
        eventLines.lines(
                "event", EventsCommand.EVENTS, events.all().subList(Math.max(0, eventCount - MAX_EVENTS), eventCount));
        seen.unreadable().forEach(lines::unreadable);
        events.unreadable().forEach(lines::unreadable);
    }

    private static void look(JsonGenerator json, Observation seen) throws IOException {
        Interval interval = seen.interval();
        Snapshot now = interval.after();
        json.writeStringField("directory", now.directory().toString());
        json.writeNumberField("takenMs", now.taken().toEpochMilli());
        long beatNs = now.driver().owner().heartbeat().ns();
        json.writeNumberField("silentNs", beatNs == 0 ? -1 : Math.max(0, now.takenNs() - beatNs));
        json.writeNumberField("termLength", now.termLength());
        json.writeNumberField("livingClients", now.livingClients());
        json.writeNumberField("suspectClients", now.suspectClients());
        json.writeNumberField("heldBack", interval.heldBack());
        json.writeNumberField("bytesPerSecond", Math.round(interval.bytesPerSecond()));
        json.writeNumberField("distinctErrors", seen.errors().size());
        json.writeNumberField(
                "logBytes", now.logs().stream().mapToLong(LogView::bytes).sum());
        json.writeNumberField("freeBytes", seen.storage().usableBytes());
        json.writeNumberField("totalBytes", seen.storage().totalBytes());
    }

    private static void details(OutputStream out, Observation seen, StreamView stream) {
        new StreamRows(seen.interval()).details(new JsonLines(out, StreamRows.SCHEMA), stream);
        JsonLines lines = new JsonLines(out, SCHEMA);
        for (LogView log : stream.logs()) {
            lines.line("strip", json -> strip(json, log));
        }
    }

    private static void strip(JsonGenerator json, LogView log) throws IOException {
        LogSnapshot at = log.at();
        json.writeNumberField("logId", log.id());
        json.writeNumberField("termLength", at.constants().termLength());
        json.writeNumberField("window", at.constants().window());
        json.writeNumberField("cleanPosition", at.cleanPosition());
        json.writeNumberField("readableTail", at.readableTail());
        json.writeStringField("contradiction", at.contradiction());
        JsonLines.field(json, "terms", TERMS.all(at.terms()));
    }
}
