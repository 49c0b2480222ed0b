/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.HistoryView.KeptStream;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.StreamState.Culprit;
import io.tailrace.inspect.StreamState.Kind;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.Trouble;
import io.tailrace.log.LogMirror;
import io.tailrace.report.HistorianFile;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.DisplayWidth;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.JsonLines.Fields;
import io.tailrace.tools.command.LinkText;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Remedy;
import io.tailrace.tools.command.StateText;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The columns and fields of streams and their parts, for people and for programs. One thread. */
public final class StreamRows {
    /** The schema of the lines for programs. */
    public static final String SCHEMA = "tailrace.ls/1";

    /** The columns of histories. */
    public static final Columns<HistoryView> HISTORIES = new Columns<HistoryView>()
            .left("history", "directory", history -> history.directory().toString())
            .left("historian", "state", HistoryView::state)
            .left("pid", "pid", history -> history.said(HistorianFile.View::pid))
            .bytes("lag", "lagBytes", history -> history.said(HistorianFile.View::lagBytes))
            .bytes("free", "freeBytes", history -> history.said(HistorianFile.View::freeBytes))
            .left("last error", "error", HistoryView::error);

    private static final String INDENT = "    ";

    private final Interval interval;
    private final int width;
    private final Snapshot now;
    private final Map<String, KeptStream> kept;
    private final Columns<StreamView> columns;

    /** Shows the streams of the later snapshot. */
    public StreamRows(Interval interval) {
        this(interval, Integer.MAX_VALUE);
    }

    /**
     * @param width the width of a terminal: there a long state is wrapped below its row
     */
    StreamRows(Interval interval, int width) {
        this.interval = interval;
        this.width = width;
        this.now = interval.after();
        this.kept = now.kept();
        this.columns = new Columns<StreamView>()
                .left("STREAM", "stream", StreamView::name)
                .sentence("STATE", this::state)
                .right("LOGS", "logs", stream -> stream.logs().size())
                .right("TERM", "termLength", StreamView::termLength, StreamRows::termLength)
                .right("PUB", "publishers", StreamView::publishers)
                .right("SUB", "subscribers", StreamView::subscribers)
                .right("POSITION", "position", StreamView::position)
                .right(
                        "BYTES/S",
                        "bytesPerSecond",
                        stream -> Math.round(interval.bytesPerSecond(stream)),
                        stream -> Quantity.shortBytes(interval.bytesPerSecond(stream)))
                .key("messagesPerSecond", stream -> Math.round(interval.messagesPerSecond(stream)))
                .right("LAG", stream -> Quantity.shortBytes(stream.lagBytes()))
                .right("%", stream -> Long.toString(stream.lagPercent()))
                .key("worstLag", stream -> lag(stream.worstLag()))
                .key("worstDroppingLag", stream -> lag(stream.worstDroppingLag()))
                .key("state", stream -> interval.state(stream).kind().name())
                .key("verdict", stream -> StateText.verdict(interval, stream))
                .key("remedy", stream -> Remedy.of(interval, stream))
                .key("heldForNs", stream -> interval.state(stream).heldForNs())
                .key("heldSince", this::heldSince)
                .key("heldTotalNs", StreamView::heldNs)
                .key("chain", stream -> interval.chain(stream).stream()
                        .map(StreamView::name)
                        .toList())
                .key("retainedForNs", stream -> interval.state(stream).retainedForNs())
                .key("culprit", stream -> culprit(interval.state(stream).culprit()))
                .key("vacantNames", StreamView::vacantNames)
                .fields(this::kept)
                .leaving("HISTORY", "TERM", "POSITION", "LOGS", "PUB", "SUB", "LAG", "BYTES/S", "%");
        if (!now.histories().isEmpty()) {
            columns.left("HISTORY", this::kept);
        }
    }

    private void kept(JsonGenerator json, StreamView stream) throws IOException {
        KeptStream held = kept.get(stream.name());
        if (held != null) {
            json.writeObjectFieldStart("history");
            json.writeStringField("from", Instant.ofEpochMilli(held.beginMs()).toString());
            json.writeNumberField("segments", held.segments());
            json.writeNumberField("bytes", held.bytes());
            json.writeEndObject();
        }
    }

    private String kept(StreamView stream) {
        KeptStream held = kept.get(stream.name());
        return held == null
                ? Columns.NOTHING
                : Quantity.shortDuration(
                                TimeUnit.MILLISECONDS.toNanos(now.taken().toEpochMilli() - held.beginMs()))
                        + ", " + Quantity.shortBytes(held.bytes());
    }

