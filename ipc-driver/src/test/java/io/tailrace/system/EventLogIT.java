/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.EventsReader;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients and drivers come, leave and are killed at random. Each is noted once, with its process and its name. */
final class EventLogIT {
    private static final int ROUNDS = 4 * Integer.getInteger("tailrace.test.kills", 6);
    private static final int MAX_CLIENTS = 4;
    private static final int MAX_DELAY_MS = 150;
    private static final long SEED = Seeds.of(EventLogIT.class);
    private static final Set<Kind> ENDS = Set.of(Kind.CLIENT_LEFT, Kind.CLIENT_DIED);

    /** A process known to the test. */
    private record Known(JavaProcess process, String name, long id, long cameMs) {}

    /** How a process ended. */
    private record End(Kind kind, long pid, String name, long cameMs) {}

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(SEED);
    private final List<Known> living = new ArrayList<>();
    private final Map<Long, End> ends = new TreeMap<>();
    /** By pid. */
    private final Map<Long, End> drivers = new HashMap<>();

    private JavaProcess driver;
    private long driverCameMs;
    private int names;

    @Test
    void eachLifeIsNotedOnceWhoeverDiesInBetween() throws Exception {
        startDriver();
        for (int round = 0; round < ROUNDS; round++) {
            Thread.sleep(random.nextInt(MAX_DELAY_MS));
            switch (random.nextInt(6)) {
                case 0 -> restartDriver(true);
                case 1 -> restartDriver(false);
                case 2 -> killTogether();
                case 3 -> killAtItsStart();
                default -> end(random.nextBoolean());
            }
            if (living.size() < MAX_CLIENTS) {
                startClient();
            }
        }
        while (!living.isEmpty()) {
            end(random.nextBoolean());
        }
        endDriver(false);
        EventsReader events = EventsReader.of(new DriverDirectory(scene.directory()));
        assertEquals(List.of(), events.unreadable());
        assertClients(events.all());
        assertDrivers(events.all());
        System.out.println("EventLogIT: clients=" + ends.size() + ", drivers=" + drivers.size() + ", events="
                + events.all().size());
    }

    /** As at each deployment: a program that closes nothing is told to end by its supervisor. */
    @Test
    void whomASignalEndsHasLeftAndAKilledOneHasDied() throws Exception {
        startDriver();
        startClient();
        startClient();
        for (Known client : living) {
            client.process.awaitLine("ADDED");
        }
        living.get(0).process.signal("TERM");
        living.get(1).process.kill();
        Await.until("both are noted", () -> events(ENDS).size() == 2);
        List<EventView> ended = events(ENDS).stream()
                .sorted(Comparator.comparing(EventView::program))
                .toList();
        assertEquals(List.of(Kind.CLIENT_LEFT, Kind.CLIENT_DIED), kinds(ended));
        assertTrue(ended.get(0).words().contains("left: a signal ended its process"), ended.get(0)::words);
        assertTrue(ended.get(1).words().contains("died: its process is gone"), ended.get(1)::words);
        driver.signal("TERM");
        Await.until("the driver's end", () -> !driver.isAlive());
        startDriver();
        EventView end = events(Set.of(Kind.DRIVER_ENDED, Kind.DRIVER_DIED)).get(0);
        assertEquals(Kind.DRIVER_ENDED, end.kind(), end::words);
        assertTrue(end.words().contains("a signal ended its process"), end::words);
        endDriver(false);
    }

    private List<EventView> events(Set<Kind> kinds) {
        return EventsReader.of(new DriverDirectory(scene.directory())).all().stream()
                .filter(event -> kinds.contains(event.kind()))
                .toList();
    }

    private void startDriver() throws Exception {
        driverCameMs = System.currentTimeMillis();
        driver = scene.startDriver();
    }

    private void restartDriver(boolean kill) throws Exception {
        endDriver(kill);
        startDriver();
    }

    private void endDriver(boolean kill) throws Exception {
        if (kill) {
            driver.kill();
        } else {
            driver.end();
        }
        Kind kind = kill ? Kind.DRIVER_DIED : Kind.DRIVER_ENDED;
        drivers.put(driver.pid(), new End(kind, driver.pid(), Actor.class.getName(), driverCameMs));
    }

    /** A driver that finds a death may die while it notes or buries it. */
    private void killTogether() throws Exception {
        if (!living.isEmpty()) {
            end(true);
            Thread.sleep(random.nextInt(MAX_DELAY_MS));
        }
        endDriver(true);
        if (!living.isEmpty()) {
            end(true);
        }
        startDriver();
    }

    /** The driver may or may not have noted its start; then it has died. */
    private void killAtItsStart() throws Exception {
        endDriver(true);
        JavaProcess starting = scene.start("drive");
        Thread.sleep(random.nextInt(5 * MAX_DELAY_MS));
        starting.kill();
        startDriver();
    }

    private void startClient() throws Exception {
        long cameMs = System.currentTimeMillis();
        String name = "client-" + names++;
        JavaProcess client = scene.start("connect", "name=" + name, "stream=s" + random.nextInt(MAX_CLIENTS));
        long id = Long.parseLong(client.awaitLine("CLIENT"));
        living.add(new Known(client, name, id, cameMs));
    }

    private void end(boolean kill) throws Exception {
        if (living.isEmpty()) {
            return;
        }
        Known client = living.remove(random.nextInt(living.size()));
        if (kill) {
            client.process.kill();
        } else {
            client.process.awaitLine("ADDED");
            client.process.end();
        }
        Kind kind = kill ? Kind.CLIENT_DIED : Kind.CLIENT_LEFT;
        ends.put(client.id, new End(kind, client.process.pid(), client.name, client.cameMs));
    }

    private void assertClients(List<EventView> events) {
        Map<Long, List<EventView>> byClient = events.stream()
                .filter(event -> event.kind() == Kind.CLIENT_CAME || ENDS.contains(event.kind()))
                .collect(Collectors.groupingBy(EventView::clientId, TreeMap::new, Collectors.toList()));
        assertEquals(ends.keySet(), byClient.keySet(), byClient::toString);
        ends.forEach((id, end) -> {
            List<EventView> both = byClient.get(id);
            assertEquals(List.of(Kind.CLIENT_CAME, end.kind), kinds(both), both::toString);
            both.forEach(event -> assertIs(event, end));
            assertTrue(both.get(1).timeMs() >= both.get(0).timeMs(), both::toString);
        });
    }

    private void assertDrivers(List<EventView> events) {
        Map<Long, List<EventView>> byPid = events.stream()
                .filter(event -> event.kind().name().startsWith("DRIVER_"))
                .collect(Collectors.groupingBy(EventView::pid));
        byPid.forEach((pid, both) -> {
            End end = drivers.get(pid);
            Kind kind = end == null ? Kind.DRIVER_DIED : end.kind; // That driver was killed while it started.
            assertEquals(List.of(Kind.DRIVER_STARTED, kind), kinds(both), both::toString);
            if (end != null) {
                both.forEach(event -> assertIs(event, end));
            }
        });
        drivers.keySet().forEach(pid -> assertNotNull(byPid.get(pid), () -> "no event of driver " + pid));
    }

    private static void assertIs(EventView event, End end) {
        assertEquals(end.pid, event.pid(), event::words);
        assertEquals(end.name, event.program(), event::words);
        assertTrue(event.timeMs() >= end.cameMs, event::words);
    }

    private static List<Kind> kinds(List<EventView> events) {
        return events.stream().map(EventView::kind).toList();
    }
}
