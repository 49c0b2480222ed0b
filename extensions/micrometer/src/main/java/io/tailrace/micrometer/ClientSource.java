/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import io.tailrace.CounterSource;
import io.tailrace.Tailrace;
import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.LogReader;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.internal.PendingFault;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client of this process: its publications and subscriptions, and its counters. */
final class ClientSource extends Measures {
    /** A group may name a registration, whose number differs each time, and then its stream. */
    private static final Pattern LABEL = Pattern.compile("(?:(dispatch|lost) \\d+ (.*)|(.*)): (.*)", Pattern.DOTALL);

    private final Tailrace client;
    private final LogReader logs;

    ClientSource(Tailrace client, int maxStreams) {
        super("tailrace.client.", client.directory(), maxStreams);
        this.client = client;
        this.logs = new LogReader(directory, new LocalHost());
    }

    @Override
    void addAll() throws IOException {
        Map<String, OfStream> streams = new TreeMap<>();
        LogView[] all = logs.read(new ArrayList<>()).toArray(LogView[]::new);
        for (LogView log : all) {
            OfStream own = OfStream.of(log, client.clientId());
            if (own != null) {
                streams.merge(log.stream(), own, OfStream::plus);
            }
        }
        addStreams(streams.values(), all);
        double up = client.isDriverAlive() ? 1 : 0;
        add("driver.up", null, "Whether the driver of this client lives: 1 or 0", Tags.empty(), up, null);
        CounterSource.of(client).read(new CounterSource.Sink() {
            @Override
            public void total(String name, long value) {
                boolean isSleeps = name.equals("sleeps");
                String help = isSleeps
                        ? "How often threads slept until there was something to do"
                        : "How often one was not woken beside its message";
                add(isSleeps ? name : "missed.wake.ups", null, help, Tags.empty(), (double) value, client.clientId());
            }

            @Override
            public void level(String name, long value) {
                throw new IllegalStateException("sleeps are totals: name=" + name);
            }
        });
        addCounters();
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
                    String group = Objects.requireNonNullElse(label.group(1), label.group(3));
                    String stream = Objects.requireNonNullElse(label.group(2), "");
                    Tags tags = Tags.of("group", group, "stream", stream, "counter", label.group(4));
                    if (counter.kind() == CounterKind.TOTAL) {
                        String help = "Counts of dispatches, losses and the program's groups";
                        add("total", null, help, tags, (double) counter.value(), counter.label());
                    } else {
                        levels.merge(tags, (double) counter.value(), Double::sum);
                    }
                }
            }
            String help = "Current values of dispatches and of the program's groups";
            levels.forEach((tags, sum) -> add("level", null, help, tags, sum, null));
        } catch (IOException | InternalError e) {
            // The client counts nothing yet, or is closed.
        }
    }

    @Override
    public void close() {
        logs.close();
    }
}
