/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import io.tailrace.CounterSource;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.LogReader;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.internal.PendingFault;
import io.tailrace.micrometer.Measures.Measure;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client of this process: its publications and subscriptions, and its counters. */
final class ClientSource implements MetricSource {
    /** A group may name a registration, whose number differs each time, and then its stream. */
    private static final Pattern LABEL = Pattern.compile("(?:(dispatch|lost) (\\d+) )?(.*): (.*)", Pattern.DOTALL);

    private final Tailrace client;
    private final DriverDirectory directory;
    private final LogReader logs;
    private final Measures measures;

    ClientSource(Tailrace client, int maxStreams) {
        this.client = client;
        this.directory = new DriverDirectory(client.directory());
        this.logs = new LogReader(directory, new LocalHost());
        Tags tags = Tags.of("driver", directory.path().toString());
        this.measures = new Measures("tailrace.client.", tags, maxStreams);
    }

    @Override
    public List<Measure> read() throws IOException {
        measures.take(); // Left over from an earlier read that failed.
        measures.addStreams(streams());
        boolean isUp = client.isDriverAlive();
        measures.add("driver.up", "Whether the driver of this client lives: 1 or 0", Tags.empty(), isUp ? 1 : 0, null);
        CounterSource.of(client).read(new CounterSource.Sink() {
            @Override
            public void total(String name, long value) {
                boolean isSleeps = name.equals("sleeps");
                measures.add(
                        isSleeps ? "sleeps" : "missed.wake.ups",
                        isSleeps
                                ? "How often threads slept until there was something to do"
                                : "How often one was not woken beside its message",
                        Tags.empty(),
                        (double) value,
                        client.clientId());
            }

            @Override
            public void level(String name, long value) {
                throw new IllegalStateException("sleeps are totals: name=" + name);
            }
        });
        addCounters();
        return measures.take();
    }

    private Collection<OfStream> streams() throws IOException {
        Map<String, OfStream> streams = new TreeMap<>();
        for (LogView log : logs.read(new ArrayList<>())) {
            OfStream own = OfStream.of(log, client.clientId());
            if (own != null) {
                streams.merge(log.stream(), own, OfStream::plus);
            }
        }
        return streams.values();
    }

    private void addCounters() {
        Path files = directory.client(client.clientId());
        try (ReportFile file = ReportFile.COUNTERS.openReadOnly(files, client.clientId())) {
            List<CounterReader.Counter> counters =
                    new CounterReader(ReportFile.COUNTERS.path(files), file.region()).read();
            PendingFault.raise(); // Before it is believed.
            Map<Tags, Double> levels = new HashMap<>();
            for (CounterReader.Counter counter : counters) {
                Matcher label = LABEL.matcher(counter.label());
                if (label.matches()) {
                    add(levels, counter, label);
                }
            }
            levels.forEach((tags, sum) ->
                    measures.add("level", "Current values of dispatches and of the program's groups", tags, sum, null));
        } catch (IOException | InternalError e) {
            // The client counts nothing yet, or is closed.
        }
    }

    private void add(Map<Tags, Double> levels, CounterReader.Counter counter, Matcher label) {
        boolean isOfStream = label.group(1) != null;
        String group = isOfStream ? label.group(1) : label.group(3);
        Tags tags = Tags.of("group", group, "stream", isOfStream ? label.group(3) : "", "counter", label.group(4));
        double value = (double) counter.value();
        if (counter.kind() == CounterKind.TOTAL) {
            String help = "Counts of dispatches, losses and the program's groups";
            measures.add("total", help, tags, value, counter.label());
        } else {
            levels.merge(tags, value, Double::sum);
        }
    }

    @Override
    public void close() {
        logs.close();
    }
}
