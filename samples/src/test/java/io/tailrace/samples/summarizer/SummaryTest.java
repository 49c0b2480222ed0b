/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.samples.summarizer.Aggregate.Total;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Where a summary has no room; {@link SummarizerIT} has the rest. */
class SummaryTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void theTopIsWithinItsErrorWhereThereIsNoRoomAndIsRestored() throws IOException {
        Definition definition = Definition.ALL.stream()
                .filter(any -> any.name().equals("searches"))
                .findFirst()
                .orElseThrow();
        Summary summary = new Summary(definition);
        Map<String, Long> truth = new HashMap<>();
        for (int i = 0; i < 400_000; i++) {
            String item = random.nextInt(4) == 0 ? "often" + random.nextInt(20) : "rare" + random.nextInt(200_000);
            truth.merge(item, 1L, Long::sum);
            summary.take("all", item, 0);
        }
        JsonNode json = json(summary).at("/groups/all");
        long error = json.get("error").asLong();
        assertTrue(error > 0 && error < 1000, "error=" + error);
        assertEquals(10, json.get("top").size());
        json.get("top").properties().forEach(entry -> {
            long told = entry.getValue().asLong();
            long count = truth.get(entry.getKey());
            assertTrue(entry.getKey().startsWith("often"));
            assertTrue(told <= count && count <= told + error, entry + " is " + count + ", error=" + error);
        });
        assertEquals(json(summary), json(restored(definition, summary)));
    }

    @Test
    void groupsHaveALimit() throws IOException {
        Definition definition =
                new Definition("test", 2, EnumSet.allOf(Event.Type.class), Total::new, (event, to) -> {});
        Summary summary = new Summary(definition);
        int groups = 3 * Summary.MAX_GROUPS;
        for (int i = 0; i < 2 * groups; i++) {
            summary.take("region" + i % groups, "", 1);
        }
        JsonNode json = json(summary);
        assertEquals(Summary.MAX_GROUPS + 1, json.get("groups").size());
        assertEquals(
                4 * Summary.MAX_GROUPS,
                json.at("/groups/" + Summary.OTHERS + "/count").asInt());
        assertEquals(json, json(restored(definition, summary)));
    }

    private static Summary restored(Definition definition, Summary summary) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        summary.save(new DataOutputStream(bytes));
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        Summary restored = new Summary(definition);
        restored.restore(input);
        assertEquals(-1, input.read());
        return restored;
    }

    private static JsonNode json(Summary summary) throws IOException {
        return JSON.readTree(summary.toJson().toString());
    }
}
