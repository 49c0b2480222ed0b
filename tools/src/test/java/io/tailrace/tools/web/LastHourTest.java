/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.StreamView;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The history of an hour, from made-up snapshots. */
class LastHourTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int WINDOW = TERM_LENGTH / 2;
    private static final Set<String> ALL = Set.of();

    private final LastHour history = new LastHour();
    private final Map<String, Long> tails = new LinkedHashMap<>();
    private long nowNs = 1_000_000_000_000L;
    private long lag;
    private long heldNs;
    private Snapshot before = snapshot();

    private Snapshot snapshot() {
        List<StreamView> streams = new ArrayList<>();
        tails.forEach(
                (name, tail) -> streams.add(new StreamView(name, List.of(log(name, tail)), List.of(), List.of())));
        return new Snapshot(
                Path.of("driver"),
                nowNs,
                Instant.ofEpochMilli(nowNs / 1_000_000),
                null,
                TERM_LENGTH,
                List.of(),
                new TreeMap<>(),
                streams,
                List.of(),
                List.of(),
                List.of());
    }

    private LogView log(String stream, long tail) {
        int id = stream.hashCode();
        Subscriber subscriber =
                new Subscriber(0, 1, 1, 1, 0, tail - lag, SubscriberPolicy.BLOCK, "", -1, tail / 64, 0, 0, 0, 0, 0);
        LogSnapshot at = new LogSnapshot(
                LogMeta.Constants.of(id, stream, TERM_LENGTH, LogLayout.KIND_CONCURRENT),
                true,
                tail,
                tail,
                tail + WINDOW,
                0,
                0,
                0,
                LogLayout.NONE,
                new LogEnd(0, 0),
                0,
                0,
                heldNs,
                List.of(),
                List.of(subscriber));
        return new LogView(id, Path.of("log"), at, tail + WINDOW, null, nowNs);
    }

    /** Takes another snapshot after some seconds, in which each stream has advanced by {@code bytes}. */
    private void look(double seconds, long bytes) {
        nowNs += (long) (seconds * 1e9);
        tails.replaceAll((name, tail) -> tail + bytes);
        Snapshot now = snapshot();
        history.add(new Interval(before, now));
        before = now;
    }

    private List<JsonNode> lines(Set<String> streams) {
        try (MappingIterator<JsonNode> all = JSON.readerFor(JsonNode.class).readValues(history.lines(streams))) {
            return all.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double last(Set<String> streams, String field) {
        JsonNode values = lines(streams).get(0).path(field);
        return values.get(values.size() - 1).asDouble();
    }

    @Test
    void aSampleIsTheMeanOfTenSecondsOrTheMostInThem() {
        tails.put("quotes", 1_000_000L);
        look(0, 0);
        for (int second = 0; second < 10; second++) {
            lag = second == 4 ? WINDOW : 64;
            heldNs += 500_000_000;
            look(1, second < 5 ? 6400 : 0);
        }
        for (Set<String> asked : List.of(ALL, Set.of("quotes"))) {
            assertEquals(1, lines(asked).get(0).path("timesMs").size());
            assertEquals(Instant.ofEpochSecond(0, nowNs), Instant.ofEpochMilli((long) last(asked, "timesMs")));
            assertEquals(3200, last(asked, "bytesPerSecond"), 3200 * 0.004);
            assertEquals(50, last(asked, "messagesPerSecond"), 50 * 0.004);
            assertEquals(WINDOW, last(asked, "lagBytes"), WINDOW * 0.004);
            assertEquals(100, last(asked, "lagPercent"), 0.4);
            assertEquals(0.5, last(asked, "held"), 0.002);
        }
        assertEquals(0, last(ALL, "suspectClients"));
    }

    @Test
    void streamsAddUpButTheWorstLagIsOneAndAPauseIsOneSample() {
        tails.put("quotes", 0L);
        tails.put("trades", 0L);
        lag = WINDOW / 2;
        look(10, 10_000);
        heldNs += 600_000_000_000L;
        look(600, 600_000);
        JsonNode times = lines(ALL).get(0).path("timesMs");
        assertEquals(600_000, times.get(1).asLong() - times.get(0).asLong(), "a pause is one sample");
        assertEquals(2000, last(ALL, "bytesPerSecond"), 2000 * 0.004);
        assertEquals(50, last(ALL, "lagPercent"), 0.2);
        assertEquals(2, last(ALL, "held"), 0.01);
    }

    @Test
    void afterAnHourTheOldestGoes() {
        tails.put("quotes", 0L);
        look(0, 0);
        for (int sample = 1; sample <= LastHour.SAMPLES + 7; sample++) {
            look(10, sample * 1000L);
        }
        JsonNode all = lines(Set.of("quotes")).get(0);
        assertEquals(LastHour.SAMPLES, all.path("timesMs").size());
        assertEquals(
                10_000L * (LastHour.SAMPLES - 1),
                last(ALL, "timesMs") - all.path("timesMs").get(0).asLong());
        assertEquals(800, all.path("bytesPerSecond").get(0).asDouble(), 800 * 0.004);
        assertEquals(36_700, last(ALL, "bytesPerSecond"), 36_700 * 0.004);
        JsonNode minutes = lines(ALL).get(1).path("bytesPerSecond");
        assertEquals(60, minutes.size());
        assertEquals(1050, minutes.get(0).asDouble(), 1050 * 0.004, "of samples 8 to 13");
    }

    @Test
    void aStreamThatGoesIsForgottenAndOneThatComesHadNothingBefore() {
        tails.put("quotes", 0L);
        look(10, 1000);
        look(10, 1000);
        tails.clear();
        tails.put("trades", 0L);
        look(10, 500);
        assertEquals(List.of(), lines(Set.of("quotes")));
        JsonNode rates = lines(Set.of("trades")).get(0).path("bytesPerSecond");
        assertEquals(
                List.of(0.0, 0.0), List.of(rates.get(0).asDouble(), rates.get(1).asDouble()));
        assertEquals(50, rates.get(2).asDouble(), 0.2);
        tails.clear();
        tails.put("quotes", 0L);
        look(10, 0);
        assertEquals(0, last(Set.of("quotes"), "bytesPerSecond"));
        assertEquals(1, lines(ALL).size(), "nothing has happened in what is there");
    }

    @Test
    void moreStreamsThanThereMayBeAreCountedAndHaveNoHistory() {
        for (int i = 0; i < LastHour.MAX_STREAMS + 50; i++) {
            tails.put("md." + i, 0L);
        }
        look(0, 0);
        look(10, 100);
        List<JsonNode> lines = lines(ALL);
        assertEquals(1 + LastHour.MAX_STREAMS, lines.size());
        assertEquals(100_500, last(ALL, "bytesPerSecond"), 100_500 * 0.004);
    }
}
