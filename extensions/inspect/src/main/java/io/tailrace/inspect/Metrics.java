/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import static io.tailrace.inspect.Metric.counter;
import static io.tailrace.inspect.Metric.gauge;

import io.tailrace.inspect.HistoryView.KeptStream;
import io.tailrace.inspect.StreamState.Kind;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.report.HistorianFile;
import io.tailrace.report.LinkFile.Figures;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a driver, of its whole directory, and of each stream, by its name. Metrics of subscriptions are in
 * {@link SubscriptionMetrics}. Publishers have no metrics: they come and go, and each would leave a time series. {@code
 * tailrace ls --long} shows them.
 */
public final class Metrics {
    /** The label for the name of a stream. */
    public static final String LABEL = "stream";

    private static final double NS_PER_SECOND = 1e9;
    private static final double MS_PER_SECOND = 1e3;
    private static final double PERCENT = 100;
    private static final List<String> HISTORIAN_STATES = List.of("dead", "running", "full", "ended", "failed");

    /**
     * A stream of the later snapshot, or several together.
     *
     * @param heldBack whether publishers wait
     * @param damaged whether the positions of a log contradict one another
     * @param heldForNs how long publishers have been waiting
     * @param chain the number of streams that wait for one another, from this one to the root
     */
    public record OfStream(StreamView stream, boolean heldBack, boolean damaged, long heldForNs, int chain) {
        /** The metrics of a whole stream. */
        public OfStream(Interval interval, StreamView stream) {
            this(
                    stream,
                    interval.state(stream).kind() == Kind.HELD_BACK,
                    interval.state(stream).kind() == Kind.DAMAGED,
                    interval.state(stream).heldForNs(),
                    interval.chain(stream).size());
        }

        /** {@return a client's part of a log, null if it has none} */
        public static @Nullable OfStream of(LogView log, long clientId) {
            LogView own = log.of(clientId);
            boolean publishes = !log.isEnded() && !own.at().publishers().isEmpty();
            return publishes || !own.at().subscribers().isEmpty()
                    ? new OfStream(
                            new StreamView(log.stream(), List.of(own), List.of(), List.of()),
                            publishes && log.isHeldBack(),
                            log.at().contradiction() != null,
                            publishes ? log.heldForNs(log.takenNs()) : 0,
                            0)
                    : null;
        }

        public String name() {
            return stream.name();
        }

        /** {@return both together} */
        public OfStream plus(OfStream other) {
            return new OfStream(
                    stream.plus(other.stream),
                    heldBack || other.heldBack,
                    damaged || other.damaged,
                    Math.max(heldForNs, other.heldForNs),
                    Math.max(chain, other.chain));
        }
    }

    /** Whether the driver lives. */
    public static final Metric<Observation> UP = gauge(
            "tailrace_driver_up",
            "Whether the media driver lives: 1 or 0.",
            seen -> seen.now().driver().owner().lives() ? 1 : 0);

    /** How long ago the driver last worked. */
    public static final Metric<Observation> HEARTBEAT_AGE = gauge(
            "tailrace_driver_heartbeat_age_seconds",
            "How long ago the media driver last worked, in seconds; it works at least twice a second.",
            Metrics::heartbeatAge);

    /** The driver's metrics that {@code check} reports, too. */
    public static final List<Metric<Observation>> CHECKED = List.of(
            UP,
            HEARTBEAT_AGE,
            gauge("tailrace_clients", "Clients that live.", seen -> seen.now().livingClients()),
            gauge("tailrace_clients_suspect", "Clients that live and have not worked for a second.", seen -> seen.now()
                    .suspectClients()),
            gauge(
                    "tailrace_errors",
                    "Distinct errors noted by the media driver, by earlier drivers and by its clients.",
                    seen -> seen.errors().size()),
            gauge(
                    "tailrace_storage_free_bytes",
                    "Free space in the file system of the directory, in bytes.",
                    seen -> seen.storage().usableBytes()));

