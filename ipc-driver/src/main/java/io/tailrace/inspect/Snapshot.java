/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.CounterSlots.CounterReader;
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
 * What the files of a driver's directory say at one moment. Each file is read by itself, while others may write them:
 * a client that came meanwhile may stand in a log and not among the clients.
 *
 * @param takenNs when, by {@link Host#nanoTime}
 * @param taken the same by the time of day
 * @param driver the process
 * @param termLength that the driver gives to new logs, 0 if that is not known
 * @param counters of the driver
 * @param clients by their ids, dead ones too
 * @param streams by their names
 * @param histories of its streams; they may be some seconds old
 * @param links of bridges; they may be a second old
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

    /** {@return a stream, null if it is not there} */
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

    /** {@return what histories keep of streams, by their names} */
    public Map<String, HistoryView.KeptStream> kept() {
        return histories.stream()
                .flatMap(history -> history.streams().stream())
                .collect(Collectors.toMap(HistoryView.KeptStream::name, stream -> stream, (first, later) -> first));
    }

    /** {@return the streams of some names} */
    public List<StreamView> select(Predicate<String> names) {
        return streams.stream().filter(stream -> names.test(stream.name())).toList();
    }

    /** {@return the logs of all streams} */
    public List<LogView> logs() {
        return streams.stream().flatMap(stream -> stream.logs().stream()).toList();
    }

    /** {@return the driver and its clients} */
    public Stream<ClientView> processes() {
        return Stream.concat(Stream.of(driver), clients.values().stream());
    }

    /** {@return a figure of the driver, 0 if it has none of that label} */
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
