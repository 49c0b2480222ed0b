/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.ls;

import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import io.tailrace.tools.view.Culprit;
import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.LogSnapshot;
import io.tailrace.tools.view.LogSnapshot.Publisher;
import io.tailrace.tools.view.LogSnapshot.Subscriber;
import io.tailrace.tools.view.LogView;
import io.tailrace.tools.view.StreamState;
import io.tailrace.tools.view.StreamState.Kind;
import io.tailrace.tools.view.StreamView;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Streams as people read them, one a row. One thread. */
public final class StreamTable {
    private static final String NOTHING = "-";

    private final Interval interval;
    private final Table table;

    /** Makes it, without rows. */
    public StreamTable(Terminal terminal, Interval interval) {
        this.interval = interval;
        this.table = new Table(terminal)
                .left("STREAM")
                .right("LOGS")
                .right("TERM")
                .right("PUB")
                .right("SUB")
                .right("POSITION")
                .right("BYTES/S")
                .right("LAG")
                .right("%")
                .left("STATE");
    }

    /** {@return the table with all rows that were added} */
    public Table table() {
        return table;
    }

    /** Adds a stream. */
    public void add(StreamView stream) {
        StreamState state = interval.state(stream);
        StreamView.Lag lag = stream.worstLag();
        table.row(
                colour(state.kind()),
                EscapedText.escape(stream.name()),
                Integer.toString(stream.logs().size()),
                stream.logs().isEmpty() ? NOTHING : Quantity.shortBytes(stream.termLength()),
                Integer.toString(stream.publishers()),
                Integer.toString(stream.subscribers()),
                Long.toString(stream.position()),
                Quantity.shortBytes(interval.bytesPerSecond(stream)),
                lag == null ? "0" : Quantity.shortBytes((double) lag.bytes()),
                lag == null ? "0" : Long.toString(lag.percent()),
                describe(stream, state, lag));
    }

    private String describe(StreamView stream, StreamState state, StreamView.@Nullable Lag lag) {
        StringBuilder text = new StringBuilder(state.describe(interval.after().takenNs()));
        if (lag != null && state.culprit() == null) {
            text.append(", most behind: ")
                    .append(Culprit.of(lag.subscriber(), interval.after()).name());
        }
        StreamView.Lag dropping = stream.worstDroppingLag();
        if (dropping != null) {
            text.append(", drops: ")
                    .append(Culprit.of(dropping.subscriber(), interval.after()).name())
                    .append(", ")
                    .append(Quantity.shortBytes((double) dropping.bytes()))
                    .append(" behind");
        }
        Set<String> vacant = stream.vacantNames();
        if (!vacant.isEmpty()) {
            text.append(", vacant: ").append(EscapedText.escape(String.join(", ", vacant)));
        }
        return text.toString();
    }

    private static Colour colour(Kind kind) {
        return switch (kind) {
            case DAMAGED, HELD_BACK, OPEN_CLAIM -> Colour.RED;
            case NO_SUBSCRIBER, NO_PUBLISHER -> Colour.YELLOW;
            case FLOWING -> Colour.NONE;
            case IDLE, ENDED, VACANT -> Colour.DIM;
        };
    }

    /** Adds, below the last stream, a line for each log, publisher and subscriber of it. */
    public void addDetails(StreamView stream) {
        for (LogView log : stream.logs()) {
            LogSnapshot at = log.at();
            table.detail(String.format(
                    Locale.ROOT,
                    "  log %d  %s  tail %d  limit %d  %s/s  %s  %s",
                    log.id(),
                    at.isExclusive() ? "exclusive" : "concurrent",
                    at.tail(),
                    log.limit(),
                    Quantity.shortBytes(interval.bytesPerSecond(log)),
                    Quantity.shortBytes((double) log.bytes()),
                    log.directory()));
            at.publishers().forEach(this::publisher);
            at.subscribers().forEach(subscriber -> subscriber(log, subscriber));
        }
    }

    private void publisher(Publisher publisher) {
        table.detail("    publisher   " + describe(Culprit.of(publisher, interval.after())));
    }

    private void subscriber(LogView log, Subscriber subscriber) {
        table.detail(String.format(
                Locale.ROOT,
                "    subscriber  %s  %s  position %d  lag %d",
                describe(Culprit.of(subscriber, interval.after())),
                subscriber.policyName(),
                subscriber.position(),
                log.at().lag(subscriber)));
    }

    private String describe(Culprit holder) {
        return holder.describe(interval.after().takenNs());
    }
}