    /** More metrics of the driver. */
    public static final List<Metric<Observation>> MORE = List.of(
            counter(
                    "tailrace_driver_errors",
                    "Errors in this driver, each as often as it occurred.",
                    seen -> figure(seen, "errors")),
            counter(
                    "tailrace_client_deaths",
                    "Clients that died before they had closed.",
                    seen -> figure(seen, "clientDeaths")),
            counter(
                    "tailrace_padded_bytes",
                    "Claims given up, in bytes, because their publishers had died.",
                    seen -> figure(seen, "paddedBytes")),
            gauge(
                    "tailrace_driver_start_time_seconds",
                    "When the driver was started, in seconds since 1970.",
                    Metrics::startTime),
            gauge(
                    "tailrace_storage_size_bytes",
                    "Size of the file system of the directory, in bytes.",
                    seen -> seen.storage().totalBytes()),
            gauge("tailrace_logs", "Logs of all streams, including ended ones.", seen -> seen.now()
                    .logs()
                    .size()),
            gauge(
                    "tailrace_log_files_bytes",
                    "Length of the files of all logs, in bytes.",
                    seen -> seen.now().logs().stream()
                            .mapToDouble(LogView::bytes)
                            .sum()),
            gauge(
                    "tailrace_retained_bytes",
                    "Length of the files of retained logs, which have ended, in bytes.",
                    seen -> figure(seen, "retainedBytes")),
            gauge(
                    "tailrace_vacant_names",
                    "Vacant names of subscriptions, which are kept for a while.",
                    seen -> figure(seen, "vacantNames")),
            gauge(
                    "tailrace_vacant_names_end_seconds",
                    "How long the first of the vacant names is still kept, in seconds.",
                    Metrics::firstVacantEnd),
            gauge(
                    "tailrace_unreadable_files",
                    "Files of the directory that could not be read.",
                    seen -> seen.unreadable().size()));

    /** The metrics of each stream that {@code check} reports, too. */
    public static final List<Metric<OfStream>> CHECKED_OF_STREAMS = List.of(
            gauge(
                    "tailrace_stream_position_bytes",
                    "Bytes published to the stream's existing logs, with headers and padding.",
                    seen -> seen.stream.position()),
            gauge(
                    "tailrace_stream_lag_bytes",
                    "How far the slowest subscriber that publishers wait for is behind, in bytes.",
                    seen -> seen.stream.lagBytes()),
            gauge(
                    "tailrace_stream_lag_ratio",
                    "The lag as a fraction of the publishers' window: from 1 on they wait.",
                    seen -> seen.stream.lagPercent() / PERCENT),
            gauge(
                    "tailrace_stream_dropping_lag_bytes",
                    "How far the slowest subscriber without back pressure (DROP, evicted) is behind, in bytes.",
                    Metrics::droppingLag),
            gauge(
                    "tailrace_stream_held_back",
                    "Whether publishers of the stream wait for a subscriber or for the cleaning: 1 or 0.",
                    seen -> seen.heldBack ? 1 : 0));

    /** More metrics of each stream. */
    public static final List<Metric<OfStream>> MORE_OF_STREAMS = List.of(
            gauge(
                    "tailrace_stream_held_for_seconds",
                    "How long publishers of the stream have been held back already, in seconds.",
                    seen -> seen.heldForNs / NS_PER_SECOND),
            counter(
                    "tailrace_stream_held_seconds",
                    "How long publishers of the stream's existing logs have been held back, in seconds.",
                    seen -> seen.stream.heldNs() / NS_PER_SECOND),
            gauge(
                    "tailrace_stream_chain",
                    "Streams that wait for one another, from this one down to the root that holds it back.",
                    seen -> seen.chain),
            gauge("tailrace_stream_publishers", "Publications of the stream.", seen -> seen.stream.publishers()),
            gauge(
                    "tailrace_stream_subscribers",
                    "Subscriptions of the stream, without vacant names.",
                    seen -> seen.stream.subscribers()),
            gauge(
                    "tailrace_stream_damaged",
                    "Whether the positions of a log of the stream contradict one another: 1 or 0.",
                    seen -> seen.damaged ? 1 : 0));

    /** The metrics of each history; the label {@code history} is its directory. */
    public static final List<Metric<HistoryView>> OF_HISTORIES = List.of(
            gauge(
                    "tailrace_history_state",
                    "State of the historian: 1 copies, 2 has no space, 3 has ended, 4 has failed; 0 dead or unknown.",
                    seen -> Math.max(0, HISTORIAN_STATES.indexOf(seen.state()))),
            gauge(
                    "tailrace_history_lag_bytes",
                    "Published, and not written to the history yet, in bytes.",
                    seen -> historian(seen, HistorianFile.View::lagBytes)),
            gauge(
                    "tailrace_history_free_bytes",
                    "Free space in the file system of the history, in bytes.",
                    seen -> historian(seen, HistorianFile.View::freeBytes)),
            counter(
                    "tailrace_history_dropped_bytes",
                    "Bytes that the historian has dropped for lack of space since it started.",
                    seen -> historian(seen, HistorianFile.View::droppedBytes)));