    private String state(StreamView stream) {
        return width < Integer.MAX_VALUE && Remedy.of(interval, stream) != null
                ? StateText.summary(interval.state(stream))
                : StateText.verdict(interval, stream);
    }

    private static String termLength(StreamView stream) {
        return stream.logs().isEmpty() ? Columns.NOTHING : Quantity.shortBytes(stream.termLength());
    }

    private @Nullable Fields lag(StreamView.@Nullable Lag lag) {
        return lag == null
                ? null
                : json -> {
                    json.writeNumberField("logId", lag.log().id());
                    json.writeNumberField("bytes", lag.bytes());
                    json.writeNumberField("percent", lag.percent());
                    JsonLines.field(json, "subscriber", culprit(Culprit.of(lag.subscriber(), now)));
                };
    }

    private @Nullable Fields culprit(@Nullable Culprit culprit) {
        return culprit == null
                ? null
                : json -> {
                    json.writeStringField("role", culprit.role().name());
                    json.writeStringField("name", culprit.subscription());
                    json.writeNumberField("clientId", culprit.clientId());
                    json.writeNumberField("pid", culprit.pid());
                    if (culprit.vacantForNs() >= 0) {
                        json.writeNumberField("vacantForNs", culprit.vacantForNs());
                    }
                    if (culprit.client() != null) {
                        json.writeStringField("program", culprit.client().program());
                        json.writeStringField("life", culprit.client().life(now.takenNs()));
                        json.writeStringField("reason", culprit.client().reason(now.takenNs()));
                    }
                };
    }

    private @Nullable String heldSince(StreamView stream) {
        long heldForNs = interval.state(stream).heldForNs();
        return heldForNs == 0 ? null : now.taken().minusNanos(heldForNs).toString();
    }

    /** Prints the histories and links, with remedies for those that need a person. */
    private void below(Output out) {
        for (HistoryView history : now.histories()) {
            out.text(DisplayWidth.cut(HISTORIES.line(history), width)).newLine();
            print(out, history, now.directory());
        }
        for (LinkView link : now.links()) {
            out.text(DisplayWidth.cut(LinkText.line(link), width)).newLine();
            Trouble trouble = LinkText.lastingTrouble(link, now.directory());
            if (trouble != null) {
                print(out, trouble.text(), trouble);
            }
        }
    }

    /** Prints what needs a person about a history, and what helps. */
    public static void print(Output out, HistoryView history, Path driver) {
        for (Trouble trouble : history.troubles(driver)) {
            print(out, EscapedText.escape(trouble.text()), trouble);
        }
    }

    private static void print(Output out, String text, Trouble trouble) {
        out.text(INDENT + text + '\n' + INDENT + "try: " + trouble.remedy()).newLine();
    }

    /** {@return a line about the driver and all its streams together} */
    static String totals(Interval interval) {
        Snapshot now = interval.after();
        ClientView driver = now.driver();
        String life = driver.life(now.takenNs());
        return "driver " + driver.owner().pid() + ' ' + life
                + (life.equals("dead") ? "" : age(now))
                + "  clients " + now.livingClients() + " (" + now.suspectClients() + " suspect)  streams "
                + now.streams().size() + " (" + interval.heldBack() + " held back)  "
                + Quantity.shortBytes(interval.bytesPerSecond()) + "/s  errors " + now.counter("errors") + "  "
                + now.directory();
    }

    /** The control file may contain any start time. */
    private static String age(Snapshot now) {
        return now.driver().since() == null
                ? ""
                : ", up "
                        + Quantity.shortDuration(TimeUnit.SECONDS.toNanos(
                                Duration.between(now.driver().since(), now.taken())
                                        .toSeconds()));
    }

    /**
     * Prints a row for each stream, and lines about the histories and links.
     *
     * @param details whether to print a line for each log, publisher and subscriber, too
     */
    void print(Output out, Terminal terminal, List<StreamView> streams, boolean details) {
        Table<StreamView> table = new Table<>(terminal, columns);
        for (StreamView stream : streams) {
            table.row(colour(interval.state(stream).kind()), stream);
            explain(table, stream);
            if (details) {
                details(table, stream);
            }
        }
        table.print(out, width);
        below(out);
    }

