/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.report.EventView.Kind;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
    @TempDir
    private Path path;

    private final List<Throwable> errors = new ArrayList<>();
    private long nowMs = 1_000_000;
    private DriverDirectory directory;
    private EventLog log;

    /** The next driver. */
    @BeforeEach
    void open() {
        directory = new DriverDirectory(path);
        log = EventLog.open(directory, FileAccess.PRIVATE, () -> nowMs);
        log.reportTo(errors::add);
    }

    private List<EventView> read() throws IOException {
        List<EventView> events = new ArrayList<>();
        EventLog.read(directory, events);
        return events;
    }

    private List<Long> clients() throws IOException {
        return read().stream().map(EventView::clientId).toList();
    }

    private void assertOneError(String part) {
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.get(0).getMessage().contains(part), errors::toString);
        errors.clear();
    }

    private static EventView came(long id) {
        return EventView.ofClient(Kind.CLIENT_CAME, id, 100 + id, "risk", "");
    }

    private static EventView overrun(String stream, long from, long to) {
        return EventView.ofClient(Kind.OVERRUN, 3, 103, "risk", "log=7")
                .on(stream, "audit")
                .at(from, to);
    }

    @Test
    void anEventIsALineAndIsReadAsItWasNoted() throws IOException {
        String odd = "a b%20 detail=x\ty\n\u6d41";
        log.note(overrun("quotes", 64, 128));
        log.note(EventView.ofClient(Kind.REFUSED, 1, 2, odd, odd).on(odd, odd));

        assertEquals(
                "1970-01-01T00:16:40Z 1 overrun client=3 pid=103 program=risk stream=quotes subscription=audit from=64"
                        + " to=128 detail=log=7",
                Files.readAllLines(directory.events()).get(1));
        EventView event = read().get(0);
        assertEquals(new EventView(1, nowMs, Kind.OVERRUN, "quotes", "audit", 3, 103, "risk", "log=7", 64, 128), event);
        assertEquals(
                "client 3 (pid 103, risk) as audit on quotes was overrun and lost messages between positions 64 and"
                        + " 128: log=7",
                event.words());
        String shown = odd.replace('\t', '?').replace('\n', '?');
        EventView hostile = read().get(1);
        assertEquals(
                List.of(shown, shown, shown, shown),
                List.of(hostile.stream(), hostile.subscription(), hostile.program(), hostile.detail()));
        assertEquals(List.of(), errors);
    }

    @Test
    void whatRecursHasALineForEachPowerOfTwo() throws IOException {
        for (int i = 0; i < 5000; i++) {
            log.note(overrun("quotes", i, i + 1));
            nowMs++;
        }

        List<EventView> events = read();
        assertEquals(14, Files.readAllLines(directory.events()).size());
        assertEquals(1, events.size());
        assertEquals(
                "log=7, 4096 times since 1970-01-01T00:16:40Z", events.get(0).detail());
        assertEquals(0, events.get(0).from());
        assertEquals(4096, events.get(0).to());
        assertEquals(1_000_000 + 4095, events.get(0).timeMs());
        assertEquals(4096, EventLog.readTotals(directory).get(Kind.OVERRUN));
    }

    @Test
    void aFullFileBecomesTheOneBeforeAndTheNextKnowsWhoIsThere() throws IOException {
        log.noteCame(1, 101, "lasting");
        Path client = directory.client(2);
        int count = 0;
        while (!Files.exists(directory.eventsBefore()) || Files.size(directory.events()) < EventLog.MAX_LENGTH / 2) {
            log.note(overrun("s" + count++, 0, 1));
        }
        for (int i = 0; i < 4000; i++) {
            log.note(overrun("t" + i, 0, 1));
        }
        assertTrue(Files.size(directory.eventsBefore()) <= EventLog.MAX_LENGTH);
        assertEquals(1, clients().stream().filter(id -> id == 1).count());
        Map<Kind, Long> totals = EventLog.readTotals(directory);
        assertEquals(count + 4000L, totals.get(Kind.OVERRUN));
        assertEquals(1, totals.get(Kind.CLIENT_CAME));
        open();
        log.noteCame(1, 101, "lasting");
        log.noteGone(client, 1, true, "");
        assertEquals("lasting", read().get(read().size() - 1).program());
        totals.put(Kind.CLIENT_LEFT, 1L);
        assertEquals(totals, EventLog.readTotals(directory));
        assertEquals(List.of(), errors);
        Files.delete(directory.events()); // As if the driver had died between two renames.
        assertTrue(read().size() > 100);
        open();
        log.note(came(9));
        assertEquals(9, read().get(read().size() - 1).clientId());
    }

    @Test
    void aClientComesAndGoesOnce() throws IOException {
        Path client = directory.client(1);
        Files.createDirectories(client);
        for (int i = 0; i < 3; i++) {
            log.noteCame(1, 101, "risk");
            log.noteGone(client, 1, i > 0, "");
            open();
        }

        List<EventView> events = read();
        assertEquals(
                List.of(Kind.CLIENT_CAME, Kind.CLIENT_DIED),
                events.stream().map(EventView::kind).toList());
        assertTrue(
                events.get(1).words().startsWith("client 1 (pid 101, risk) died: "),
                events.get(1).words());
    }

    @Test
    void aTornLineIsNoEventAndADamagedOneIsCounted() throws IOException {
        log.note(came(1));
        log.note(came(2));
        Files.writeString(directory.events(), "1970-01-01T00:16:40Z 3 client_ca", StandardOpenOption.APPEND);
        assertEquals(List.of(1L, 2L), clients());
        open();
        log.note(came(4));
        assertEquals(List.of(1L, 2L, 4L), clients());
        assertEquals(3, read().get(2).sequence());

        String all = Files.readString(directory.events());
        Files.writeString(directory.events(), all.replaceFirst("client_came", "client_?"));
        List<EventView> events = new ArrayList<>();
        FileFormatException damage = assertThrows(FileFormatException.class, () -> EventLog.read(directory, events));
        assertTrue(damage.getMessage().contains("damaged=1"), damage.getMessage());
        assertEquals(List.of(2L, 4L), events.stream().map(EventView::clientId).toList());
        open();
        log.note(came(5));
        assertEquals(List.of(), errors);
    }

    @Test
    void whatStandsInItsPlaceIsReplacedOrADriverWorksWithoutAndSaysSoOnce() throws IOException {
        Files.writeString(directory.events(), "foreign");
        open();
        assertOneError("the events of before are lost");
        log.note(came(1));
        Files.delete(directory.events());
        log.note(came(2));
        assertEquals(List.of(1L, 2L), clients(), "a removed file comes again, with those that are there");
        Files.delete(directory.events());
        Files.createDirectories(directory.events().resolve("in the way"));
        open();
        assertOneError("no events are noted");
        log.note(came(3));
        log.note(came(4));
        assertOneError("an event is not noted");

        Files.delete(directory.events().resolve("in the way"));
        Files.delete(directory.events());
        Files.writeString(
                directory.eventsBefore(),
                "# Tailrace events 1, before this file:\n1970-01-01T00:00:00Z 1 client_came client=9\n");
        log.note(came(5));
        assertEquals(List.of(9L, 3L, 4L, 5L), clients(), "their numbers differ from those that it could not read");
    }

    @Test
    void anyBytesAreReadOrToldAsDamage() throws IOException {
        Random random = new Random(Seeds.of(EventLogTest.class));
        for (int i = 1; i <= 20; i++) {
            log.note(came(i));
            log.note(overrun("s" + i, i, i + 1));
        }
        byte[] bytes = Files.readAllBytes(directory.events());
        int header = new String(bytes, StandardCharsets.UTF_8).indexOf('\n') + 1;
        for (int round = 0; round < 200; round++) {
            byte[] changed = Arrays.copyOf(bytes, bytes.length - random.nextInt(30));
            for (int i = 0; i < 1 + random.nextInt(50); i++) {
                changed[header + random.nextInt(changed.length - header)] = (byte) random.nextInt();
            }
            Files.write(directory.events(), changed);
            List<EventView> events = new ArrayList<>();
            try {
                EventLog.read(directory, events);
            } catch (FileFormatException e) {
                assertTrue(e.getMessage().contains("damaged="), e.getMessage());
            }
            events.forEach(EventView::words);
        }
        open();
        log.note(came(1));
    }
}
