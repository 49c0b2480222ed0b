/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.StreamView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeasuresTest {
    private final Measures measures = new Measures("tailrace.", Tags.of("driver", "d"), 2);

    private Set<String> tags(String... streams) {
        List<OfStream> all = new ArrayList<>();
        for (String stream : streams) {
            all.add(new OfStream(new StreamView(stream, List.of(), List.of(), List.of()), false, false, 0, 0));
        }
        measures.addStreams(all);
        Set<String> tags = new HashSet<>();
        for (Measures.Measure measure : measures.take()) {
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
        assertEquals(Set.of("m", "n", "other"), tags("a", "m", "n", "z"), "the first one keeps it");
        assertEquals(Set.of("a", "m", "other"), tags("a", "m", "z"), "a removed one makes room");
        assertEquals(Set.of(), tags());
    }
}