    /** Adds lines below a stream that needs a person: its whole state if the table cuts it, and the remedy. */
    private void explain(Table<StreamView> table, StreamView stream) {
        String remedy = Remedy.of(interval, stream);
        if (remedy != null) {
            if (width < Integer.MAX_VALUE) {
                DisplayWidth.wrap(StateText.verdict(interval, stream), width - INDENT.length())
                        .forEach(line -> table.detail(INDENT + line));
            }
            table.detail(INDENT + "try: " + remedy);
        }
    }

    private static Colour colour(Kind kind) {
        return switch (kind) {
            case DAMAGED, HELD_BACK, OPEN_CLAIM -> Colour.RED;
            case NO_SUBSCRIBER, NO_PUBLISHER -> Colour.YELLOW;
            case FLOWING -> Colour.NONE;
            case IDLE, ENDED, VACANT -> Colour.DIM;
        };
    }

    /** Adds below the last stream a line for each of its logs, publishers and subscribers. */
    private void details(Table<StreamView> table, StreamView stream) {
        for (LogView log : stream.logs()) {
            table.detail(String.format(
                    Locale.ROOT,
                    "  log %d  %s  tail %d  limit %d  %s/s  %s  %s",
                    log.id(),
                    log.at().isExclusive() ? "exclusive" : "concurrent",
                    log.at().tail(),
                    log.limit(),
                    Quantity.shortBytes(interval.bytesPerSecond(log)),
                    Quantity.shortBytes(log.bytes()),
                    log.directory()));
            LogMirror mirror = log.at().constants().mirror();
            if (mirror != null) {
                table.detail("    mirror of log " + mirror.originLogId() + " of " + mirror.originHost() + ", begins at "
                        + log.at().constants().beginPosition());
            }
            for (Publisher publisher : log.at().publishers()) {
                table.detail("    publisher   " + StateText.describe(Culprit.of(publisher, now), now.takenNs()));
            }
            for (Subscriber subscriber : log.at().subscribers()) {
                table.detail(String.format(
                        Locale.ROOT,
                        "    subscriber  %s  %s  position %d  lag %d  messages %d%s%s",
                        StateText.describe(Culprit.of(subscriber, now), now.takenNs()),
                        subscriber.policyName(),
                        subscriber.position(),
                        log.at().lag(subscriber),
                        subscriber.messages(),
                        subscriber.heldNs() == 0 ? "" : "  held " + Quantity.shortDuration(subscriber.heldNs()),
                        subscriber.losses() == 0
                                ? ""
                                : "  lost " + subscriber.lostBytes() + " in " + subscriber.losses() + " overruns"));
            }
        }
    }

    /**
     * Writes a line for each history, link and stream.
     *
     * @param details whether to write a line for each log, publisher and subscriber, too
     */
    public void write(JsonLines lines, List<StreamView> streams, boolean details) {
        lines.lines("history", HISTORIES, now.histories());
        lines.lines("link", LinkText.columns(now.directory()), now.links());
        for (StreamView stream : streams) {
            lines.line("stream", columns.of(stream));
            if (details) {
                details(lines, stream);
            }
        }
    }

    /** Writes a line for each log, publisher and subscriber of the stream. */
    public void details(JsonLines lines, StreamView stream) {
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
                LogMirror mirror = log.at().constants().mirror();
                if (mirror != null) {
                    json.writeStringField("originHost", mirror.originHost());
                    json.writeNumberField("originLogId", mirror.originLogId());
                    json.writeNumberField("beginPosition", log.at().constants().beginPosition());
                }
            });
            for (Publisher publisher : log.at().publishers()) {
                lines.line("publisher", json -> {
                    json.writeNumberField("logId", log.id());
                    json.writeNumberField("registrationId", publisher.registrationId());
                    JsonLines.field(json, "publisher", culprit(Culprit.of(publisher, now)));
                });
            }
            for (Subscriber subscriber : log.at().subscribers()) {
                lines.line("subscriber", json -> {
                    json.writeNumberField("logId", log.id());
                    json.writeNumberField("registrationId", subscriber.registrationId());
                    json.writeStringField("policy", subscriber.policyName());
                    json.writeNumberField("position", subscriber.position());
                    json.writeNumberField("lag", log.at().lag(subscriber));
                    json.writeNumberField("messages", subscriber.messages());
                    json.writeNumberField("heldNs", subscriber.heldNs());
                    json.writeNumberField("losses", subscriber.losses());
                    json.writeNumberField("lostBytes", subscriber.lostBytes());
                    json.writeBooleanField("vacant", subscriber.isVacant());
                    JsonLines.field(json, "subscriber", culprit(Culprit.of(subscriber, now)));
                });
            }
        }
    }
}
