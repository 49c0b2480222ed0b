/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process is killed at each named point, which is wherever a death leaves something half done. The surviving
 * processes continue, and lose nothing.
 */
@Timeout(300)
final class FaultPointIT {
    private static final long PAUSE_NS = 100_000;
    /** A driver that stands still for this long is late. */
    private static final long STOPPED_MS = 200;

    private static final int MAX_STOPS = 50;

    /**
     * A point at which a publisher dies.
     *
     * @param count how often it is reached before
     * @param arrives whether the message being published there is committed, and so must arrive
     */
    private record PublisherPoint(String kind, String name, int count, boolean arrives) {}

    private static final List<PublisherPoint> PUBLISHER_POINTS = List.of(
            new PublisherPoint("concurrent", "client.directory-made", 1, false),
            new PublisherPoint("concurrent", "client.locked", 1, false),
            new PublisherPoint("concurrent", "client.written", 1, false),
            new PublisherPoint("concurrent", "client.renamed", 1, false),
            new PublisherPoint("concurrent", "publication.opened", 1, false),
            new PublisherPoint("concurrent", "claim.added", 400, false),
            new PublisherPoint("concurrent", "claim.opened", 400, false),
            new PublisherPoint("concurrent", "claim.crossing", 2, false),
            new PublisherPoint("concurrent", "padding.between", 2, false),
            new PublisherPoint("concurrent", "claim.padded", 2, false),
            new PublisherPoint("concurrent", "batch.begun", 50, false),
            new PublisherPoint("concurrent", "commit.copied", 200, false),
            new PublisherPoint("concurrent", "commit.released", 200, true),
            new PublisherPoint("concurrent", "held.claimed", 100, false),
            new PublisherPoint("concurrent", "held.copied", 100, false),
            new PublisherPoint("concurrent", "held.released", 100, true),
            new PublisherPoint("concurrent", "held.aborting", 100, false),
            new PublisherPoint("concurrent", "held.aborted", 100, false),
            new PublisherPoint("concurrent", "closing.released", 1, false),
            new PublisherPoint("concurrent", "closing.told", 1, false),
            new PublisherPoint("exclusive", "exclusive.claimed", 400, false),
            new PublisherPoint("exclusive", "exclusive.crossing", 3, false),
            new PublisherPoint("exclusive", "exclusive.padded", 3, false),
            new PublisherPoint("exclusive", "exclusive.held", 100, false),
            new PublisherPoint("exclusive", "exclusive.copied", 400, false),
            new PublisherPoint("exclusive", "exclusive.released", 400, true),
            new PublisherPoint("exclusive", "exclusive.aborted", 100, false),
            new PublisherPoint("concurrent", "wake.seen", 20, true),
            new PublisherPoint("concurrent", "wake.rung", 20, true),
            new PublisherPoint("exclusive", "wake.seen", 20, true),
            new PublisherPoint("exclusive", "closing.released", 1, false));

    /** Reached by a publisher that cleans, because no subscriber does and the driver stands still. */
    private static final List<PublisherPoint> LATE_POINTS = List.of(
            new PublisherPoint("concurrent", "place.taken", 3, false),
            new PublisherPoint("concurrent", "cleaning.announced", 3, false),
            new PublisherPoint("concurrent", "cleaning.zeroed", 3, false),
            new PublisherPoint("concurrent", "cleaning.released", 3, false),
            new PublisherPoint("concurrent", "place.cleaned", 3, false),
            new PublisherPoint("concurrent", "place.released", 3, false),
            new PublisherPoint("exclusive", "place.taken", 3, false),
            new PublisherPoint("exclusive", "cleaning.announced", 3, false),
            new PublisherPoint("exclusive", "cleaning.zeroed", 3, false),
            new PublisherPoint("exclusive", "place.cleaned", 3, false));

    /** A point, and how often it is reached before the death. */
    private record SubscriberPoint(String name, int count) {}

    private static final List<SubscriberPoint> SUBSCRIBER_POINTS = List.of(
            new SubscriberPoint("image.opened", 1),
            new SubscriberPoint("report.written", 1),
            new SubscriberPoint("report.renamed", 1),
            new SubscriberPoint("poll.read", 500),
            new SubscriberPoint("poll.handled", 50),
            new SubscriberPoint("poll.consumed", 50),
            new SubscriberPoint("poll.told", 50),
            new SubscriberPoint("place.taken", 5),
            new SubscriberPoint("cleaning.announced", 2),
            new SubscriberPoint("cleaning.zeroed", 3),
            new SubscriberPoint("cleaning.released", 3),
            new SubscriberPoint("place.cleaned", 5),
            new SubscriberPoint("place.released", 5),
            new SubscriberPoint("sleep.announced", 20),
            new SubscriberPoint("sleep.ended", 20));

