/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** The results of all events in constant memory. One thread writes it. */
sealed interface Summary {
    /** All summaries, empty. To add one, add it here. */
    List<Supplier<Summary>> ALL = List.of(Totals::new, Items::new, Latencies::new);

    void take(Event event);

    /** {@return a line of JSON} */
    String toJson();

    /** Writes all that {@link #restore} needs. */
    void save(DataOutput output) throws IOException;

    /** Restores saved state into a new instance. */
    void restore(DataInput input) throws IOException;

    /** The number of events of each type, and the sum of their amounts. */
    final class Totals implements Summary {
        private final Map<String, Long> counts = new TreeMap<>();
        private final Map<String, Long> sums = new TreeMap<>();

        @Override
        public void take(Event event) {
            counts.merge(event.type(), 1L, Long::sum);
            sums.merge(event.type(), event.amount(), Long::sum);
        }

        @Override
        public String toJson() {
            return "{\"counts\":" + json(counts) + ",\"amounts\":" + json(sums) + '}';
        }

        @Override
        public void save(DataOutput output) throws IOException {
            write(counts, output);
            write(sums, output);
        }

        @Override
        public void restore(DataInput input) throws IOException {
            read(counts, input);
            read(sums, input);
        }
    }

    /**
     * The most frequent items. Their counts are exact while there is room for all items. After that each is too low by
     * at most {@code error}. This is the algorithm of Misra and Gries, which makes room for half of the items at once.
     */
    final class Items implements Summary {
        static final int MAX_ITEMS = 16 * 1024;
        private static final int SHOWN = 10;

        private final Map<String, Long> counts = new HashMap<>();
        private long error;

        @Override
        public void take(Event event) {
            if (counts.size() == MAX_ITEMS && !counts.containsKey(event.item())) {
                makeRoom();
            }
            counts.merge(event.item(), 1L, Long::sum);
        }

        private void makeRoom() {
            long median = counts.values().stream()
                    .sorted()
                    .skip(MAX_ITEMS / 2)
                    .findFirst()
                    .orElseThrow();
            counts.values().removeIf(count -> count <= median);
            counts.replaceAll((item, count) -> count - median);
            error += median;
        }

        @Override
        public String toJson() {
            String top = counts.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(SHOWN)
                    .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                    .collect(Collectors.joining(",", "{", "}"));
            return "{\"items\":" + top + ",\"error\":" + error + '}';
        }

        @Override
        public void save(DataOutput output) throws IOException {
            output.writeLong(error);
            write(counts, output);
        }

        @Override
        public void restore(DataInput input) throws IOException {
            error = input.readLong();
            read(counts, input);
        }
    }

    /** A histogram of the latencies with three digits. */
    final class Latencies implements Summary {
        private static final int DIGITS = 3;
        /** Grows with the largest value. */
        private Histogram histogram = new Histogram(DIGITS);

        @Override
        public void take(Event event) {
            histogram.recordValue(event.latencyUs());
        }

        @Override
        public String toJson() {
            return "{\"latencyUs\":{\"p50\":" + histogram.getValueAtPercentile(50)
                    + ",\"p99\":" + histogram.getValueAtPercentile(99)
                    + ",\"max\":" + histogram.getMaxValue() + "}}";
        }

        @Override
        public void save(DataOutput output) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.encodeIntoByteBuffer(bytes);
            output.writeInt(length);
            output.write(bytes.array(), 0, length);
        }

        @Override
        public void restore(DataInput input) throws IOException {
            byte[] bytes = new byte[input.readInt()];
            input.readFully(bytes);
            histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
            histogram.setAutoResize(true);
        }
    }

    private static String json(Map<String, Long> values) {
        return values.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static void write(Map<String, Long> values, DataOutput output) throws IOException {
        output.writeInt(values.size());
        for (Map.Entry<String, Long> entry : values.entrySet()) {
            output.writeUTF(entry.getKey());
            output.writeLong(entry.getValue());
        }
    }

    private static void read(Map<String, Long> values, DataInput input) throws IOException {
        for (int left = input.readInt(); left > 0; left--) {
            values.put(input.readUTF(), input.readLong());
        }
    }
}
