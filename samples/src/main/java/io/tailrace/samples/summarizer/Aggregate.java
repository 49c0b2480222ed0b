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

/** What is kept of the events of one group. Their order does not matter, except for {@link Top}. For one thread. */
sealed interface Aggregate {
    /**
     * Takes what one event says. Each kind uses what it needs.
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
     * Becomes what was saved. This one has to be new.
     *
     * @throws IOException if the bytes are none that {@link #save} has written
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
     * Estimates how many different items there were, in 4 KiB, however many. The standard error is 1.2 %. The estimate
     * is made of the registers alone, so it is the same for any order.
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
     * The items that come most often, and how often. Exact as long as there are no more different ones than it has
     * room for. After that each item that it names came at least as often as it says, and at most {@code error} times
     * more; one that came less often than {@code error} may be missing. This is the algorithm of Misra and Gries, which
     * makes room for half of the items at a time; in this case alone the order of events matters.
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

        /** Takes the median off all counts. A new item may have been among those that went, so often at most. */
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

    /** How the values are spread, to three digits. */
    final class Percentiles implements Aggregate {
        private static final int DIGITS = 3;
        /** More than any histogram of times up to an hour needs; a limit for bytes that are wrong. */
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
            } catch (RuntimeException e) { // The library's only way to say it.
                throw new IOException("not a saved histogram: length=" + length, e);
            }
            histogram.setAutoResize(true);
        }
    }
}
