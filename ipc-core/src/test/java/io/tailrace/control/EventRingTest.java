/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.EventView.Kind;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventRingTest {
    @TempDir
    private Path path;

    private final List<Throwable> errors = new ArrayList<>();
    private long nowMs = 1_000_000;
    private DriverDirectory directory;
    private EventRing ring;

    @BeforeEach
    void open() {
        directory = new DriverDirectory(path);
        ring = EventRing.open(directory, FileAccess.PRIVATE, () -> nowMs);
        ring.reportTo(errors::add);
    }

    @AfterEach
    void close() {
        ring.close();
    }

    private void openAgain() {
        ring.close();
        open();
    }

    private List<EventView> read() throws IOException {
        List<EventView> events = new ArrayList<>();
        EventFile.read(directory.events(), events);
        return events;
    }

    private List<Long> clients() throws IOException {
        return read().stream().map(EventView::clientId).toList();
    }

    private void assertOneError(String part) {
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.get(0).getMessage().contains(part), errors::toString);
    }

    private static EventView came(long id) {
        return EventView.ofClient(Kind.CLIENT_CAME, id, 100 + id, "risk", "");
    }

    private static EventView overrun(String stream, long from, long to) {
        return EventView.ofClient(Kind.OVERRUN, 3, 103, "risk", "log=7")
                .on(stream, "audit")
                .at(from, to);
    }

    private void write(int slot, int offset, byte... bytes) throws IOException {
        try (FileChannel file = FileChannel.open(directory.events(), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(bytes), EventFile.EVENTS_OFFSET + slot * EventFile.SLOT_LENGTH + offset);
        }
    }

    @Test
    void anEventIsReadAsItWasNoted() throws IOException {
        ring.note(overrun("quotes", 64, 128));

        assertEquals(
                List.of(new EventView(1, nowMs, Kind.OVERRUN, "quotes", "audit", 3, 103, "risk", "log=7", 64, 128)),
                read());
        assertEquals(
                "client 3 (pid 103, risk) as audit on quotes was overrun and lost messages between positions 64 and"
                        + " 128: log=7",
                read().get(0).words());
        assertEquals(List.of(), errors);
    }

    @Test
    void theLatestLivesStayAndOneThatIsWashedOutIsNotNotedAgain() throws IOException {
        int rounds = 3 * EventFile.PARTS[1] + 17;
        for (int i = 1; i <= rounds; i++) {
            if (i % 100 == 0) {
                openAgain();
            }
            ring.noteCame(i, 100, "risk");
        }
        ring.noteCame(rounds - EventFile.PARTS[1], 100, "risk");

        assertEquals(
                LongStream.rangeClosed(rounds - EventFile.PARTS[1] + 1, rounds)
                        .boxed()
                        .toList(),
                clients());
    }

    @Test
    void whatComesAgainCountsInTheSlotThatItHas() throws IOException {
        for (int i = 0; i < 5000; i++) {
            ring.note(overrun("quotes", i, i + 1));
            ring.note(overrun("trades", i, i + 1));
            nowMs++;
        }

        List<EventView> events = read();
        assertEquals(
                List.of("quotes", "trades"),
                events.stream().map(EventView::stream).toList());
        assertEquals(
                "log=7, 5000 times since 1970-01-01T00:16:40Z", events.get(0).detail());
        assertEquals(0, events.get(0).from());
        assertEquals(5000, events.get(0).to());
        assertEquals(nowMs - 1, events.get(0).timeMs());
        ring.note(overrun("quotes", 1, 2));
        assertEquals("quotes", read().get(1).stream(), "it came last");
    }

    @Test
    void aFloodWashesNothingElseOut() throws IOException {
        ring.note(EventView.ofClient(Kind.CLIENT_DIED, 7, 107, "risk", ""));
        for (int i = 1; i < 5000; i++) {
            ring.note(overrun("s" + i, 0, 1));
            ring.noteCame(i, 100, "short");
        }

        List<Kind> kinds = read().stream().map(EventView::kind).toList();
        assertEquals(Kind.CLIENT_DIED, kinds.get(0));
        assertEquals(EventFile.PARTS[1], Collections.frequency(kinds, Kind.CLIENT_CAME));
        assertEquals(1 + EventFile.PARTS[1] + EventFile.SLOTS - EventFile.PARTS[2], read().size());
        nowMs++;
        ring.note(overrun("s1", 5, 6));
        EventView last = read().get(read().size() - 1);
        assertEquals("s1 log=7", last.stream() + ' ' + last.detail(), "its slot is another's by now");
    }

    @Test
    void aClientComesAndGoesOnce() throws IOException {
        Path client = directory.client(1);
        Files.createDirectories(client);
        for (int i = 0; i < 3; i++) {
            ring.noteCame(1, 101, "risk");
            ring.noteGone(client, 1, i > 0, "");
            openAgain();
        }

        List<EventView> events = read();
        assertEquals(
                List.of(Kind.CLIENT_CAME, Kind.CLIENT_DIED),
                events.stream().map(EventView::kind).toList());
        assertEquals(101, events.get(1).pid());
        assertEquals("risk", events.get(1).program());
        assertTrue(
                events.get(1).words().startsWith("client 1 (pid 101, risk) died: "),
                events.get(1).words());
    }

    @Test
    void longTextsAreCutBetweenCharacters() throws IOException {
        String wide = "\u6d41".repeat(400);
        ring.note(EventView.ofClient(Kind.REFUSED, 1, 2, wide.substring(0, 41), wide)
                .on("\u6d41".repeat(85), "n".repeat(64)));

        EventView event = read().get(0);
        assertEquals(85, event.stream().length());
        assertEquals(64, event.subscription().length());
        assertEquals(41, event.program().length());
        assertEquals("\u6d41", event.detail());
    }

    @Test
    void aSlotThatWasNotFinishedIsNoEvent() throws IOException {
        ring.note(came(1));
        ring.note(came(2));
        write(1, EventFile.SEQUENCE_OFFSET, new byte[8]);

        assertEquals(List.of(1L), clients());
        openAgain(); // The next driver continues behind the events of the one before.
        assertEquals(List.of(), errors);
        ring.note(came(3));
        assertEquals(List.of(1L, 3L), clients());
        assertEquals(List.of(1L, 2L), read().stream().map(EventView::sequence).toList());
    }

    @Test
    void ofADamagedFileTheRestIsReadAndTheNextDriverBeginsANewOne() throws IOException {
        ring.note(came(1));
        ring.note(came(2));
        write(0, EventFile.KIND_OFFSET, (byte) 77);

        List<EventView> events = new ArrayList<>();
        FileFormatException damage =
                assertThrows(FileFormatException.class, () -> EventFile.read(directory.events(), events));
        assertTrue(damage.getMessage().contains("damaged=1"), damage.getMessage());
        assertEquals(List.of(2L), events.stream().map(EventView::clientId).toList());
        openAgain();
        assertOneError("the events of before are lost");
        assertEquals(List.of(), read());
    }

    @Test
    void whatStandsInItsPlaceIsReplacedOrADriverWorksWithoutAndSaysSoOnce() throws IOException {
        ring.close();
        Files.writeString(directory.events(), "foreign");
        open();
        assertOneError("");
        assertEquals(EventFile.FORMAT.length(), Files.size(directory.events()));
        ring.note(came(1));
        assertEquals(1, read().size());
        errors.clear();
        try (RandomAccessFile file = new RandomAccessFile(directory.events().toFile(), "rw")) {
            file.setLength(4096);
        }
        ring.note(came(2));
        ring.note(came(3));
        assertOneError("no more events are noted");
        assertThrows(FileFormatException.class, this::read);
        errors.clear();
        ring.close();
        Files.delete(directory.events());
        Files.createDirectories(directory.events().resolve("in the way"));
        open();
        ring.note(came(1));
        ring.note(came(2));
        assertOneError("no events are noted");
    }

    @Test
    void anyBytesAreReadOrToldAsDamage() throws IOException {
        Random random = new Random(Seeds.of(EventRingTest.class));
        for (int i = 0; i < 20; i++) {
            ring.note(came(i));
            ring.note(overrun("s" + i, i, i + 1));
        }
        byte[] bytes = Files.readAllBytes(directory.events());
        for (int round = 0; round < 200; round++) {
            byte[] changed = bytes.clone();
            for (int i = 0; i < 1 + random.nextInt(50); i++) {
                int slot = random.nextBoolean() ? random.nextInt(20) : EventFile.PARTS[2] + random.nextInt(20);
                int at = EventFile.EVENTS_OFFSET + slot * EventFile.SLOT_LENGTH + random.nextInt(100);
                changed[at] = (byte) random.nextInt();
            }
            ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(20, round);
            Files.write(directory.events(), changed);
            List<EventView> events = new ArrayList<>();
            try {
                EventFile.read(directory.events(), events);
                assertEquals(40, events.size() + torn(changed));
            } catch (FileFormatException e) {
                assertTrue(events.size() < 40);
            }
            events.forEach(EventView::words);
        }
        openAgain();
        ring.note(came(1));
    }

    private static int torn(byte[] file) {
        ByteBuffer buffer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int torn = 0;
        for (int i = 0; i < 20; i++) {
            for (int slot : new int[] {i, EventFile.PARTS[2] + i}) {
                torn += buffer.getLong(EventFile.EVENTS_OFFSET + slot * EventFile.SLOT_LENGTH) == 0 ? 1 : 0;
            }
        }
        return torn;
    }
}
