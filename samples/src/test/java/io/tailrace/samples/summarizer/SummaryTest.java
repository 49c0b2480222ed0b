/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tailrace.samples.summarizer.Aggregate.Distinct;
import io.tailrace.samples.summarizer.Aggregate.Percentiles;
import io.tailrace.samples.summarizer.Aggregate.Top;
import io.tailrace.samples.summarizer.Aggregate.Total;
import io.tailrace.samples.summarizer.Event.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Event.Type[] TYPES = Event.Type.values();

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void aTotalCountsAndAddsUp() throws IOException {
        Aggregate total = new Total();
        total.take("", 3);
        total.take("", 4);
        assertEquals("{\"count\":2,\"sum\":7}", json(total).toString());
    }

    @Test
    void distinctItemsAreEstimatedWhateverTheirOrder() throws IOException {
        for (int count : new int[] {0, 1, 10, 1_000, 100_000}) {
            Aggregate up = new Distinct();
            Aggregate down = new Distinct();
            for (int i = 0; i < count; i++) {
                up.take("item" + i, 0);
                up.take("item" + i / 2, 0);
                down.take("item" + (count - 1 - i), 0);
            }
            double estimate = json(up).get("distinct").asDouble();
            assertEquals(count, estimate, 0.05 * count, "five standard errors are 6 %");
            assertEquals(json(up), json(down));
        }
    }

    @Test
    void theTopIsExactWhileThereIsRoom() throws IOException {
        Aggregate top = new Top();
        for (int i = 0; i < Top.MAX_ITEMS; i++) {
            top.take("item" + i, 0);
        }
        top.take("item9", 0);
        top.take("item8", 0);
        top.take("item8", 0);
        JsonNode json = json(top);
        assertEquals(0, json.get("error").asLong());
        assertEquals(10, json.get("top").size());
        assertTrue(
                json.get("top").toString().startsWith("{\"item8\":3,\"item9\":2,\"item0\":1,\"item1\":1,\"item10\":1"));
    }

    @Test
    void theTopIsWithinItsErrorWhereThereIsNoRoom() throws IOException {
        Aggregate top = new Top();
        Map<String, Long> truth = new HashMap<>();
        for (int i = 0; i < 400_000; i++) {
            String item = random.nextInt(4) == 0 ? "often" + random.nextInt(20) : "rare" + random.nextInt(200_000);
            truth.merge(item, 1L, Long::sum);
            top.take(item, 0);
        }
        JsonNode json = json(top);
        long error = json.get("error").asLong();
        assertTrue(error > 0 && error < 1000, "error=" + error);
        assertEquals(10, json.get("top").size());
        json.get("top").properties().forEach(entry -> {
            long told = entry.getValue().asLong();
            long count = truth.get(entry.getKey());
            assertTrue(entry.getKey().startsWith("often"));
            assertTrue(told <= count && count <= told + error, entry + " is " + count + ", error=" + error);
        });
    }

    @Test
    void percentilesAreOfThreeDigits() throws IOException {
        Aggregate percentiles = new Percentiles();
        for (int i = 0; i <= 100_000; i++) {
            percentiles.take("", i * 1000L);
        }
        JsonNode json = json(percentiles);
        assertEquals(100_001, json.get("count").asLong());
        assertEquals(50_000_000, json.get("p50").asDouble(), 50_000);
        assertEquals(99_000_000, json.get("p99").asDouble(), 99_000);
        assertEquals(100_000_000, json.get("max").asDouble(), 100_000);
    }

    @Test
    void aRestoredSummaryIsWhatWasSavedAndGoesOnAsIt() throws IOException {
        for (Definition definition : Definition.ALL) {
            Summary summary = new Summary(definition);
            takeEvents(definition, summary, 3_000);
            Summary restored = restored(definition, summary);
            assertEquals(json(summary), json(restored), definition.name());
            takeEvents(definition, summary, 3_000, new SplittableRandom(5));
            takeEvents(definition, restored, 3_000, new SplittableRandom(5));
            assertEquals(json(summary), json(restored), definition.name());
            assertEquals(json(summary), json(restored(definition, restored)), definition.name());
        }
    }

    @Test
    void aTopThatHasMadeRoomIsRestored() throws IOException {
        Definition definition = Definition.ALL.stream()
                .filter(any -> any.name().equals("searches"))
                .findFirst()
                .orElseThrow();
        Summary summary = new Summary(definition);
        for (int i = 0; i < 3 * Top.MAX_ITEMS; i++) {
            summary.take("all", "item" + i % (2 * Top.MAX_ITEMS), 0);
        }
        assertTrue(json(summary).at("/groups/all/error").asLong() > 0);
        assertEquals(json(summary), json(restored(definition, summary)));
    }

    @Test
    void anotherSummaryAndBytesThatEndAreRefused() throws IOException {
        for (Definition definition : Definition.ALL) {
            Summary summary = new Summary(definition);
            takeEvents(definition, summary, 100);
            byte[] bytes = saved(summary);
            for (int length = 0; length < bytes.length; length += 1 + bytes.length / 50) {
                DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
                assertThrows(IOException.class, () -> new Summary(definition).restore(input), definition.name());
            }
            Definition other = new Definition(
                    "other", definition.version(), definition.types(), definition.newAggregate(), definition.feed());
            DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes));
            assertThrows(IOException.class, () -> new Summary(other).restore(input));
        }
    }

    @Test
    void groupsHaveALimit() throws IOException {
        Definition definition = new Definition(
                "test", 2, EnumSet.allOf(Event.Type.class), Total::new, (event, to) -> to.take(event.region(), "", 1));
        Summary summary = new Summary(definition);
        int groups = 3 * Summary.MAX_GROUPS;
        for (int i = 0; i < 2 * groups; i++) {
            summary.take(event(2, i, "region" + i % groups, 1));
        }
        JsonNode json = json(summary);
        assertEquals(2 * groups, json.get("events").asInt());
        assertEquals(Summary.MAX_GROUPS + 1, json.get("groups").size());
        assertEquals(
                4 * Summary.MAX_GROUPS,
                json.at("/groups/" + Summary.OTHERS + "/count").asInt());
        assertEquals(json, json(restored(definition, summary)));
    }

    private void takeEvents(Definition definition, Summary summary, int count) {
        takeEvents(definition, summary, count, random);
    }

    private static void takeEvents(Definition definition, Summary summary, int count, SplittableRandom numbers) {
        for (int i = 0; i < count; i++) {
            String region = "region" + numbers.nextInt(3);
            summary.take(event(definition.version(), numbers.nextInt(), region, numbers.nextInt(1_000_000)));
        }
    }

    private static Event event(int version, int number, String region, long us) {
        Event.Type type = TYPES[Math.floorMod(number, TYPES.length)];
        String name = "n" + number % 1000;
        return new Event(
                1, type, version, 1, name, region, name, name, us, us, List.of(new Step("db", us), new Step("é", 0)));
    }

    private static Summary restored(Definition definition, Summary summary) throws IOException {
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(saved(summary)));
        Summary restored = new Summary(definition);
        restored.restore(input);
        assertEquals(-1, input.read());
        return restored;
    }

    private static byte[] saved(Summary summary) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        summary.save(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static JsonNode json(Aggregate aggregate) throws IOException {
        ObjectNode json = JSON.createObjectNode();
        aggregate.addTo(json);
        return JSON.readTree(json.toString());
    }

    private static JsonNode json(Summary summary) throws IOException {
        return JSON.readTree(summary.toJson().toString());
    }
}
