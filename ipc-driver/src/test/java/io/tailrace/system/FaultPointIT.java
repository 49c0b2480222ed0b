/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process is killed at each named point, which is wherever a death leaves something half done. The surviving
 * processes continue, and lose nothing.
 */
final class FaultPointIT {
    private static final long PAUSE_NS = 100_000;
    /** A driver that stands still for this long is late. */
    private static final long STOPPED_MS = 200;

    private static final int MAX_STOPS = 50;

    /**
     * A point at which a publisher or a subscriber dies.
     *
     * @param count how often it is reached before
     * @param arrives whether the message being published there is committed, and so must arrive
     */
    private record Point(String kind, String name, int count, boolean arrives) {
        /** Reads a table: the kind and the count, then the points; an exclamation mark: it arrives. */
        static List<Point> table(String rows) {
            return rows.lines().flatMap(Point::row).toList();
        }

        private static Stream<Point> row(String row) {
            List<String> words = List.of(row.split(" ", -1));
            int count = Integer.parseInt(words.get(1));
            return words.stream()
                    .skip(2)
                    .map(word -> new Point(words.get(0), word.replace("!", ""), count, word.endsWith("!")));
        }
    }

    private static final List<Point> PUBLISHER_POINTS = Point.table("""
        concurrent 1 client.locked
        concurrent 400 claim.added
        concurrent 2 padding.between
        concurrent 200 commit.copied commit.released!
        concurrent 20 wake.seen!
        exclusive 400 commit.copied commit.released!
        exclusive 20 wake.seen!\
        """);
    /** Reached by a publisher that cleans, because no subscriber does and the driver stands still. */
    private static final List<Point> LATE_POINTS = Point.table("""
        concurrent 3 cleaning.announced cleaning.zeroed
        exclusive 3 cleaning.zeroed\
        """);

    private static final List<Point> SUBSCRIBER_POINTS = Point.table("""
        subscriber 50 poll.consumed
        subscriber 2 cleaning.announced
        subscriber 3 cleaning.zeroed\
        """);

    /** Reached while others publish, or while a client connects, adds something of each kind, and leaves. */
    private static final List<String> DRIVER_POINTS = List.of(
            "cleaning.announced",
            "cleaning.zeroed",
            "log.written",
            "subscriber.slot-given",
            "subscription.noted",
            "retention.marked",
            "removal.begun");

    /** Reached by a driver that takes over from a dead one. */
    private static final List<String> START_POINTS = List.of("control.written", "adoption.log");

    /** Reached by a driver after the death of a publisher in a commit. */
    private static final String UNBLOCKING_POINT = "unblocking.padding";

    /** The point of a publisher when the driver dies, and then the publisher. */
    private static final List<String> ABANDONED_POINTS = List.of("claim.added", "padding.between", "commit.copied");

    /** Each is between two stores whose order a crash must survive. */
    private static final int MAX_POINTS = 25;

    private static final Pattern REACHED_IN_THE_CODE = Pattern.compile("FaultPoint\\.reach\\(\"([^\"]+)\"\\)");

    @RegisterExtension
    final Scene scene = new Scene();

    private interface Step {
        void run() throws Exception;
    }

    /** Adds the name of the point to a failure. */
    private static void at(Object point, Step step) throws Exception {
        try {
            step.run();
        } catch (AssertionError e) {
            throw new AssertionError("at " + point + ": " + e.getMessage(), e);
        }
    }

    private static void awaitPoint(JavaProcess victim, String point) {
        victim.awaitLine(FaultPoints.REACHED + point);
    }

    private static void end(Cast cast, String what, int deaths) throws InterruptedException {
        cast.end();
        long longestMs = cast.longestNs() / 1_000_000;
        System.out.println(
                "FaultPointIT, " + what + ": more than a window arrived within " + longestMs + " ms after every death");
        FaultSummary.add(
                "FaultPointIT, " + what,
                "%d deaths, 0 messages lost, repeated or torn; resumed within %d ms",
                deaths,
                longestMs);
    }

