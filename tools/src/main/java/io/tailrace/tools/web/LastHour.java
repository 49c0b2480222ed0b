/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.JsonLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The last hour of the present streams, separately and in sum: a sample every ten seconds. Any thread.
 *
 * <p>A stream takes 8.6 KB once it has carried anything; 1,000 streams take 8.6 MB, and any number at most 86 MB.
 */
final class LastHour {
    /** A column of the samples: the mean over the time of a sample, or the maximum in it. */
    private record Figure(String field, boolean isMean, ToDoubleBiFunction<Interval, StreamView> value) {}

    /** The samples of one stream or of all, and the sums for the next sample. */
    private static final class Track {
        private final double[] sums = new double[COLUMNS];
        private float @Nullable [] samples;

        void add(int column, boolean isMean, double value, double seconds) {
            sums[column] = isMean ? sums[column] + value * seconds : Math.max(sums[column], value);
        }

        void sample(int slot, double seconds) {
            for (int column = 0; column < COLUMNS; column++) {
                boolean isMean = column < FIGURES.size() && FIGURES.get(column).isMean;
                float value = (float) (isMean ? sums[column] / seconds : sums[column]);
                sums[column] = 0;
                if (samples == null && value != 0) {
                    samples = new float[COLUMNS * SAMPLES];
                }
                if (samples != null) {
                    samples[column * SAMPLES + slot] = value;
                }
            }
        }

        float get(int column, int slot) {
            return samples == null ? 0 : samples[column * SAMPLES + slot];
        }
    }

    static final int SAMPLES = 360;
    static final int MAX_STREAMS = 10_000;
    static final long PERIOD_NS = 10_000_000_000L;

    /** One point of the small curves of all streams is a minute. */
    private static final int SAMPLES_OF_POINT = 6;

    /**
     * Held: the part of the time in which publishers were held back; for all streams, how many were held back on
     * average.
     */
    private static final List<Figure> FIGURES = List.of(
            new Figure("bytesPerSecond", true, Interval::bytesPerSecond),
            new Figure("messagesPerSecond", true, Interval::messagesPerSecond),
            new Figure("held", true, Interval::heldPart),
            new Figure("lagBytes", false, (interval, stream) -> stream.lagBytes()),
            new Figure("lagPercent", false, (interval, stream) -> stream.lagPercent()));

    private static final int RATE = 0;
    /** For all streams: how many clients are silent. */
    private static final int SUSPECTS = FIGURES.size();

    private static final int COLUMNS = SUSPECTS + 1;

    private final Map<String, Track> streams = new HashMap<>();
    private final Track all = new Track();
    private final long[] timesMs = new long[SAMPLES];
    private int count;
    private double seconds;

    /** Adds what happened since the last snapshot. */
    synchronized void add(Interval interval) {
        Snapshot now = interval.after();
        double passed = (now.takenNs() - interval.before().takenNs()) / 1e9;
        if (passed <= 0) {
            return; // The first snapshot has none before it.
        }
        Set<String> names = now.streams().stream().map(StreamView::name).collect(Collectors.toSet());
        streams.keySet().retainAll(names);
        now.streams().forEach(stream -> add(interval, stream, passed));
        all.add(SUSPECTS, false, (double) now.suspectClients(), passed);
        seconds += passed;
        if (seconds >= 0.95 * PERIOD_NS / 1e9) { // A snapshot may be a little early.
            int slot = count++ % SAMPLES;
            timesMs[slot] = now.taken().toEpochMilli();
            all.sample(slot, seconds);
            streams.values().forEach(track -> track.sample(slot, seconds));
            seconds = 0;
        }
    }

    private void add(Interval interval, StreamView stream, double passed) {
        Track track = streams.get(stream.name());
        if (track == null && streams.size() < MAX_STREAMS) {
            track = new Track();
            streams.put(stream.name(), track);
        }
        for (int column = 0; column < FIGURES.size(); column++) {
            Figure figure = FIGURES.get(column);
            double value = figure.value.applyAsDouble(interval, stream);
            all.add(column, figure.isMean, value, passed);
            if (track != null) {
                track.add(column, figure.isMean, value, passed);
            }
        }
    }

    /**
     * {@return lines of JSON with all samples, the oldest first: those of each named stream that is present; without
     * names, those of all streams together, and the rate of each stream by minutes}
     */
    synchronized byte[] lines(Set<String> named) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonLines lines = new JsonLines(out, LookJson.SCHEMA);
        if (named.isEmpty()) {
            lines.line("history", json -> write(json, all, COLUMNS));
            streams.forEach((name, track) -> writeRates(lines, name, track));
        }
        named.forEach(name -> write(lines, name));
        return out.toByteArray();
    }

    private void write(JsonLines lines, String stream) {
        Track track = streams.get(stream);
        if (track != null) {
            lines.line("history", json -> {
                json.writeStringField("stream", stream);
                write(json, track, SUSPECTS);
            });
        }
    }

    private void writeRates(JsonLines lines, String stream, Track track) {
        if (track.samples == null) {
            return; // All samples are 0.
        }
        lines.line("rates", json -> {
            json.writeStringField("stream", stream);
            List<Long> means = new ArrayList<>();
            for (int at = first(); at < count; at += SAMPLES_OF_POINT) {
                int end = Math.min(at + SAMPLES_OF_POINT, count);
                means.add(Math.round(IntStream.range(at, end)
                        .mapToDouble(i -> track.get(RATE, i % SAMPLES))
                        .average()
                        .orElse(0)));
            }
            JsonLines.field(json, "bytesPerSecond", means);
        });
    }

    private int first() {
        return Math.max(0, count - SAMPLES);
    }

    private void write(JsonGenerator json, Track track, int columns) throws IOException {
        JsonLines.field(json, "timesMs", samples(slot -> timesMs[slot]));
        for (int column = 0; column < columns; column++) {
            int figure = column;
            String field = figure == SUSPECTS ? "suspectClients" : FIGURES.get(figure).field;
            JsonLines.field(json, field, samples(slot -> track.get(figure, slot)));
        }
    }

    private List<Object> samples(IntFunction<Object> value) {
        return IntStream.range(first(), count)
                .mapToObj(at -> value.apply(at % SAMPLES))
                .toList();
    }
}
