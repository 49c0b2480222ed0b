/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.StreamState.Culprit;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.Patterns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The streams that a command shows, and their order. One thread. */
final class StreamSelection {
    @Parameters(paramLabel = "STREAM", arity = "0..*", description = "Only these streams; * and ? are wildcards.")
    private List<String> streams = new ArrayList<>();

    @Option(
            names = "--filter",
            paramLabel = "PATTERN",
            description = "Only streams where the name, a subscription, program, \"client ID\" or \"pid "
                    + "PID\" matches; without wildcards, in part.")
    private String filter = "";

    @Option(
            names = "--sort",
            paramLabel = "KEY",
            description = "By state (default of top), rate, lag, position or name (default of ls).")
    private Sorting sort;

    StreamSelection(Sorting byDefault) {
        this.sort = byDefault;
    }

    /** The order of the streams. Equal streams are ordered by name. */
    enum Sorting {
        STATE,
        RATE,
        LAG,
        POSITION,
        NAME;

        Comparator<StreamView> by(Interval interval) {
            Comparator<StreamView> byName = Comparator.comparing(StreamView::name);
            Comparator<StreamView> byRate = Comparator.comparingDouble(stream -> -interval.bytesPerSecond(stream));
            Comparator<StreamView> byState =
                    Comparator.comparing(stream -> interval.state(stream).kind());
            Comparator<StreamView> first =
                    switch (this) {
                        case STATE -> byState.thenComparing(byRate);
                        case RATE -> byRate;
                        case LAG -> Comparator.comparingLong(stream -> -stream.lagBytes());
                        case POSITION -> Comparator.comparingLong(stream -> -stream.position());
                        case NAME -> byName;
                    };
            return first.thenComparing(byName);
        }
    }

    /** {@return the streams of the later snapshot} */
    List<StreamView> of(Interval interval) {
        Snapshot now = interval.after();
        Patterns names = new Patterns(filters());
        List<StreamView> selected = new ArrayList<>(now.select(new Patterns(streams)::select));
        selected.removeIf(stream -> !names.select(names(stream, now)));
        selected.sort(sort.by(interval));
        return selected;
    }

    /** Fails if no stream was selected, as {@link Patterns#requireAny}. */
    void requireAny(List<StreamView> selected, Snapshot now) {
        List<String> asked = new ArrayList<>(streams);
        asked.addAll(filters());
        new Patterns(asked).requireAny(!selected.isEmpty(), "streams", now.streamNames());
    }

    private List<String> filters() {
        boolean whole = filter.isEmpty() || filter.contains("*") || filter.contains("?");
        return filter.isEmpty() ? List.of() : List.of(whole ? filter : '*' + filter + '*');
    }

    private static String[] names(StreamView stream, Snapshot now) {
        Set<String> names = new HashSet<>(stream.vacantNames());
        names.add(stream.name());
        stream.waiting().forEach(subscription -> names.add(subscription.name().text()));
        for (LogView log : stream.logs()) {
            Stream.concat(
                            log.at().publishers().stream().map(publisher -> Culprit.of(publisher, now)),
                            log.at().subscribers().stream().map(subscriber -> Culprit.of(subscriber, now)))
                    .forEach(member -> names.addAll(List.of(
                            member.subscription(),
                            "client " + member.clientId(),
                            "pid " + member.pid(),
                            member.client() == null ? "" : member.client().program())));
        }
        return names.toArray(String[]::new);
    }
}
