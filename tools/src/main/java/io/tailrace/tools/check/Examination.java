/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.driver.DriverConfig;
import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Culprit;
import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.inspect.LinkView;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.StreamState;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.Trouble;
import io.tailrace.tools.check.CheckResult.Measure;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.LinkText;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Remedy;
import io.tailrace.tools.command.StateText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges an observation. A lag, and publishers that wait, count only if both snapshots show them: every busy stream has
 * moments of either.
 */
final class Examination {
    private static final Threshold MUST_BE = Threshold.below(Double.NaN, 1);
    private static final Threshold ANY_WARNS = Threshold.atLeast(1, Double.NaN);
    private static final Threshold ANY_IS_CRITICAL = Threshold.atLeast(Double.NaN, 1);

    private static final double NS_PER_SECOND = 1e9;

    /** A monitor shows one line. */
    private static final int MAX_NAMED = 20;

    private final Thresholds thresholds;
    private final Observation seen;
    private final Snapshot now;
    private final List<Measure> measures = new ArrayList<>();

    private Examination(Thresholds thresholds, Observation seen) {
        this.thresholds = thresholds;
        this.seen = seen;
        this.now = seen.now();
    }

    /**
     * Judges an observation.
     *
     * @param errorsSinceNs how long ago an error may have happened to count
     * @param eachStream whether the lag of each stream is a measure of its own
     */
    static CheckResult of(
            Thresholds thresholds, Observation seen, Patterns patterns, long errorsSinceNs, boolean eachStream) {
        Examination examination = new Examination(thresholds, seen);
        List<StreamView> streams = seen.now().select(patterns::select);
        patterns.requireAny(!streams.isEmpty(), "streams", seen.now().streamNames());
        examination.driver();
        examination.lags(streams, eachStream);
        examination.states(streams);
        examination.clients();
        examination.histories();
        examination.links();
        examination.errors(errorsSinceNs);
        examination.room();
        examination.unreadable();
        return CheckResult.of(examination.summary(streams), examination.measures);
    }

    private void add(String name, String unit, double value, Threshold threshold, String text) {
        measures.add(new Measure(name, "", unit, value, threshold, text));
    }

    private void count(String name, long count, Threshold threshold, String text) {
        add(name, "", (double) count, threshold, text);
    }

    private void driver() {
        ClientView driver = now.driver();
        boolean lives = driver.owner().lives();
        String life = "the driver is " + driver.life(now.takenNs());
        add("driver", "", lives ? 1 : 0, MUST_BE, life + ": " + driver.reason(now.takenNs()));
        if (lives) {
            heartbeat(Metrics.HEARTBEAT_AGE.of(seen), driver.process());
        }
    }

    private void heartbeat(double age, @Nullable ProcessView process) {
        String text = Double.isNaN(age)
                ? "the time when the driver last worked is unknown"
                : String.format(Locale.ROOT, "the driver has been silent for %.1f s", age);
        String trouble = process == null ? null : process.trouble();
        add("heartbeat", "s", age, thresholds.heartbeat(), trouble == null ? text : text + ", " + trouble);
    }

    private void lags(List<StreamView> streams, boolean each) {
        Measure worst = new Measure("lag", "", "%", 0, thresholds.lag(), "");
        for (StreamView stream : streams) {
            long percent = lagPercent(stream);
            Measure lag =
                    new Measure("lag", stream.name(), "%", percent, thresholds.lag(), describeLag(stream, percent));
            if (each) {
                measures.add(lag);
            }
            if (percent > worst.value()) {
                worst = new Measure("lag", "", "%", percent, thresholds.lag(), lag.text());
            }
        }
        measures.add(worst);
    }

    /** {@return the lesser lag of both snapshots} */
    private long lagPercent(StreamView stream) {
        StreamView before = seen.interval().before().stream(stream.name());
        return before == null ? 0 : Math.min(stream.lagPercent(), before.lagPercent());
    }

    /** Names the slowest subscriber, except for a stream that is held back: the description of its state says more. */
    private String describeLag(StreamView stream, long percent) {
        StreamView.@Nullable Lag worst = stream.worstLag();
        if (worst == null) {
            return "";
        }
        boolean held = seen.interval().state(stream).kind() == StreamState.Kind.HELD_BACK && wasHeldBack(stream);
        return EscapedText.quote(stream.name()) + " lags by " + percent + '%'
                + (held ? "" : ": " + StateText.describe(Culprit.of(worst.subscriber(), now), now.takenNs()));
    }

    private void states(List<StreamView> streams) {
        List<String> held = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        for (StreamView stream : streams) {
            StreamState state = seen.interval().state(stream);
            if (state.kind() == StreamState.Kind.DAMAGED) {
                damaged.add(describe(stream));
            } else if (state.kind() == StreamState.Kind.HELD_BACK && wasHeldBack(stream)) {
                held.add(describe(stream));
            }
        }
        count("held", held.size(), ANY_WARNS, joined(held));
        count("damaged", damaged.size(), ANY_IS_CRITICAL, joined(damaged));
    }

