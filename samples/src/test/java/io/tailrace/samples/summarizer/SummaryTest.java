/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.samples.summarizer.Event.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SummaryTest {
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
        for (Definition definition : definitions()) {
            Summary summary = new Summary(definition);
            takeEvents(summary, 3_000);
            Summary restored = restored(summary);
            assertEquals(json(summary), json(restored), definition.name());
            takeEvents(summary, 3_000, new SplittableRandom(5));
            takeEvents(restored, 3_000, new SplittableRandom(5));
            assertEquals(json(summary), json(restored), definition.name());
            assertEquals(json(summary), json(restored(restored)), definition.name());
        }
    }

    @Test
    void aTopThatHasMadeRoomIsRestored() throws IOException {
        Definition definition = Definitions.all().stream()
                .filter(any -> any.name().equals("searches"))
                .findFirst()
                .orElseThrow();
        Summary summary = new Summary(definition);
        for (int i = 0; i < 3 * Top.MAX_ITEMS; i++) {
            summary.take("all", "item" + i % (2 * Top.MAX_ITEMS), 0);
        }
        assertTrue(json(summary).at("/groups/all/error").asLong() > 0);
        assertEquals(json(summary), json(restored(summary)));
    }

    @Test
    void anotherSummaryAndBytesThatEndAreRefused() throws IOException {
        for (Definition definition : definitions()) {
            Summary summary = new Summary(definition);
            takeEvents(summary, 100);
            byte[] bytes = saved(summary);
            for (int length = 0; length < bytes.length; length += 1 + bytes.length / 50) {
                DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
                assertThrows(IOException.class, () -> Summary.restore(definition, input), definition.name());
            }
            Definition other = new Definition(
                    "other", definition.version(), definition.types(), definition.newAggregate(), definition.feed());
            DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes));
            assertThrows(IOException.class, () -> Summary.restore(other, input));
        }
    }

    @Test
    void groupsHaveALimit() throws IOException {
        Supplier<Aggregate> newTotal = Total::new;
        Summary summary = new Summary(new Definition(
                "test", 2, EnumSet.allOf(Event.Type.class), newTotal, (event, to) -> to.take(event.region(), "", 1)));
        int groups = 3 * Summary.MAX_GROUPS;
        for (int i = 0; i < 2 * groups; i++) {
            summary.take(event(i, "region" + i % groups, 1));
        }
        JsonNode json = json(summary);
        assertEquals(2 * groups, json.get("events").asInt());
        assertEquals(Summary.MAX_GROUPS + 1, json.get("groups").size());
        assertEquals(
                4 * Summary.MAX_GROUPS,
                json.at("/groups/" + Summary.OTHERS + "/count").asInt());
        assertEquals(json, json(restored(summary)));
    }

    private static List<Definition> definitions() {
        return Definitions.all().stream().toList();
    }

    private void takeEvents(Summary summary, int count) {
        takeEvents(summary, count, random);
    }

    private static void takeEvents(Summary summary, int count, SplittableRandom numbers) {
        for (int i = 0; i < count; i++) {
            Event event = event(numbers.nextInt(), "region" + numbers.nextInt(3), numbers.nextInt(1_000_000));
            if (summary.definition().types().contains(event.type())) {
                summary.take(event);
            }
        }
    }

    private static Event event(int number, String region, long us) {
        Event.Type type = TYPES[Math.floorMod(number, TYPES.length)];
        String name = "n" + number % 1000;
        return new Event(
                1, type, 2, 1, name, region, name, name, us, us, List.of(new Step("db", us), new Step("é", 0)));
    }

    private static Summary restored(Summary summary) throws IOException {
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(saved(summary)));
        Summary restored = Summary.restore(summary.definition(), input);
        assertEquals(-1, input.read());
        return restored;
    }

    private static byte[] saved(Summary summary) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        summary.save(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static JsonNode json(Aggregate aggregate) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            aggregate.writeJson(json);
            json.writeEndObject();
        }
        return new ObjectMapper().readTree(text.toString());
    }

    private static JsonNode json(Summary summary) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            summary.writeJson(json);
        }
        return new ObjectMapper().readTree(text.toString());
    }
}
