/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StreamMeasuresTest {
    private final StreamMeasures measures = new StreamMeasures("tailrace.stream.", Tags.of("driver", "d"), 2);

    private Set<String> tags(String... streams) {
        Map<String, StreamFigures> figures = new TreeMap<>();
        for (String stream : streams) {
            figures.put(stream, new StreamFigures());
        }
        Set<String> tags = new HashSet<>();
        for (Measure measure : measures.of(figures)) {
            measure.tags().stream()
                    .filter(tag -> tag.getKey().equals("stream"))
                    .map(Tag::getValue)
                    .forEach(tags::add);
        }
        return tags;
    }

    @Test
    void onlySoManyStreamsHaveATagOfTheirOwnForAsLongAsTheyAreThere() {
        assertEquals(Set.of("m", "n"), tags("m", "n"));
        assertEquals(Set.of("m", "n", "other"), tags("a", "m", "n", "z"), "who was first keeps it");
        assertEquals(Set.of("a", "m", "other"), tags("a", "m", "z"), "what goes makes room");
        assertEquals(Set.of(), tags());
    }
}