    @Test
    void theFewPointsOfTheCodeAreInATable() throws Exception {
        Set<String> tested = new TreeSet<>(DRIVER_POINTS);
        tested.addAll(START_POINTS);
        tested.addAll(NamedDeathIT.POINTS);
        tested.addAll(HistoryFaultIT.POINTS);
        tested.add(MirrorIT.SETTLING_POINT);
        PUBLISHER_POINTS.forEach(point -> tested.add(point.name));
        LATE_POINTS.forEach(point -> tested.add(point.name));
        SUBSCRIBER_POINTS.forEach(point -> tested.add(point.name));
        tested.add(UNBLOCKING_POINT);
        List<String> named = new ArrayList<>();
        for (String module : List.of("ipc-log-buffers", "ipc-core", "ipc-driver", "extensions/history")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Matcher matcher = REACHED_IN_THE_CODE.matcher(Files.readString(file));
                    while (matcher.find()) {
                        named.add(matcher.group(1));
                    }
                }
            }
        }
        assertEquals(new TreeSet<>(named), tested);
        assertTrue(named.size() <= MAX_POINTS, () -> "points=" + named.size());
    }

    @Test
    void aPublisherDies() throws Exception {
        try (Cast cast = new Cast(scene, PAUSE_NS, "concurrent")) {
            for (Point point : PUBLISHER_POINTS) {
                at(point, () -> aPublisherDies(cast, point));
            }
            cast.witness().await("half made files go", () -> halfMadeClients() == 0);
            end(cast, "a publisher dies", PUBLISHER_POINTS.size());
        }
    }

    private long halfMadeClients() {
        String[] names = scene.directory().resolve("clients").toFile().list((folder, name) -> name.endsWith(".making"));
        return names == null ? 0 : names.length;
    }

    private static void aPublisherDies(Cast cast, Point point) throws Exception {
        Jvm jvm = Jvm.quick().stopsAt(point.name, point.count);
        LoadPublisher victim = cast.startPublisher(jvm, point.kind, Long.MAX_VALUE, PAUSE_NS);
        awaitPoint(victim.process(), point.name);

        victim.process().kill();

        assertAllArrives(cast, victim, point);
    }

    private static void assertAllArrives(Cast cast, LoadPublisher victim, Point point) throws Exception {
        cast.assertSurvivorsGoOn();
        assertEquals("", victim.process().err());
        Witness witness = cast.witness();
        long id = victim.registrationId();
        if (point.name.startsWith("wake.")) { // An abort wakes, too, and so does an offer that was refused.
            witness.await("all of the victim", () -> victim.isAll(witness.received(id)));
            witness.await("its log's end", () -> witness.imageCount() == 1);
            victim.assertAllArrived(witness);
            return;
        }
        if (point.arrives) {
            assertNotEquals(victim.accepted(), victim.attempted());
        }
        long expected = point.arrives ? victim.attempted() : victim.accepted();
        witness.await("all of the victim", () -> witness.received(id) == expected);
        witness.await("its log's end", () -> witness.imageCount() == 1);
        assertEquals(expected, witness.received(id), "and not one more");
    }

    /** It stops there first, and the others wait for it although the driver is back. */
    @Test
    void aPublisherStopsAndDiesWhileItCleans() throws Exception {
        try (Cast cast = Cast.withWitnessThatDoesNotClean(scene, PAUSE_NS, "concurrent")) {
            for (Point point : LATE_POINTS) {
                at(point, () -> {
                    Jvm jvm = Jvm.quick().stopsAt(point.name, point.count);
                    LoadPublisher victim = cast.startPublisher(jvm, point.kind, Long.MAX_VALUE, 0);
                    victim.process().awaitLine("PUBLICATION");
                    stopDriverUntil(cast, victim.process(), FaultPoints.REACHED + point.name);
                    Thread.sleep(STOPPED_MS);
                    assertEquals("", cast.driver().err());
                    victim.process().kill();
                    assertAllArrives(cast, victim, point);
                });
            }
            end(cast, "a publisher stops and dies while it cleans", LATE_POINTS.size());
        }
    }

    /** Repeated, because the driver may be stopped while it cleans. */
    private static void stopDriverUntil(Cast cast, JavaProcess victim, String line) throws Exception {
        for (int i = 0; i < MAX_STOPS && !victim.hasLine(line); i++) {
            cast.driver().stop();
            Thread.sleep(STOPPED_MS);
            cast.driver().resume();
        }
        victim.awaitLine(line);
    }

    @Test
    void aSubscriberDies() throws Exception {
        try (Cast cast = new Cast(scene, PAUSE_NS, "concurrent", "exclusive")) {
            for (Point point : SUBSCRIBER_POINTS) {
                at(point, () -> {
                    JavaProcess victim = scene.start(Jvm.quick().stopsAt(point.name, point.count), "subscribe");
                    awaitPoint(victim, point.name);
                    if (point.name.startsWith("cleaning.")) {
                        Thread.sleep(STOPPED_MS); // The others wait for it, and its place is not taken while it lives.
                        assertEquals("", cast.driver().err());
                    }
                    victim.kill();
                    cast.assertSurvivorsGoOn();
                    cast.awaitOnlySurvivors();
                });
            }
            end(cast, "a subscriber dies", SUBSCRIBER_POINTS.size());
        }
    }

    /** The next driver continues, and so do all others. */
    private static void goOnWithTheNextDriver(Cast cast) throws IOException {
        cast.startDriver();
        cast.assertSurvivorsGoOn();
    }

    @Test
    void aDriverDiesAtWork() throws Exception {
        try (Cast cast = Cast.withWitnessThatDoesNotClean(scene, PAUSE_NS, "concurrent", "exclusive")) {
            for (String point : DRIVER_POINTS) {
                at(point, () -> {
                    Scene.arm(cast.driver(), point);
                    Thread visitor = new Thread(this::visit, "visitor");
                    visitor.start();
                    cast.killDriverAt(point);
                    goOnWithTheNextDriver(cast);
                    visitor.join();
                    cast.awaitOnlySurvivors();
                });
            }
            end(cast, "a driver dies at work", DRIVER_POINTS.size());
        }
    }

    /** A client connects, adds something of each kind, and leaves; or finds the driver dead. */
    private void visit() {
        try (Tailrace tailrace = Tailrace.connect(scene.directory());
                Publication publication = tailrace.addPublication(Cast.STREAM);
                Subscription subscription = tailrace.addSubscription("orders");
                ExclusivePublication orders = tailrace.addExclusivePublication("orders")) {
            orders.awaitSubscribers(1, Duration.ofSeconds(1));
            orders.offer(MappedBuffer.of(new byte[1]), 0, 1); // So its log is retained.
        } catch (TailraceException e) {
            // The driver died meanwhile, as the test intends.
        }
    }

    @Test
    void aDriverDiesAsItStarts() throws Exception {
        try (Cast cast = new Cast(scene, PAUSE_NS, "concurrent", "exclusive")) {
            for (String point : START_POINTS) {
                at(point, () -> {
                    cast.killDriver();
                    cast.killDriverAtItsStart(point);
                    goOnWithTheNextDriver(cast);
                    cast.awaitOnlySurvivors();
                });
            }
            end(cast, "a driver dies as it starts", START_POINTS.size());
        }
    }

    private static LoadPublisher startVictim(Cast cast, String point) throws IOException {
        int count = point.equals("padding.between") ? 2 : 100;
        LoadPublisher victim = cast.startPublisher(Jvm.quick().stopsAt(point, count), "concurrent", 1_000, PAUSE_NS);
        awaitPoint(victim.process(), point);
        return victim;
    }

    private static void assertOnlyTheAcceptedArrived(Cast cast, LoadPublisher victim) {
        assertEquals(victim.accepted(), cast.witness().received(victim.registrationId()));
        cast.awaitOnlySurvivors();
    }

    @Test
    void aDriverDiesWhileItClearsUpBehindAPublisher() throws Exception {
        try (Cast cast = new Cast(scene, PAUSE_NS, "concurrent", "exclusive")) {
            Scene.arm(cast.driver(), UNBLOCKING_POINT);
            LoadPublisher victim = startVictim(cast, "commit.copied");
            victim.process().kill();
            cast.killDriverAt(UNBLOCKING_POINT);
            goOnWithTheNextDriver(cast);
            assertOnlyTheAcceptedArrived(cast, victim);
            end(cast, "a driver dies while it clears up", 1);
        }
    }

    /** The next driver learns only from the log what the publisher was doing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDriverDiesBeforeThePublisher(boolean nextDriverSeesItLive) throws Exception {
        try (Cast cast = new Cast(scene, PAUSE_NS, "concurrent", "exclusive")) {
            for (String point : ABANDONED_POINTS) {
                at(point, () -> {
                    LoadPublisher victim = startVictim(cast, point);
                    cast.killDriver();
                    if (nextDriverSeesItLive) {
                        cast.startDriver();
                    }
                    victim.process().kill();
                    if (!nextDriverSeesItLive) {
                        cast.startDriver();
                    }
                    cast.assertSurvivorsGoOn();
                    assertOnlyTheAcceptedArrived(cast, victim);
                });
            }
            String seen = nextDriverSeesItLive ? ", seen alive" : "";
            end(cast, "a driver dies, then a publisher" + seen, ABANDONED_POINTS.size());
        }
    }
}
