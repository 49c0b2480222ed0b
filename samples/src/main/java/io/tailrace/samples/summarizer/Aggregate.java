/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Aggregates the events of one group. Their order only matters for {@link Top}. Not thread-safe. */
sealed interface Aggregate {
    /**
     * Takes the values of one event. Each kind uses those that it needs.
     *
     * @param item a name
     * @param value a number, not negative
     */
    void take(String item, long value);

    /** Adds its fields to a JSON object. */
    void addTo(ObjectNode json);

    /** Writes all that {@link #restore} needs. */
    void save(DataOutput output) throws IOException;

    /**
     * Restores saved state into a new instance.
     *
     * @throws IOException if {@link #save} did not write these bytes
     */
    void restore(DataInput input) throws IOException;

    /** Counts events and adds up their values. */
    final class Total implements Aggregate {
        private long count;
        private long sum;

        @Override
        public void take(String item, long value) {
            count++;
            sum += value;
        }

        @Override
        public void addTo(ObjectNode json) {
            json.put("count", count).put("sum", sum);
        }

        @Override
        public void save(DataOutput output) throws IOException {
            output.writeLong(count);
            output.writeLong(sum);
        }

        @Override
        public void restore(DataInput input) throws IOException {
            count = input.readLong();
            sum = input.readLong();
        }
    }

    /**
     * Estimates the number of different items in a fixed 4 KiB. The standard error is 1.2 %. The estimate depends on
     * the registers alone, so it is the same for any order.
     */
    final class Distinct implements Aggregate {
        private static final int PRECISION = 12;
        private static final Hasher64 HASHER = Hashing.komihash5_0();

        private UltraLogLog registers = UltraLogLog.create(PRECISION);

        @Override
        public void take(String item, long value) {
            registers.add(HASHER.hashCharsToLong(item));
        }

        @Override
        public void addTo(ObjectNode json) {
            json.put("distinct", Math.round(registers.getDistinctCountEstimate()));
        }

        @Override
        public void save(DataOutput output) throws IOException {
            output.write(registers.getState());
        }

        @Override
        public void restore(DataInput input) throws IOException {
            byte[] state = new byte[1 << PRECISION];
            input.readFully(state);
            registers = UltraLogLog.wrap(state);
        }
    }

    /**
     * The most frequent items with their counts. The counts are exact while there is room for all different items.
     * After that, each count is a lower bound, too low by at most {@code error}, and items with less than {@code error}
     * occurrences may be missing. This is the algorithm of Misra and Gries, which makes room for half of the items at a
     * time. Only in this case does the order of events matter.
     */
    final class Top implements Aggregate {
        static final int MAX_ITEMS = 16 * 1024;
        private static final int TOLD = 10;
        private static final Comparator<Map.Entry<String, Long>> MOST_FIRST =
                Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());

        private final Map<String, Long> counts = new HashMap<>();
        private long error;

        @Override
        public void take(String item, long value) {
            if (counts.size() == MAX_ITEMS && !counts.containsKey(item)) {
                makeRoom();
            }
            counts.merge(item, 1L, Long::sum);
        }

        /**
         * Subtracts the median from all counts. A new item may have been removed here before, with at most this count.
         */
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
        public void addTo(ObjectNode json) {
            ObjectNode top = json.put("error", error).putObject("top");
            counts.entrySet().stream()
                    .sorted(MOST_FIRST)
                    .limit(TOLD)
                    .forEach(entry -> top.put(entry.getKey(), entry.getValue()));
        }

        @Override
        public void save(DataOutput output) throws IOException {
            output.writeLong(error);
            output.writeInt(counts.size());
            for (Map.Entry<String, Long> entry : counts.entrySet()) {
                output.writeUTF(entry.getKey());
                output.writeLong(entry.getValue());
            }
        }

        @Override
        public void restore(DataInput input) throws IOException {
            error = input.readLong();
            for (int left = input.readInt(); left > 0; left--) {
                counts.put(input.readUTF(), input.readLong());
            }
        }
    }

    /** A histogram of the values with three digits. */
    final class Percentiles implements Aggregate {
        private static final int DIGITS = 3;
        /** More than any histogram of times up to an hour needs; protects against invalid bytes. */
        private static final int MAX_SAVED_LENGTH = 1024 * 1024;

        /** Grows with the largest value. */
        private Histogram histogram = new Histogram(DIGITS);

        @Override
        public void take(String item, long value) {
            histogram.recordValue(value);
        }

        @Override
        public void addTo(ObjectNode json) {
            json.put("count", histogram.getTotalCount())
                    .put("p50", histogram.getValueAtPercentile(50))
                    .put("p90", histogram.getValueAtPercentile(90))
                    .put("p99", histogram.getValueAtPercentile(99))
                    .put("p99.9", histogram.getValueAtPercentile(99.9))
                    .put("max", histogram.getMaxValue());
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
            int length = input.readInt();
            if (length < 0 || length > MAX_SAVED_LENGTH) {
                throw new IOException("not a saved histogram: length=" + length + ", limit=" + MAX_SAVED_LENGTH);
            }
            byte[] bytes = new byte[length];
            input.readFully(bytes);
            try {
                histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0);
            } catch (RuntimeException e) { // The library reports invalid bytes only so.
                throw new IOException("not a saved histogram: length=" + length, e);
            }
            histogram.setAutoResize(true);
        }
    }
}
