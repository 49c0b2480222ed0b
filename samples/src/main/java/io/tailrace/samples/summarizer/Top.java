/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * The items that come most often, and how often. Exact as long as there are no more different ones than it has room
 * for. After that each item that it tells came at least as often as it says, and at most {@code error} times more;
 * what came less often than {@code error} may be missing. This is the algorithm of Misra and Gries, which makes room
 * for half of the items at a time; in this case alone the order of events matters.
 */
final class Top implements Aggregate {
    static final int MAX_ITEMS = 16 * 1024;
    private static final int TOLD = 10;
    private static final Comparator<Map.Entry<String, Count>> MOST_FIRST = Comparator.comparingLong(
                    (Map.Entry<String, Count> entry) -> -entry.getValue().value)
            .thenComparing(Map.Entry.comparingByKey());

    private final Map<String, Count> counts = new HashMap<>();
    private long error;

    private static final class Count {
        private long value;
    }

    @Override
    public void take(String item, long value) {
        Count count = counts.get(item);
        if (count == null) {
            if (counts.size() == MAX_ITEMS) {
                makeRoom();
            }
            count = new Count();
            counts.put(item, count);
        }
        count.value++;
    }

    /** Takes the median off all counts. A new item may have been among those that went, so often at most. */
    private void makeRoom() {
        long median = counts.values().stream()
                .mapToLong(count -> count.value)
                .sorted()
                .skip(MAX_ITEMS / 2)
                .findFirst()
                .orElseThrow();
        counts.values().removeIf(count -> count.value <= median);
        counts.values().forEach(count -> count.value -= median);
        error += median;
    }

    @Override
    public void writeJson(JsonGenerator json) throws IOException {
        json.writeNumberField("error", error);
        json.writeObjectFieldStart("top");
        for (Map.Entry<String, Count> entry :
                counts.entrySet().stream().sorted(MOST_FIRST).limit(TOLD).toList()) {
            json.writeNumberField(entry.getKey(), entry.getValue().value);
        }
        json.writeEndObject();
    }

    @Override
    public void save(DataOutput output) throws IOException {
        output.writeLong(error);
        output.writeInt(counts.size());
        for (Map.Entry<String, Count> entry : counts.entrySet()) {
            output.writeUTF(entry.getKey());
            output.writeLong(entry.getValue().value);
        }
    }

    @Override
    public void restore(DataInput input) throws IOException {
        error = input.readLong();
        for (int left = input.readInt(); left > 0; left--) {
            Count count = new Count();
            counts.put(input.readUTF(), count);
            count.value = input.readLong();
        }
    }
}
