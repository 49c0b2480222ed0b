/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.pair.Match.Row;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.RawRing;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Lines;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Plots.Plot.Series.Point;
import io.tailrace.benchmarks.report.Plots.Plot.Strip;
import io.tailrace.benchmarks.report.Results;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Plots of one JDK's results. */
final class DuelPlots {
    private static final int FRAME_HEADER_LENGTH = 8;
    private static final int LINE_LENGTH = 64;
    private static final int TERMS = 3;

    private final Results results;
    private final Plots plots;
    private final String name;
    private final String ofJdk;

    DuelPlots(Results results, Plots plots, int jdk) {
        this.results = results;
        this.plots = plots;
        this.name = "duel-jdk" + jdk;
        this.ofJdk = ", JDK " + jdk;
    }

    /** {@return messages a second by payload; empty for a single payload} */
    String throughput(String kind) {
        List<Row> cells = cells(kind, Kind.THROUGHPUT, Candidate::isAeron);
        if (cells.size() < 2) {
            return "";
        }
        List<Series> series = withPoints(
                series("Tailrace, offer", cells, withDriverThread(Api.OFFER)),
                series(
                        "Tailrace, offer, driver in the subscriber",
                        cells,
                        candidate ->
                                candidate.isTailrace() && candidate.tailrace().isDrivenBySubscriber()),
                series("Tailrace, claim", cells, withDriverThread(Api.CLAIM)),
                series("Tailrace, batch of 16", cells, withDriverThread(Api.BATCH)),
                series("Aeron, best", cells, Candidate::isAeron),
                series("Aeron, shipped", cells, Match::isShipped));
        return plots.add(
                name + "-throughput-" + kind,
                new Lines(
                        "Throughput by payload, " + kind + ofJdk,
                        Axis.log("payload, bytes"),
                        Axis.log("messages a second"),
                        series,
                        withPoints(rawStream(cells), memcpy())));
    }

    private static List<Series> withPoints(Series... all) {
        return Stream.of(all).filter(series -> !series.points().isEmpty()).toList();
    }

    private static Predicate<Candidate> withDriverThread(Api api) {
        return candidate ->
                candidate.isTailrace() && !candidate.tailrace().isDrivenBySubscriber() && candidate.api() == api;
    }

    /** As many cache lines as the raw stream, filled with frames. */
    private Series rawStream(List<Row> cells) {
        Row row = new Row(results, Candidate.EXCLUSIVE, Cell.inOneProcess("throughput-" + RawRing.MAX_PAYLOAD));
        Optional<Candidate> raw = row.best(candidate -> candidate.product() == Product.RAW);
        if (raw.isEmpty()) {
            return new Series("", List.of());
        }
        double bytes = row.median(raw.get()) * LINE_LENGTH;
        return new Series(
                "raw stream of cache lines",
                cells.stream()
                        .map(each -> each.cell().payload())
                        .map(payload -> new Point(payload, bytes / (FRAME_HEADER_LENGTH + payload)))
                        .toList());
    }

    private Series memcpy() {
        Predicate<Candidate> isMemcpy = candidate -> candidate.product() == Product.MEMCPY;
        return series("memcpy", cells(Candidate.EXCLUSIVE, Kind.THROUGHPUT, isMemcpy), isMemcpy);
    }

    /** {@return messages a second by the bytes of three terms; empty for a single length} */
    String rings() {
        List<Row> cells = cells(Candidate.EXCLUSIVE, Kind.RING, any -> true);
        if (cells.isEmpty()) {
            return "";
        }
        Row row = cells.get(0);
        return plots.add(
                name + "-rings",
                new Lines(
                        "Throughput of " + row.cellLabel() + " by length of the log, exclusive, offer" + ofJdk,
                        Axis.log("bytes of three terms"),
                        Axis.log("messages a second"),
                        List.of(
                                ring("Tailrace", row, Candidate::isTailrace),
                                ring(
                                        "Aeron, driver thread",
                                        row,
                                        candidate -> candidate.isAeron() && !isBySubscriber(candidate)),
                                ring("Aeron, driver in the subscriber", row, DuelPlots::isBySubscriber)),
                        List.of()));
    }

    private static boolean isBySubscriber(Candidate candidate) {
        return candidate.variant().contains("-");
    }

    private Series ring(String label, Row row, Predicate<Candidate> filter) {
        return new Series(
                label,
                row.candidates(filter).stream()
                        .map(candidate -> new Point(TERMS * termLength(candidate), row.median(candidate)))
                        .sorted(Comparator.comparingDouble(Point::x))
                        .toList());
    }

    private static double termLength(Candidate candidate) {
        return AeronVariant.bytes(candidate.variant().split("-", -1)[0]);
    }

    /** {@return every ratio of every round} */
    String ratios(List<Match> matches) {
        return plots.addStrip(
                name + "-ratios",
                "Tailrace by the best Aeron, every round" + ofJdk,
                "ratio of the same round",
                matches.stream()
                        .map(match -> new Strip.Row(
                                match.row().label(match.ours()), match.ratios().rounds())));
    }

    private List<Row> cells(String kind, Kind shape, Predicate<Candidate> filter) {
        return Row.all(results).stream()
                .filter(row -> row.kind().equals(kind) && row.cell().kind() == shape)
                .filter(row -> !row.candidates(filter).isEmpty())
                .toList();
    }

    /** The best candidates in each cell that pass the filter. */
    private Series series(String label, List<Row> cells, Predicate<Candidate> filter) {
        return new Series(
                label,
                cells.stream()
                        .flatMap(row -> row.best(filter).stream()
                                .map(best -> new Point(row.cell().payload(), row.median(best))))
                        .toList());
    }
}
