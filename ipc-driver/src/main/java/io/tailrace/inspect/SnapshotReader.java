/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.Command.AddSubscription;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Vacancy;
import io.tailrace.control.VacancyFiles;
import io.tailrace.file.Mappings;
import io.tailrace.internal.PendingFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots of a driver's directory. What it has mapped it keeps for the next one. One thread.
 */
public final class SnapshotReader implements AutoCloseable {
    /** Only a collection unmaps what has gone, and a process that does nothing else makes hardly any by itself. */
    private static final int SNAPSHOTS_TO_COLLECTION = 60;

    /** To read errors maps their files each time. */
    private static final long ERRORS_NS = 5_000_000_000L;

    private final DriverDirectory directory;
    private final Host host;
    private final DriverReader driverReader;
    private final ClientReader clientReader;
    private final LogReader logReader;
    private final VacancyFiles vacancyFiles;
    private final boolean collects;
    private @Nullable Snapshot before;
    private int taken;
    private @Nullable ErrorsReader errors;
    private long errorsNs;

    /** Opens nothing yet. Collects garbage now and then, to let go of files that are gone. */
    public SnapshotReader(DriverDirectory directory, Host host) {
        this(directory, host, true);
    }

    /** @param collects whether it collects garbage; false in a program that has other things to do */
    public SnapshotReader(DriverDirectory directory, Host host, boolean collects) {
        this.collects = collects;
        this.directory = directory;
        this.host = host;
        this.driverReader = new DriverReader(directory, host);
        this.clientReader = new ClientReader(directory, host);
        this.logReader = new LogReader(directory, host);
        this.vacancyFiles = new VacancyFiles(directory);
    }

    public DriverDirectory directory() {
        return directory;
    }

    /**
     * Takes one, and compares it with the one before, the first one with itself.
     *
     * @throws IOException if a folder of the directory can not be read
     */
    public Interval next() throws IOException {
        Snapshot now = read();
        Interval interval = new Interval(before == null ? now : before, now);
        before = now;
        return interval;
    }

    /**
     * Takes one and compares it, and looks at errors and storage, too. Errors may be some seconds old.
     *
     * @throws IOException if a folder of the directory can not be read
     */
    public Observation observe() throws IOException {
        Interval interval = next();
        Storage storage = host.storage(directory.path());
        if (!interval.after().hasErrors()) {
            errors = null;
            return new Observation(interval, List.of(), List.of(), storage);
        }
        ErrorsReader known = errors;
        long nowNs = host.nanoTime();
        if (known == null || nowNs - errorsNs >= ERRORS_NS) {
            known = ErrorsReader.of(directory);
            errors = known;
            errorsNs = nowNs;
        }
        return new Observation(interval, known.all(), known.unreadable(), storage);
    }

    /**
     * Takes one.
     *
     * @throws IOException if a folder of the directory can not be read
     */
    public Snapshot read() throws IOException {
        List<Unreadable> unreadable = new ArrayList<>();
        PendingFault.raise(); // Not under a lock of the JDK's.
        SortedMap<String, Parts> streams = new TreeMap<>();
        List<ClientReader.Found> found = clientReader.read(unreadable);
        for (ClientReader.Found client : found) {
            client.subscriptions()
                    .forEach(noted -> parts(streams, noted.stream()).waiting.add(noted));
        }
        for (Vacancy vacancy : vacancyFiles.look()) {
            parts(streams, vacancy.command().stream()).vacancies.add(vacancy);
        }
        List<LogView> logs = logReader.read(unreadable);
        logs.forEach(log -> parts(streams, log.stream()).logs.add(log));
        Map<Long, Holdings> holdings = Holdings.of(found, logs);
        SortedMap<Long, ClientView> clients = new TreeMap<>();
        for (ClientReader.Found client : found) {
            clients.put(client.id(), clientReader.view(client, holdings.getOrDefault(client.id(), Holdings.NONE)));
        }
        DriverReader.Found driver = driverReader.read(unreadable);
        if (collects && ++taken % SNAPSHOTS_TO_COLLECTION == 0) {
            Mappings.collect();
        }
        return new Snapshot(
                directory.path(),
                host.nanoTime(),
                host.now(),
                driver.process(),
                driver.termLength(),
                driver.counters(),
                clients,
                streams.entrySet().stream()
                        .map(stream -> stream.getValue().view(stream.getKey()))
                        .toList(),
                unreadable);
    }

    /** What is found of a stream. */
    private static final class Parts {
        private final List<LogView> logs = new ArrayList<>();
        private final List<AddSubscription> waiting = new ArrayList<>();
        private final List<Vacancy> vacancies = new ArrayList<>();

        StreamView view(String name) {
            return new StreamView(name, logs, waiting, vacancies);
        }
    }

    private static Parts parts(Map<String, Parts> streams, String name) {
        return streams.computeIfAbsent(name, ignored -> new Parts());
    }

    /** Lets go of all files. */
    @Override
    public void close() {
        driverReader.close();
        logReader.close();
    }
}
