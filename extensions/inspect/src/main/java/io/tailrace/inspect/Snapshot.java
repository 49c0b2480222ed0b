/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.report.CounterSlots.CounterReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the files of a driver's directory at one moment. Each file is read separately, while processes write
 * to them: a client that has just connected may be in a log and not among the clients.
 *
 * @param takenNs when it was taken, by {@link Host#nanoTime}
 * @param taken the same moment as time of day
 * @param driver the driver's process
 * @param termLength the term length of new logs, 0 if unknown
 * @param counters the driver's counters
 * @param clients the clients by id, including dead ones
 * @param streams the streams by name
 * @param histories the histories of its streams; they may be some seconds old
 * @param links the links of bridges; they may be a second old
 * @param unreadable one for each file that could not be read
 */
public record Snapshot(
        Path directory,
        long takenNs,
        Instant taken,
        ClientView driver,
        int termLength,
        List<CounterReader.Counter> counters,
        SortedMap<Long, ClientView> clients,
        List<StreamView> streams,
        List<HistoryView> histories,
        List<LinkView> links,
        List<Unreadable> unreadable) {

    /** {@return a stream, null if it does not exist} */
    public @Nullable StreamView stream(String name) {
        for (StreamView stream : streams) {
            if (stream.name().equals(name)) {
                return stream;
            }
        }
        return null;
    }

    /** {@return the link of this host whose sender has a subscription of that name, null if there is none} */
    public @Nullable LinkView link(String subscription) {
        return links.stream()
                .filter(link -> link.sends() && link.identity().name().equals(subscription))
                .findFirst()
                .orElse(null);
    }

    /** {@return the kept parts of streams in histories, by stream name} */
    public Map<String, HistoryView.KeptStream> kept() {
        return histories.stream()
                .flatMap(history -> history.streams().stream())
                .collect(Collectors.toMap(HistoryView.KeptStream::name, stream -> stream, (first, later) -> first));
    }

    /** {@return the streams whose names match} */
    public List<StreamView> select(Predicate<String> names) {
        return streams.stream().filter(stream -> names.test(stream.name())).toList();
    }

    /** {@return the names of all streams} */
    public List<String> streamNames() {
        return streams.stream().map(StreamView::name).toList();
    }

    /** {@return the logs of all streams} */
    public List<LogView> logs() {
        return streams.stream().flatMap(stream -> stream.logs().stream()).toList();
    }

    /** {@return the driver and its clients} */
    public Stream<ClientView> processes() {
        return Stream.concat(Stream.of(driver), clients.values().stream());
    }

    /** {@return a figure of the driver, 0 if it has no figure with this label} */
    public long counter(String label) {
        for (CounterReader.Counter counter : counters) {
            if (counter.label().equals(label)) {
                return counter.value();
            }
        }
        return 0;
    }

    /** {@return whether the driver or any client has noted an error} */
    public boolean hasErrors() {
        return processes().anyMatch(ClientView::hasErrors);
    }

    /** {@return how many clients live} */
    public long livingClients() {
        return clients.values().stream()
                .filter(client -> client.owner().lives())
                .count();
    }

    /** {@return how many of the clients that live are silent} */
    public long suspectClients() {
        return clients.values().stream()
                .filter(client -> client.owner().isSuspect(takenNs))
                .count();
    }
}
