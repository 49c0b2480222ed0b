/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.micrometer.core.instrument.Tags;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.CounterSlots.CounterReader;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.OwnerState;
import io.tailrace.internal.PendingFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A driver's directory, whether a driver lives there or not. */
final class DriverSource implements MetricSource {
    private static final double NS_PER_SECOND = 1e9;
    private static final Measure.Name UP =
            new Measure.Name("tailrace.driver.up", null, "Whether the media driver lives: 1 or 0");
    private static final Measure.Name HEARTBEAT_AGE =
            new Measure.Name("tailrace.driver.heartbeat.age", "seconds", "How long ago the driver last worked");
    private static final Measure.Name CLIENTS = new Measure.Name("tailrace.clients", null, "Clients that live");
    private static final Measure.Name SUSPECT =
            new Measure.Name("tailrace.clients.suspect", null, "Clients that live and have not worked for a second");
    private static final Measure.Name STORAGE_FREE =
            new Measure.Name("tailrace.storage.free", "bytes", "Free space in the file system of the directory");
    private static final Measure.Name ERRORS =
            new Measure.Name("tailrace.driver.errors", null, "Errors in this driver, each as often as it came");
    private static final Measure.Name DEATHS =
            new Measure.Name("tailrace.client.deaths", null, "Clients that died before they had closed");

    private final DriverDirectory directory;
    private final Tags tags;
    private final LogWatch logs;
    private final StreamMeasures streams;

    DriverSource(Path path, int maxStreams) {
        directory = new DriverDirectory(path);
        tags = Tags.of("driver", directory.path().toString());
        logs = new LogWatch(directory, 0);
        streams = new StreamMeasures("tailrace.stream.", tags, maxStreams);
    }

    @Override
    public List<Measure> read() throws IOException {
        List<Measure> measures = new ArrayList<>(streams.of(logs.read()));
        long nowNs = System.nanoTime();
        OwnerState driver = directory.examineDriver();
        measures.add(new Measure(UP, tags, driver.lives() ? 1 : 0, null));
        long beatNs = driver.heartbeat().ns();
        if (beatNs != 0) {
            measures.add(new Measure(HEARTBEAT_AGE, tags, Math.max(0, nowNs - beatNs) / NS_PER_SECOND, null));
        }
        addClients(measures, nowNs);
        addCounters(measures, driver.pid());
        long freeBytes = directory.path().toFile().getUsableSpace();
        measures.add(new Measure(STORAGE_FREE, tags, (double) freeBytes, null));
        return measures;
    }

    private void addClients(List<Measure> measures, long nowNs) throws IOException {
        int living = 0;
        int suspect = 0;
        for (long id : LogWatch.ids(directory.clients())) {
            OwnerState client = ClientFiles.examine(directory.client(id));
            living += client.lives() ? 1 : 0;
            suspect += client.isSuspect(nowNs) ? 1 : 0;
        }
        measures.add(new Measure(CLIENTS, tags, living, null));
        measures.add(new Measure(SUSPECT, tags, suspect, null));
    }

    /** The next driver counts anew. */
    private void addCounters(List<Measure> measures, long pid) {
        Path path = directory.lastControlFile();
        try (ControlFile control = ControlFile.openReadOnly(path)) {
            List<CounterReader.Counter> counters = new CounterReader(path, control.counters()).read();
            PendingFault.raise(); // Before it is believed.
            for (CounterReader.Counter counter : counters) {
                switch (counter.label()) {
                    case "errors" -> measures.add(new Measure(ERRORS, tags, (double) counter.value(), pid));
                    case "clientDeaths" -> measures.add(new Measure(DEATHS, tags, (double) counter.value(), pid));
                    default -> {}
                }
            }
        } catch (IOException | InternalError e) {
            // There is no driver yet, or somebody has damaged its file: what is not known is not shown.
        }
    }

    @Override
    public void close() {
        logs.close();
    }
}