    /** Reached while others publish, or while a client connects, adds something of each kind, and leaves. */
    private static final List<String> DRIVER_POINTS = List.of(
            "cleaning.taken",
            "cleaning.announced",
            "cleaning.zeroed",
            "cleaning.released",
            "limit.raised",
            "log.directory-made",
            "log.file-begun",
            "log.file-written",
            "log.written",
            "log.renamed",
            "publisher.slot-taken",
            "publisher.slot-given",
            "publication.answering",
            "publisher.slot-freed",
            "subscriber.slot-taken",
            "subscriber.slot-given",
            "subscriber.slot-freed",
            "subscription.noted",
            "end.found",
            "end.noted",
            "retention.marked",
            "removal.begun",
            "removal.file-deleted",
            "removal.emptied",
            "client.ring-deleted",
            "client.lock-deleted");

    /** Reached by a driver that takes over from a dead one. */
    private static final List<String> START_POINTS = List.of(
            "start.locked",
            "start.retired",
            "control.written",
            "control.renamed",
            "adoption.subscriptions",
            "adoption.log",
            "adoption.publications",
            "adoption.images",
            "start.adopted");

    /** Reached by a driver after the death of a publisher at another point. */
    private record UnblockingPoint(String ofDriver, String ofPublisher) {}

    private static final List<UnblockingPoint> UNBLOCKING_POINTS = List.of(
            new UnblockingPoint("unblocking.asked", "claim.added"),
            new UnblockingPoint("unblocking.answered", "claim.added"),
            new UnblockingPoint("unblocking.padding", "commit.copied"));

    /** The point of a publisher when the driver dies, and then the publisher. */
    private static final List<String> ABANDONED_POINTS =
            List.of("claim.added", "padding.between", "commit.copied", "held.claimed");

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

    private static void arm(JavaProcess driver, String point) throws InterruptedException {
        driver.tell(DriverProcessMain.ARM + point);
        driver.awaitLine(DriverProcessMain.ARMED + point);
    }