    /** The metrics of each stream in a history. */
    public static final List<Metric<KeptStream>> OF_KEPT_STREAMS = List.of(
            gauge("tailrace_history_bytes", "Size of the stream's kept part on disk, in bytes.", KeptStream::bytes),
            gauge("tailrace_history_segments", "Segments that are kept of the stream.", KeptStream::segments),
            gauge(
                    "tailrace_history_oldest_timestamp_seconds",
                    "When the oldest kept message of the stream arrived, in seconds since 1970.",
                    seen -> seen.beginMs() / MS_PER_SECOND));

    /** The metrics of each link that is not over, by {@link LinkView#labels}. */
    public static final List<Metric<LinkView>> OF_LINKS = List.of(
            gauge(
                    "tailrace_link_up",
                    "Whether the other end of the link answers: 1 or 0.",
                    link -> link.isUp() ? 1 : 0),
            gauge(
                    "tailrace_link_held",
                    "Whether a subscriber at the receiver's host holds the link back: 1 or 0.",
                    link -> link.state().equals("held") ? 1 : 0),
            gauge("tailrace_link_lanes", "Logs that the link carries.", link -> figures(link)
                    .lanes()),
            gauge(
                    "tailrace_link_lag_bytes",
                    "Published at the sender's host, and not committed at the receiver's, in bytes.",
                    link -> figures(link).lagBytes()),
            gauge(
                    "tailrace_link_lag_seconds",
                    "How long the oldest of these bytes has waited, in seconds.",
                    link -> figures(link).lagNs() / NS_PER_SECOND),
            gauge(
                    "tailrace_link_round_trip_seconds",
                    "How long an answer of the other end takes, in seconds.",
                    link -> figures(link).roundTripNs() == 0
                            ? Double.NaN
                            : figures(link).roundTripNs() / NS_PER_SECOND),
            counter(
                    "tailrace_link_sent_bytes",
                    "Bytes that the link has sent, or received, since it began.",
                    link -> figures(link).sentBytes()),
            counter("tailrace_link_retransmissions", "What Aeron has sent again since the link began.", link -> figures(
                            link)
                    .retransmissions()),
            counter(
                    "tailrace_link_lost_bytes",
                    "Bytes that the sender has dropped since the link began.",
                    link -> figures(link).lostBytes()));

    /** How often a kind of event occurred, by the label {@code kind}. */
    public static final Metric<Long> EVENTS = counter(
            "tailrace_events",
            "Events in the directory, by kind, including those under earlier drivers.",
            Long::doubleValue);

    /** {@return the metric that counts the bytes published to a stream} */
    public static Metric<OfStream> publishedBytes(PublishedBytes published) {
        return counter(
                "tailrace_stream_published_bytes",
                "Bytes published to the stream since this was first asked, with headers and padding.",
                seen -> published.of(seen.stream));
    }

    private Metrics() {}

    private static double heartbeatAge(Observation seen) {
        long beatNs = seen.now().driver().owner().heartbeat().ns();
        return beatNs == 0 ? Double.NaN : Math.max(0, seen.now().takenNs() - beatNs) / NS_PER_SECOND;
    }

    private static double historian(HistoryView seen, Function<HistorianFile.View, Long> figure) {
        Long said = seen.said(figure);
        return said == null ? Double.NaN : said;
    }

    private static Figures figures(LinkView link) {
        return link.said().figures();
    }

    private static double startTime(Observation seen) {
        Instant since = seen.now().driver().since();
        return since == null ? Double.NaN : since.getEpochSecond();
    }

    private static double firstVacantEnd(Observation seen) {
        return seen.now().streams().stream()
                .flatMapToLong(stream -> stream.vacantNames().stream()
                        .mapToLong(name -> stream.vacantForNs(name, seen.now().takenNs())))
                .mapToDouble(ns -> ns / NS_PER_SECOND)
                .min()
                .orElse(Double.NaN);
    }

    private static double droppingLag(OfStream seen) {
        StreamView.Lag lag = seen.stream.worstDroppingLag();
        return lag == null ? 0 : lag.bytes();
    }

    /** A count of the driver; NaN if the driver does not have it, or has left no control file. */
    private static double figure(Observation seen, String label) {
        return seen.now().counters().stream()
                .filter(counter -> counter.label().equals(label))
                .mapToDouble(CounterReader.Counter::value)
                .findFirst()
                .orElse(Double.NaN);
    }
}
