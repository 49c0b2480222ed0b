/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.CounterSlots.CounterKind;
import io.tailrace.control.CounterSlots.CounterReader;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
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
    void theFileHasItsBytesWhereTheFormatSays() throws IOException {
        try (ReportFile file = ReportFile.COUNTERS.create(folder, FileAccess.PRIVATE, 12, 34)) {
            CounterSlots all = new CounterSlots(file.region());
            assertEquals(0, all.add(CounterKind.TOTAL, "", "first", 1));
            assertEquals(1, all.add(CounterKind.LEVEL, "pool", "wörker", -2));
        }
        assertEquals(List.of("counters"), List.of(folder.toFile().list()), "nothing temporary is left");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("counters")));
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(65_664, bytes.capacity());
        assertEquals("TRAILCNT", new String(bytes.array(), 0, 8, StandardCharsets.US_ASCII));
        assertEquals(1 << 16, bytes.getInt(8));
        assertEquals(1, bytes.getInt(16));
        assertEquals(12, bytes.getLong(24));
        assertEquals(34, bytes.getLong(32));
        int slot = 128 + 128;
        assertEquals(-2, bytes.getLong(slot));
        assertEquals(2, bytes.getInt(slot + 8));
        assertEquals(2, bytes.getInt(slot + 12));
        assertEquals(13, bytes.getInt(slot + 16));
        assertEquals("pool: wörker", new String(bytes.array(), slot + 20, 13, StandardCharsets.UTF_8));
        assertEquals(0, bytes.getInt(slot + 128 + 12));
    }

    @Test
    void theDriversStandInTheControlFileFrom512To4096() throws IOException {
        Path path = folder.resolve("control");
        try (ControlFile control = ControlFile.create(path, FileAccess.PRIVATE, 1, 2, 65536, 3)) {
            CounterSlots all = new CounterSlots(control.counters());
            int added = 0;
            while (all.add(CounterKind.LEVEL, "", "c", -1) != CounterSlots.NONE) {
                added++;
            }
            assertEquals(28, added);
            assertEquals(28, new CounterReader(path, control.counters()).read().size());
        }
        byte[] bytes = Files.readAllBytes(path);
        assertEquals(-1, bytes[512]);
        assertEquals('c', bytes[512 + 27 * 128 + 20]);
        assertEquals(4096, ControlFile.EVENTS_OFFSET);
        assertTrue(bytes[8] == 10 && bytes[10] == 1, "version 1.10");
    }

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
    void aSlotThatItsOwnerNeverFinishedIsLeftOut() throws IOException {
        slots.add(CounterKind.TOTAL, "g", "a", 1);
        slots.add(CounterKind.TOTAL, "g", "b", 2);
        region.putInt(8, 3); // As if it had been killed meanwhile.
        assertNull(reader.read(0));
        assertEquals(List.of(new CounterReader.Counter(CounterKind.TOTAL, "g: b", 2)), reader.read());
    }

    @Test
    void aKindThatIsNewerThanWeIsLeftOut() throws IOException {
        slots.add(CounterKind.TOTAL, "g", "a", 1);
        region.putInt(12, 3);
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
    void aFileThatIsNoneIsRefused() throws IOException {
        assertThrows(NoSuchFileException.class, () -> ReportFile.COUNTERS.openReadOnly(folder, 12));
        ReportFile.COUNTERS.create(folder, FileAccess.PRIVATE, 12, 34).close();
        byte[] good = Files.readAllBytes(folder.resolve("counters"));
        assertEquals(34, readPid(12));
        IOException others = assertThrows(FileFormatException.class, () -> readPid(13));
        assertTrue(others.getMessage().contains("clientId=12, directory of 13"), others.getMessage());
        byte[] otherMagic = good.clone();
        otherMagic[7]++;
        byte[] otherMajor = good.clone();
        otherMajor[10]++;
        for (byte[] bad :
                List.of(new byte[0], new byte[good.length], Arrays.copyOf(good, 65_663), otherMagic, otherMajor)) {
            Files.write(folder.resolve("counters"), bad);
            assertThrows(FileFormatException.class, () -> readPid(12));
        }
        Files.delete(folder.resolve("counters"));
        Files.createSymbolicLink(folder.resolve("counters"), folder.resolve("elsewhere"));
        Files.write(folder.resolve("elsewhere"), good);
        assertThrows(IOException.class, () -> readPid(12), "a link is not followed");
    }

    private long readPid(long clientId) throws IOException {
        try (ReportFile file = ReportFile.COUNTERS.openReadOnly(folder, clientId)) {
            return file.pid();
        }
    }

    @Test
    void theyGoWithTheirClientFinishedOrNot() throws IOException {
        Path directory = folder.resolve("12");
        ClientFiles client = ClientFiles.create(directory, FileAccess.PRIVATE, 12, 34, "test");
        Files.write(directory.resolve("counters.making"), new byte[10]);
        client.createReport(ReportFile.COUNTERS, FileAccess.PRIVATE).close();
        assertFalse(Files.exists(directory.resolve("counters.making")));
        Files.write(directory.resolve("counters.making"), new byte[10]);
        client.close();

        ClientFiles.delete(directory);

        assertFalse(Files.exists(directory));
    }

    @Test
    void whereTheDirectoryIsGoneTheyAreNotMade() {
        Path gone = folder.resolve("gone");
        assertThrows(IOException.class, () -> ReportFile.COUNTERS.create(gone, FileAccess.PRIVATE, 12, 34));
        assertFalse(Files.exists(gone));
    }
}
