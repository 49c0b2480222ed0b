/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CountersTest {
    private static final Path PATH = Path.of("counters");
    private static final int SLOT_COUNT = 4;

    @TempDir
    Path folder;

    private final MappedBuffer region = MappedBuffer.allocate(SLOT_COUNT * 128);
    private final CounterSlots slots = new CounterSlots(region);
    private final CounterReader reader = new CounterReader(PATH, region);

    @Test
    void whatIsSetIsReadAndWhatIsRemovedIsNot() throws IOException {
        assertEquals(List.of(), reader.read());
        int a = slots.add(CounterKind.TOTAL, "g", "a", 1);
        int b = slots.add(CounterKind.LEVEL, "g", "b", 2);
        slots.set(a, Long.MAX_VALUE);
        CounterReader.Counter second = new CounterReader.Counter(CounterKind.LEVEL, "g: b", 2);
        assertEquals(
                List.of(new CounterReader.Counter(CounterKind.TOTAL, "g: a", Long.MAX_VALUE), second), reader.read());

        slots.remove(a);
        assertEquals(List.of(second), reader.read());
        assertEquals(a, slots.add(CounterKind.LEVEL, "h", "c", 0));
        assertEquals(List.of(new CounterReader.Counter(CounterKind.LEVEL, "h: c", 0), second), reader.read());
        slots.remove(b);
    }

    @Test
    void whereThereIsNoSlotNothingIsHarmed() throws IOException {
        for (int i = 0; i < SLOT_COUNT; i++) {
            assertEquals(i, slots.add(CounterKind.TOTAL, "g", "c" + i, i));
        }
        List<CounterReader.Counter> full = reader.read();
        assertEquals(CounterSlots.NONE, slots.add(CounterKind.TOTAL, "g", "more", 9));
        assertEquals(full, reader.read());
        slots.remove(2);
        assertEquals(2, slots.add(CounterKind.TOTAL, "g", "more", 9));
        assertEquals("g: more", reader.read().get(2).label());
    }

    @Test
    void aGroupThatIsTooLongIsCutBetweenCharacters() throws IOException {
        for (String character : new String[] {"x", "ö", "語", "🙂"}) {
            int slot = slots.add(CounterKind.TOTAL, character.repeat(200), "read", 0);
            String label = reader.read().get(0).label();
            int length = label.getBytes(StandardCharsets.UTF_8).length;
            assertTrue(length > 104 && length <= 108, label);
            assertTrue(label.matches("(" + character + ")+: read"), label);
            slots.remove(slot);
        }
        slots.add(CounterKind.TOTAL, "g", "n".repeat(200), 0);
        assertEquals(": " + "n".repeat(106), reader.read().get(0).label());
    }

    @Test
    void aSlotThatItsOwnerNeverFinishedAndAKindThatIsNewerAreLeftOut() throws IOException {
        slots.add(CounterKind.TOTAL, "g", "a", 1);
        slots.add(CounterKind.TOTAL, "g", "b", 2);
        region.putInt(8, 3); // As if it had been killed meanwhile.
        assertNull(reader.read(0));
        assertEquals(List.of(new CounterReader.Counter(CounterKind.TOTAL, "g: b", 2)), reader.read());
        region.putInt(128 + 12, 3);
        assertEquals(List.of(), reader.read());
    }

    @Test
    void hostileLengthsAreRefusedWithSlotAndValue() {
        slots.add(CounterKind.TOTAL, "g", "a", 1);
        slots.add(CounterKind.TOTAL, "g", "b", 2);
        for (int length : new int[] {0, -1, 109, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            region.putInt(128 + 16, length);
            FileFormatException refused = assertThrows(FileFormatException.class, reader::read);
            String expected = "counters: corrupt: counter slot=1, labelLength=" + length + ", min=1, max=108";
            assertEquals(expected, refused.getMessage());
        }
    }

    @Test
    void whateverTheBytesAreReadingEnds() {
        long seed = Seeds.of(CountersTest.class);
        Random random = new Random(seed);
        byte[] bytes = new byte[region.capacity()];
        int refused = 0;
        for (int round = 0; round < 2000; round++) {
            random.nextBytes(bytes);
            region.putBytes(0, bytes);
            for (int slot = 0; slot < SLOT_COUNT; slot++) { // So that it is checked.
                region.putInt(slot * 128 + 8, 2 * random.nextInt(100) + (random.nextInt(8) == 0 ? 1 : 0));
                region.putInt(slot * 128 + 12, random.nextInt(4));
                region.putInt(slot * 128 + 16, random.nextInt(8) == 0 ? random.nextInt() : 1 + random.nextInt(108));
            }
            try {
                assertTrue(reader.read().size() <= SLOT_COUNT, "seed=" + seed);
            } catch (FileFormatException e) {
                refused++;
            }
        }
        assertTrue(refused > 0 && refused < 2000, "seed=" + seed + ", refused=" + refused);
    }

    @Test
    void theyGoWithTheirClientFinishedOrNotAndAreNotMadeWithoutIt() throws IOException {
        Path directory = folder.resolve("12");
        ClientFiles client = ClientFiles.create(directory, FileAccess.PRIVATE, 12, 34, "test");
        Files.write(directory.resolve("counters.making"), new byte[10]);
        ReportFile.COUNTERS.create(directory, FileAccess.PRIVATE, 12, 34).close();
        assertFalse(Files.exists(directory.resolve("counters.making")), "nothing temporary is left");
        Files.write(directory.resolve("counters.making"), new byte[10]);
        client.close();

        ClientFiles.delete(directory);

        assertFalse(Files.exists(directory));
        assertThrows(IOException.class, () -> ReportFile.COUNTERS.create(directory, FileAccess.PRIVATE, 12, 34));
        assertFalse(Files.exists(directory));
    }
}