    private static void awaitPoint(JavaProcess victim, String point) throws InterruptedException {
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
    void everyPointOfTheCodeIsInATable() throws Exception {
        Set<String> tested = new TreeSet<>(DRIVER_POINTS);
        tested.addAll(START_POINTS);
        tested.addAll(NamedDeathIT.POINTS);
        tested.addAll(HistorianIT.POINTS);
        tested.addAll(HistoryFaultIT.POINTS);
        tested.addAll(MirrorIT.POINTS);
        PUBLISHER_POINTS.forEach(point -> tested.add(point.name));
        LATE_POINTS.forEach(point -> tested.add(point.name));
        SUBSCRIBER_POINTS.forEach(point -> tested.add(point.name));
        UNBLOCKING_POINTS.forEach(point -> tested.add(point.ofDriver));
        Set<String> named = new TreeSet<>();
        for (String module : List.of("ipc-log-buffers", "ipc-core", "ipc-driver")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Matcher matcher = REACHED_IN_THE_CODE.matcher(Files.readString(file));
                    while (matcher.find()) {
                        named.add(matcher.group(1));
                    }
                }
            }
        }
        assertEquals(named, tested);
    }

    @Test
    void aPublisherDies() throws Exception {
        try (Cast cast = new Cast(scene, PAUSE_NS, "concurrent")) {
            for (PublisherPoint point : PUBLISHER_POINTS) {
                at(point, () -> aPublisherDies(cast, point));
            }
            // One client had no lock yet, so its death is not proven. Its files are deleted with the driver.
            cast.witness().await(LocalClient.PROMISE_NS, "half made files go", () -> halfMadeClients() == 1);
            end(cast, "a publisher dies", PUBLISHER_POINTS.size());
        }
    }

    private long halfMadeClients() {
        String[] names = scene.directory().resolve("clients").toFile().list((folder, name) -> name.endsWith(".making"));
        return names == null ? 0 : names.length;
    }

    private static void aPublisherDies(Cast cast, PublisherPoint point) throws Exception {
        long messages = point.name.startsWith("closing.") ? 1_000 : Long.MAX_VALUE;
        LoadPublisher victim =
                cast.startPublisher(point.kind, messages, PAUSE_NS, Cast.point(point.name), Cast.count(point.count));
        awaitPoint(victim.process(), point.name);

        victim.process().kill();

        assertAllArrives(cast, victim, point);
    }

    private static void assertAllArrives(Cast cast, LoadPublisher victim, PublisherPoint point) throws Exception {
        cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
        assertEquals("", victim.process().err());
        if (point.arrives && !point.name.startsWith("wake.")) { // An abort wakes, too.
            assertNotEquals(victim.accepted(), victim.attempted());
        }
        Witness witness = cast.witness();
        long expected = point.arrives ? victim.attempted() : victim.accepted();
        witness.await(
                LocalClient.PROMISE_NS,
                "all of the victim",
                () -> witness.received(victim.registrationId()) == expected);
        witness.await(LocalClient.PROMISE_NS, "its log's end", () -> witness.imageCount() == 1);
        assertEquals(expected, witness.received(victim.registrationId()), "and not one more");
    }

    /** It stops there first, and the others wait for it although the driver is back. */
    @Test
    void aPublisherStopsAndDiesWhileItCleans() throws Exception {
        try (Cast cast = Cast.withWitnessThatDoesNotClean(scene, PAUSE_NS, "concurrent")) {
            for (PublisherPoint point : LATE_POINTS) {
                at(point, () -> {
                    LoadPublisher victim = cast.startPublisher(
                            point.kind, Long.MAX_VALUE, 0, Cast.point(point.name), Cast.count(point.count));
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
            for (SubscriberPoint point : SUBSCRIBER_POINTS) {
                at(point, () -> {
                    JavaProcess victim = cast.startSubscriber(Cast.point(point.name), Cast.count(point.count));
                    awaitPoint(victim, point.name);
                    if (point.name.startsWith("cleaning.")) {
                        Thread.sleep(STOPPED_MS); // The others wait for it, and its place is not taken while it lives.
                        assertEquals("", cast.driver().err());
                    }
                    victim.kill();
                    cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
                    cast.awaitOnlySurvivors();
                });
            }
            end(cast, "a subscriber dies", SUBSCRIBER_POINTS.size());
        }
    }

    @Test
    void aDriverDiesAtWork() throws Exception {
        try (Cast cast = Cast.withWitnessThatDoesNotClean(scene, PAUSE_NS, "concurrent", "exclusive")) {
            for (String point : DRIVER_POINTS) {
                at(point, () -> {
                    arm(cast.driver(), point);
                    Thread visitor = new Thread(this::visit, "visitor");
                    visitor.start();
                    awaitPoint(cast.driver(), point);
                    cast.killDriver();
                    cast.startDriver();
                    cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
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
                    cast.launchDriver(Cast.point(point));
                    awaitPoint(cast.driver(), point);
                    cast.killDriver();
                    cast.startDriver();
                    cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
                    cast.awaitOnlySurvivors();
                });
            }
            end(cast, "a driver dies as it starts", START_POINTS.size());
        }
    }

    @Test
    void aDriverDiesWhileItClearsUpBehindAPublisher() throws Exception {
        try (Cast cast = new Cast(scene, PAUSE_NS, "concurrent", "exclusive")) {
            for (UnblockingPoint point : UNBLOCKING_POINTS) {
                at(point, () -> {
                    arm(cast.driver(), point.ofDriver);
                    LoadPublisher victim = cast.startPublisher(
                            "concurrent", 1_000, PAUSE_NS, Cast.point(point.ofPublisher), Cast.count(100));
                    awaitPoint(victim.process(), point.ofPublisher);
                    victim.process().kill();
                    awaitPoint(cast.driver(), point.ofDriver);
                    cast.killDriver();
                    cast.startDriver();
                    cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
                    assertEquals(victim.accepted(), cast.witness().received(victim.registrationId()));
                    cast.awaitOnlySurvivors();
                });
            }
            end(cast, "a driver dies while it clears up", UNBLOCKING_POINTS.size());
        }
    }

    /** The next driver learns only from the log what the publisher was doing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDriverDiesBeforeThePublisher(boolean nextDriverSeesItLive) throws Exception {
        try (Cast cast = new Cast(scene, PAUSE_NS, "concurrent", "exclusive")) {
            for (String point : ABANDONED_POINTS) {
                at(point, () -> {
                    int count = point.equals("padding.between") ? 2 : 100;
                    LoadPublisher victim =
                            cast.startPublisher("concurrent", 1_000, PAUSE_NS, Cast.point(point), Cast.count(count));
                    awaitPoint(victim.process(), point);
                    cast.killDriver();
                    if (nextDriverSeesItLive) {
                        cast.startDriver();
                        victim.process().kill();
                    } else {
                        victim.process().kill();
                        cast.startDriver();
                    }
                    cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
                    assertEquals(victim.accepted(), cast.witness().received(victim.registrationId()));
                    cast.awaitOnlySurvivors();
                });
            }
            end(
                    cast,
                    "a driver dies, then a publisher" + (nextDriverSeesItLive ? ", seen alive" : ""),
                    ABANDONED_POINTS.size());
        }
    }
}