    private String describe(StreamView stream) {
        String remedy = Remedy.of(seen.interval(), stream);
        return EscapedText.quote(stream.name()) + ": " + StateText.verdict(seen.interval(), stream)
                + (remedy == null ? "" : " (try: " + remedy + ')');
    }

    private static String joined(List<String> texts) {
        String named = texts.stream().limit(MAX_NAMED).collect(Collectors.joining("; "));
        return texts.size() > MAX_NAMED ? named + "; and " + (texts.size() - MAX_NAMED) + " more" : named;
    }

    private boolean wasHeldBack(StreamView stream) {
        StreamView before = seen.interval().before().stream(stream.name());
        return before != null && before.logs().stream().anyMatch(LogView::isHeldBack);
    }

    private static String more(String text, long count) {
        return count > 1 ? text + " and " + (count - 1) + " more" : text;
    }

    private void clients() {
        long suspects = now.suspectClients();
        String first = now.clients().values().stream()
                .filter(client -> client.owner().isSuspect(now.takenNs()))
                .map(client -> client.name() + " (pid " + client.owner().pid() + ") is suspect: "
                        + client.reason(now.takenNs()))
                .findFirst()
                .orElse("");
        count("clients", now.livingClients(), Threshold.NONE, "");
        count("suspects", suspects, thresholds.suspects(), more(first, suspects));
    }

    private void histories() {
        List<String> texts = new ArrayList<>();
        boolean isCritical = false;
        for (HistoryView history : now.histories()) {
            for (Trouble trouble : history.troubles(now.directory())) {
                isCritical |= trouble.critical();
                texts.add(EscapedText.escape(history.directory() + ": " + trouble.text()) + " (try: " + trouble.remedy()
                        + ')');
            }
        }
        if (!now.histories().isEmpty()) {
            count("history", texts.size(), isCritical ? ANY_IS_CRITICAL : ANY_WARNS, joined(texts));
        }
    }

    /** The worst state of a link is the value; the text names all links that are not up. */
    private void links() {
        List<LinkView> links =
                now.links().stream().filter(link -> !link.isOver()).toList();
        List<String> texts = new ArrayList<>();
        long worstNs = 0;
        for (LinkView link : links) {
            Trouble trouble = LinkText.trouble(link, now.directory());
            worstNs = Math.max(worstNs, link.notUpNs());
            if (trouble != null) {
                texts.add("link " + EscapedText.escape(link.identity().name()) + ": " + trouble.text() + " (try: "
                        + trouble.remedy() + ')');
            }
        }
        if (!links.isEmpty()) {
            add("link", "s", worstNs / NS_PER_SECOND, thresholds.link(), joined(texts));
        }
    }

    private void errors(long sinceNs) {
        long fromMs = now.taken().toEpochMilli() - TimeUnit.NANOSECONDS.toMillis(sinceNs);
        List<ErrorView> recent = seen.errors().stream()
                .filter(error -> error.lastMs() >= fromMs)
                .sorted(Comparator.comparingLong(ErrorView::lastMs).reversed())
                .toList();
        String text = recent.isEmpty()
                ? ""
                : recent.get(0).owner() + ": "
                        + EscapedText.escape(recent.get(0).headline());
        count("errors", recent.size(), thresholds.errors(), more(text, recent.size()));
    }

    private void room() {
        int termLength = now.termLength() > 0 ? now.termLength() : DriverConfig.DEFAULT_TERM_LENGTH;
        long logs = seen.storage().logs(termLength);
        String text = "space for " + logs + " further streams: free="
                + Quantity.shortBytes(seen.storage().usableBytes())
                + seen.storage().describeInodes(termLength) + ", termLength="
                + Quantity.shortBytes(termLength);
        count("room", logs, thresholds.room(), text);
    }

    /** An unreadable file may belong to something that is well, or not. */
    private void unreadable() {
        if (!seen.unreadable().isEmpty()) {
            String text = "some files could not be read: "
                    + EscapedText.escape(seen.unreadable().get(0).message());
            add(
                    "unreadable",
                    "",
                    Double.NaN,
                    Threshold.NONE,
                    more(text, seen.unreadable().size()));
        }
    }

    private String summary(List<StreamView> streams) {
        double lag = measures.stream()
                .filter(measure -> measure.name().equals("lag"))
                .mapToDouble(Measure::value)
                .max()
                .orElse(0);
        return "the driver is alive, pid=" + now.driver().owner().pid() + ", clients=" + now.livingClients()
                + ", streams=" + streams.size() + ", worst lag=" + Math.round(lag) + "%";
    }
}
