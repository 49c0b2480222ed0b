/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import io.tailrace.CounterSource;
import io.tailrace.Tailrace;
import io.tailrace.control.CounterSlots.CounterKind;
import io.tailrace.control.CounterSlots.CounterReader;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.ReportFile;
import io.tailrace.internal.PendingFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client of this process: what it publishes and reads, and what it counts. */
final class ClientSource implements MetricSource {
    private static final Measure.Name DRIVER_UP =
            new Measure.Name("tailrace.client.driver.up", null, "Whether the driver of this client lives: 1 or 0");
    private static final Measure.Name SLEEPS =
            new Measure.Name("tailrace.client.sleeps", null, "How often threads slept until there was something to do");
    private static final Measure.Name MISSED =
            new Measure.Name("tailrace.client.missed.wake.ups", null, "How often one was not woken beside its message");
    private static final Measure.Name TOTAL =
            new Measure.Name("tailrace.client.total", null, "What dispatches, losses and the program's groups count");
    private static final Measure.Name LEVEL =
            new Measure.Name("tailrace.client.level", null, "What dispatches and the program's groups have now");

    /** A group may name a registration, which is another one each time, and then its stream. */
    private static final Pattern LABEL = Pattern.compile("(?:(dispatch|lost) (\\d+) )?(.*): (.*)", Pattern.DOTALL);

    private final Tailrace client;
    private final DriverDirectory directory;
    private final Tags tags;
    private final LogWatch logs;
    private final StreamMeasures streams;

    ClientSource(Tailrace client, int maxStreams) {
        this.client = client;
        this.directory = new DriverDirectory(client.directory());
        this.tags = Tags.of("driver", directory.path().toString());
        this.logs = new LogWatch(directory, client.clientId());
        this.streams = new StreamMeasures("tailrace.client.stream.", tags, maxStreams);
    }

    @Override
    public List<Measure> read() throws IOException {
        List<Measure> measures = new ArrayList<>(streams.of(logs.read()));
        measures.add(new Measure(DRIVER_UP, tags, client.isDriverAlive() ? 1 : 0, null));
        CounterSource.of(client).read(new CounterSource.Sink() {
            @Override
            public void total(String name, long value) {
                Measure.Name shown = name.equals("sleeps") ? SLEEPS : MISSED;
                measures.add(new Measure(shown, tags, (double) value, client.clientId()));
            }

            @Override
            public void level(String name, long value) {
                throw new IllegalStateException("sleeps are totals: name=" + name);
            }
        });
        addCounters(measures);
        return measures;
    }

    private void addCounters(List<Measure> measures) {
        Path files = directory.client(client.clientId());
        try (ReportFile file = ReportFile.COUNTERS.openReadOnly(files, client.clientId())) {
            List<CounterReader.Counter> counters =
                    new CounterReader(ReportFile.COUNTERS.path(files), file.region()).read();
            PendingFault.raise(); // Before it is believed.
            Map<Tags, Double> levels = new HashMap<>();
            for (CounterReader.Counter counter : counters) {
                Matcher label = LABEL.matcher(counter.label());
                if (label.matches()) {
                    add(measures, levels, counter, label);
                }
            }
            levels.forEach((labelled, sum) -> measures.add(new Measure(LEVEL, labelled, sum, null)));
        } catch (IOException | InternalError e) {
            // It counts nothing yet, or is closed.
        }
    }

    private void add(List<Measure> measures, Map<Tags, Double> levels, CounterReader.Counter counter, Matcher label) {
        boolean isOfStream = label.group(1) != null;
        String group = isOfStream ? label.group(1) : label.group(3);
        Tags labelled = tags.and("group", group, "stream", isOfStream ? label.group(3) : "", "counter", label.group(4));
        if (counter.kind() == CounterKind.TOTAL) {
            measures.add(new Measure(TOTAL, labelled, (double) counter.value(), counter.label()));
        } else {
            levels.merge(labelled, (double) counter.value(), Double::sum);
        }
    }

    @Override
    public void close() {
        logs.close();
    }
}
