/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * One measurement: a line of the raw data.
 *
 * @param section command that measured it: {@code process}
 * @param jdk feature version of the JVM that was measured
 * @param block set of new JVMs; 0 is a pilot that only chooses
 * @param round within the block; every candidate has its turn in it, in random order
 * @param candidate {@code tailrace/exclusive/default}, {@code aeron/concurrent/4m}, {@code chronicle}
 * @param cell the measured task: {@code throughput-8}, {@code roundtrip-32}
 * @param rawNs the raw round trip between the cores just before, in ns
 * @param rawAfterNs the same just afterwards; 0 in data of before 29 November 2026
 * @param othersPercent of one processor, used by others meanwhile
 * @param value the figure
 * @param unit of the figure: {@code messages/s}, {@code ns}
 * @param details further figures by name: numbers, texts, lists of numbers
 */
public record Measurement(
        String section,
        int jdk,
        int block,
        int round,
        String candidate,
        String cell,
        long rawNs,
        long rawAfterNs,
        double othersPercent,
        double value,
        String unit,
        Map<String, Object> details) {
    /** The main figure, which is not a detail. */
    public static final String VALUE = "value";
    /** The block that only chooses the candidates of the others. */
    public static final int PILOT = 0;

    /** A faster raw round trip is near: the two cores share a cache. */
    static final long NEAR_BELOW_NS = 200;
    /** The most CPU of others, because both of two cores are needed. */
    private static final double QUIET_BELOW_PERCENT = 10;

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SUFFIX = ".jsonl";
    private static final String COMPRESSED = SUFFIX + ".gz";

    /** The distance of the two cores. */
    enum Place {
        /** They share a cache. */
        NEAR,
        /** They share no cache. */
        FAR,
        /** The host moved them in between. */
        MIXED;

        /** {@return the distance during both} */
        Place and(Place other) {
            return this == other ? this : MIXED;
        }
    }

    /** {@return the distance of the cores during it} */
    Place place() {
        Place before = rawNs < NEAR_BELOW_NS ? Place.NEAR : Place.FAR;
        return rawAfterNs == 0 ? before : before.and(rawAfterNs < NEAR_BELOW_NS ? Place.NEAR : Place.FAR);
    }

    /** {@return whether others left both cores alone} */
    boolean isQuiet() {
        return othersPercent < QUIET_BELOW_PERCENT;
    }

    /** {@return whether it only chooses, and does not count} */
    boolean isPilot() {
        return block == PILOT;
    }

    boolean moreIsBetter() {
        return unit.endsWith("/s");
    }

    /** {@return a detail that is a number, or {@link #VALUE}} */
    OptionalDouble number(String name) {
        Object figure = name.equals(VALUE) ? value : details.get(name);
        return figure instanceof Number number ? OptionalDouble.of(number.doubleValue()) : OptionalDouble.empty();
    }

    /** {@return the members of an object in JSON, in their order} */
    public static Map<String, Object> members(String json) {
        return parse(json, new TypeReference<LinkedHashMap<String, Object>>() {});
    }

    private static <T> T parse(String json, TypeReference<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not what was expected in JSON: line=" + json, e);
        }
    }

    /** {@return it in one line of JSON} */
    public static String json(Object object) {
        try {
            return MAPPER.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not to be written as JSON: object=" + object, e);
        }
    }

    /** {@return the measurements of all files of a directory, compressed or not, without pilots} */
    static List<Measurement> readAll(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            List<Measurement> all = new ArrayList<>();
            files.filter(file ->
                            file.toString().endsWith(SUFFIX) || file.toString().endsWith(COMPRESSED))
                    .sorted()
                    .forEach(file -> all.addAll(read(file)));
            all.removeIf(Measurement::isPilot);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Measurement> read(Path file) {
        try (InputStream bytes = Files.newInputStream(file);
                BufferedReader reader = new BufferedReader(new InputStreamReader(
                        file.toString().endsWith(COMPRESSED) ? new GZIPInputStream(bytes) : bytes,
                        StandardCharsets.UTF_8))) {
            return reader.lines()
                    .map(line -> parse(line, new TypeReference<Measurement>() {}))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The measurements of a section with a JDK, a line for each: {@code SECTION-jdkNN.jsonl}. Each is written at once,
     * so a run that ends early leaves its measurements. Replaces an existing file. One thread.
     */
    public static final class RawFile implements AutoCloseable {
        private final PrintStream lines;

        /** Creates the directory, too, if it does not exist. */
        public RawFile(Path directory, String section, int jdk) {
            try {
                Files.createDirectories(directory);
                Path file = directory.resolve(section + "-jdk" + jdk + SUFFIX);
                lines = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Adds a line. */
        public void write(Measurement measurement) {
            lines.println(json(measurement));
            if (lines.checkError()) {
                throw new IllegalStateException("could not write a measurement: is there space left?");
            }
        }

        @Override
        public void close() {
            lines.close();
        }
    }
}
