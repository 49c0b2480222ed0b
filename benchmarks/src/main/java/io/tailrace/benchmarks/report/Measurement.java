/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.tailrace.benchmarks.report.Ratios.Spread;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One measurement, as every section writes it and the report reads it.
 *
 * @param section that measured it: {@code duel}
 * @param jdk feature version of the JVM that was measured
 * @param block set of new JVMs; 0 is a pilot that only chooses
 * @param round within the block; every candidate has its turn in it, in random order
 * @param candidate {@code tailrace/exclusive/default/offer}, {@code aeron/concurrent/4m}, {@code disruptor-multi},
 *     {@code raw}
 * @param cell the measured task: {@code throughput-8}, {@code roundtrip-100}, {@code burst-100-producers-3}
 * @param rawNs the raw round trip between the cores just before, in ns
 * @param othersPercent of one processor, used by others meanwhile
 * @param value the figure
 * @param unit of the figure: {@code messages/s}, {@code ns}, {@code B/op}
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
        double othersPercent,
        double value,
        String unit,
        Map<String, Object> details) {

    /** The main figure, which is not a detail. */
    public static final String VALUE = "value";

    /** The block that only chooses the candidates of the others. */
    public static final int PILOT = 0;

    /** A faster raw round trip is near: the two cores share a cache. */
    public static final long NEAR_BELOW_NS = 200;

    /** The most CPU of others, because both of two cores are needed. */
    private static final double QUIET_BELOW_PERCENT = 10;

    /** {@return whether the two cores share a cache} */
    @JsonIgnore
    public boolean isNear() {
        return rawNs < NEAR_BELOW_NS;
    }

    /** {@return whether others left both cores alone} */
    @JsonIgnore
    public boolean isQuiet() {
        return othersPercent < QUIET_BELOW_PERCENT;
    }

    /** {@return whether it counts, rather than only chooses} */
    @JsonIgnore
    public boolean isPilot() {
        return block == PILOT;
    }

    /** {@return the measurements of a section by JDK, in order, without pilots} */
    public static <T> SortedMap<Integer, T> byJdk(
            List<Measurement> all, String section, Function<List<Measurement>, T> ofJdk) {
        return all.stream()
                .filter(measurement -> measurement.section.equals(section) && !measurement.isPilot())
                .collect(groupingBy(Measurement::jdk, TreeMap::new, collectingAndThen(toList(), ofJdk)));
    }

    /**
     * {@return the same with another figure, as if measured in another cell: to compare figures with different names}
     */
    public Measurement with(String otherCell, double otherValue) {
        return new Measurement(
                section, jdk, block, round, candidate, otherCell, rawNs, othersPercent, otherValue, unit, details);
    }

    /** {@return a detail that is a number, or {@link #VALUE}} */
    public double number(String name) {
        return name.equals(VALUE) ? value : ((Number) detail(name)).doubleValue();
    }

    /** {@return a detail that is a list of numbers} */
    public List<Double> numbers(String name) {
        return ((List<?>) detail(name))
                .stream().map(number -> ((Number) number).doubleValue()).toList();
    }

    /** {@return a detail as text} */
    public String text(String name) {
        return detail(name).toString();
    }

    private Object detail(String name) {
        Object detail = details.get(name);
        if (detail == null) {
            throw new IllegalArgumentException("no such detail: name=" + name + ", measurement=" + this);
        }
        return detail;
    }

    /** {@return the undisturbed measurements; all, if all are disturbed} */
    public static List<Measurement> quietOrAll(List<Measurement> all) {
        List<Measurement> quiet = all.stream().filter(Measurement::isQuiet).toList();
        return quiet.isEmpty() ? all : quiet;
    }

    /** {@return the median of a figure over all rounds as text; a dash if there are none} */
    public static String text(List<Measurement> rounds, ToDoubleFunction<Measurement> figure, String format) {
        return rounds.isEmpty()
                ? "–"
                : String.format(format, Spread.of(rounds, figure).median());
    }

    /** {@return the best candidate of a cell by the medians of the values, disturbed or not} */
    public static <T> T best(List<Measurement> all, List<T> candidates, Object cell, boolean moreIsBetter) {
        Comparator<T> byMedian = Comparator.comparingDouble(candidate -> Spread.of(
                        all.stream()
                                .filter(measurement -> measurement.candidate.equals(candidate.toString())
                                        && measurement.cell.equals(cell.toString()))
                                .toList(),
                        Measurement::value)
                .median());
        return candidates.stream()
                .max(moreIsBetter ? byMedian : byMedian.reversed())
                .orElseThrow();
    }

    /** {@return the measurement in one line} Each figure keeps its first six digits. */
    public String toJson() {
        try {
            return Json.MAPPER.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not to be written as JSON: measurement=" + this, e);
        }
    }

    /** Parses the text of {@link #toJson}. */
    public static Measurement parse(String line) {
        try {
            return Json.MAPPER.readValue(line, Measurement.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a measurement: line=" + line, e);
        }
    }

    /** Writes the raw data and the environment as JSON. */
    public static final class Json {
        /** Fractions lose all digits after the sixth, which are below the precision of measurement. */
        public static final ObjectMapper MAPPER = new ObjectMapper()
                .registerModule(new SimpleModule()
                        .addSerializer(Double.class, new SixDigits(Double.class))
                        .addSerializer(double.class, new SixDigits(double.class)));

        private Json() {}

        /**
         * Parses the answer of a measuring process.
         *
         * @return its members, in their order
         */
        public static Map<String, Object> parse(String line) {
            try {
                return MAPPER.readValue(line, new TypeReference<LinkedHashMap<String, Object>>() {});
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("not what a measuring process answers: line=" + line, e);
            }
        }

        private static final class SixDigits extends StdSerializer<Double> {
            private static final long serialVersionUID = 1;
            private static final MathContext DIGITS = new MathContext(6);

            SixDigits(Class<Double> type) {
                super(type);
            }

            @Override
            public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
                if (Double.isFinite(value)) {
                    json.writeNumber(new BigDecimal(value)
                            .round(DIGITS)
                            .stripTrailingZeros()
                            .toPlainString());
                } else {
                    json.writeNumber(value);
                }
            }
        }
    }
}
