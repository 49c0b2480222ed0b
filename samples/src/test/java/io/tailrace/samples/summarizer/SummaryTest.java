/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.Summary.Items;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that are none, and summaries whose room ends. */
class SummaryTest {
    @Test
    void aLineIsAnEvent() {
        assertEquals(new Event("view", "item-1", 5, 231), Event.parse("view,item-1,5,231"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "view",
                "view,item,5",
                "view,item,5,6,7",
                "VIEW,item,5,6",
                "view,,5,6",
                "view,it\"em,5,6",
                "view,item,-5,6",
                "view,item,5,",
                "view,item,5,1234567890",
                "view,item,5,6\r",
                "view,\u00e9,5,6"
            })
    void anotherLineIsNone(String line) {
        assertNull(Event.parse(line));
    }

    @Test
    void theTopIsWithinItsErrorWhereThereIsNoRoom() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        Items items = new Items();
        int count = 0;
        for (int i = 0; i < 400_000; i++) {
            boolean isOften = random.nextInt(4) == 0;
            count += isOften ? 1 : 0;
            items.take(new Event("view", isOften ? "often" : "rare" + random.nextInt(200_000), 0, 0));
        }
        String json = items.toJson();
        assertTrue(json.startsWith("{\"items\":{\"often\":"), json);
        long shown = Long.parseLong(json.replaceFirst(".*\"often\":(\\d+).*", "$1"));
        long error = Long.parseLong(json.replaceFirst(".*\"error\":(\\d+).*", "$1"));
        assertTrue(error > 0 && shown <= count && count <= shown + error, count + ": " + json);
    }

    @Test
    void eachSummaryIsRestored() throws IOException {
        for (Supplier<Summary> empty : Summary.ALL) {
            Summary summary = empty.get();
            for (int i = 0; i < 1_000; i++) {
                summary.take(new Event(i % 3 == 0 ? "view" : "error", "item-" + i % 70, i, 10L * i));
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            summary.save(new DataOutputStream(bytes));
            DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            Summary restored = empty.get();
            restored.restore(input);
            assertEquals(-1, input.read());
            assertEquals(summary.toJson(), restored.toJson());
        }
    }
}
