/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A mirror whose publishers die one after the other, at the named points and elsewhere, and so does its driver. Its
 * subscribers keep their image, and get each message once and in order.
 */
@Timeout(300)
final class MirrorIT {
    private static final List<String> PUBLISHER_POINTS = List.of("mirror.copied", "mirror.released");
    /** Reached by a driver once a publisher has died. */
    private static final List<String> VACATING_POINTS = List.of("mirror.vacated");
    /** Reached by a driver when the next publisher connects. */
    private static final List<String> SETTLING_POINTS = List.of("mirror.zeroed", "mirror.settled");

    private static final List<String> GIVING_POINTS =
            List.of("publisher.slot-taken", "publisher.slot-given", "publication.answering");

    static final List<String> POINTS = Stream.of(PUBLISHER_POINTS, VACATING_POINTS, SETTLING_POINTS)
            .flatMap(List::stream)
            .toList();

    private static final String STREAM = "quotes";
    private static final long BEGIN = 7L * Scene.TERM_LENGTH + 4096;
    private static final long LEASE_MS = 600_000;
    private static final long PATIENCE_NS = 30_000_000_000L;
    private static final long PAUSE_NS = 20_000;
    /** More than a window: only a working driver, or a subscriber that cleans, lets so much through. */
    private static final long ENOUGH = 3L * Scene.TERM_LENGTH;

    private static final int RANDOM_DEATHS = 15;

    @RegisterExtension
    final Scene scene = new Scene();

    private JavaProcess driver;
    private JavaProcess publisher;
    private Reader reader;
    private final List<Reader> readers = new ArrayList<>();

    /** Expects each message of the source, and nothing else. */
    private final class Reader implements AutoCloseable {
        private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        private final Tailrace client;
        private final Subscription subscription;
        private final long logId;
        private long next;

        Reader(JoinAt joinAt) {
            client = Tailrace.connect(
                    TailraceConfig.DEFAULT.withDirectory(scene.directory()).withErrorHandler(e -> {
                        if (!String.valueOf(e.getMessage()).contains("media driver")) { // It is killed here.
                            errors.add(e);
                        }
                    }));
            subscription = client.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withJoinAt(joinAt));
            await("an image", subscription::isConnected);
            Image image = subscription.images().get(0);
            logId = image.logId();
            next = image.joinPosition();
            readers.add(this);
        }

        private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
            next = atMessage(next);
            assertEquals(next, header.position());
            assertEquals(MirrorMain.FRAME_LENGTH - 8, length);
            for (int i = 0; i < length; i += Long.BYTES) {
                assertEquals(next, buffer.getLong(offset + i));
            }
            next += MirrorMain.FRAME_LENGTH;
        }

        private void await(String what, BooleanSupplier condition) {
            long startNs = System.nanoTime();
            while (!condition.getAsBoolean()) {
                if (readers.stream().mapToInt(Reader::poll).sum() == 0) { // An idle reader would hold it back.
                    LockSupport.parkNanos(PAUSE_NS);
                }
                assertTrue(System.nanoTime() - startNs < PATIENCE_NS, () -> what + ", next=" + next);
            }
        }

        private int poll() {
            return subscription.poll(this::onFrame, 64);
        }

        void assertGoesOn() {
            long enough = next + ENOUGH;
            await("messages up to " + enough, () -> next > enough);
            assertEquals(
                    List.of(logId),
                    subscription.images().stream().map(Image::logId).toList());
            assertEquals(List.of(), List.copyOf(errors));
        }

        @Override
        public void close() {
            readers.remove(this);
            client.close();
        }
    }

    /** {@return the position of the first message at or after a position} A padding ends each term. */
    private static long atMessage(long position) {
        boolean isPadding = position % Scene.TERM_LENGTH == MirrorMain.MESSAGES_LENGTH;
        return isPadding ? position + MirrorMain.PADDING_LENGTH : position;
    }

    private void startDriver() throws IOException, InterruptedException {
        driver = scene.startDriver();
    }

    private void killDriver() throws InterruptedException {
        driver.kill();
        assertEquals("", driver.err());
    }

    private void startPublisher(String... flags) throws IOException {
        startPublisher(LEASE_MS, flags);
    }

    private void startPublisher(long leaseMs, String... flags) throws IOException {
        publisher = scene.start(
                Jdk.running(), QuickJvm.flags(flags), MirrorMain.class, scene.directory(), STREAM, BEGIN, leaseMs);
    }

    private void begin() throws IOException, InterruptedException {
        startDriver();
        startPublisher();
        publisher.awaitLine("MIRROR " + BEGIN);
        reader = new Reader(JoinAt.OLDEST);
        reader.assertGoesOn();
    }

    private void end(String what, int deaths) throws InterruptedException {
        publisher.tell("end");
        publisher.awaitQuietEnd();
        reader.await("the end of the source", () -> !reader.subscription.isConnected());
        long left = Long.parseLong(publisher.lines("LEFT ").get(0));
        assertEquals(atMessage(left), atMessage(reader.next), "all that was published");
        reader.close();
        driver.tell("end");
        driver.awaitQuietEnd();
        FaultSummary.add(
                "MirrorIT, " + what, "%d deaths: subscribers got each message once, in order, of one log", deaths);
    }

    private void arm(String point) throws InterruptedException {
        driver.tell(DriverProcessMain.ARM + point);
        driver.awaitLine(DriverProcessMain.ARMED + point);
    }

    @Test
    void aPublisherDies() throws Exception {
        begin();
        for (String point : PUBLISHER_POINTS) {
            publisher.kill();
            startPublisher(Cast.point(point), Cast.count(100));
            reader.await(point, () -> publisher.hasLine(FaultPoints.REACHED + point));
            publisher.kill();
            startPublisher();
            reader.assertGoesOn();
        }
        end("a publisher dies", PUBLISHER_POINTS.size());
    }

    @Test
    void aDriverDiesWhereAMirrorIsVacatedOrHandedOver() throws Exception {
        begin();
        for (String point : VACATING_POINTS) {
            arm(point);
            publisher.kill();
            driver.awaitLine(FaultPoints.REACHED + point);
            killDriver();
            startPublisher();
            startDriver();
            reader.assertGoesOn();
        }
        for (String point :
                Stream.concat(SETTLING_POINTS.stream(), GIVING_POINTS.stream()).toList()) {
            publisher.kill();
            arm(point);
            startPublisher();
            driver.awaitLine(FaultPoints.REACHED + point);
            killDriver();
            startDriver();
            reader.assertGoesOn();
        }
        end("a driver dies at a hand-over", VACATING_POINTS.size() + SETTLING_POINTS.size() + GIVING_POINTS.size());
    }

    /** The next publisher starts before the death of the last one is known, and after a vacancy. */
    @Test
    void publishersAndDriversDieAtRandom() throws Exception {
        long seed = Seeds.of(MirrorIT.class);
        Random random = new Random(seed);
        begin();
        for (int i = 0; i < RANDOM_DEATHS; i++) {
            boolean driverDies = random.nextBoolean();
            boolean publisherDies = !driverDies || random.nextBoolean();
            if (publisherDies) {
                if (random.nextInt(4) == 0) {
                    publisher.tell("stop");
                    publisher.awaitQuietEnd();
                } else {
                    publisher.kill();
                }
            }
            if (driverDies) {
                killDriver();
            }
            Thread.sleep(random.nextInt(300));
            if (driverDies) {
                startDriver();
            }
            if (publisherDies) {
                startPublisher();
            }
            reader.assertGoesOn();
        }
        end("publishers and drivers die at random", RANDOM_DEATHS);
    }

    @Test
    void itIsVacantWhileADriverDiesAndSomebodyComes() throws Exception {
        begin();
        publisher.kill();
        killDriver();
        startDriver();
        try (Reader late = new Reader(JoinAt.TAIL)) {
            startPublisher();
            reader.assertGoesOn();
            late.assertGoesOn();
        }
        end("it is vacant while a driver dies", 2);
    }

    @Test
    void itOutlivesEverybodyAndADriverThatEndsInGoodOrder() throws Exception {
        begin();
        reader.close();
        publisher.kill();
        driver.tell("end");
        driver.awaitQuietEnd();
        startDriver();
        reader = new Reader(JoinAt.OLDEST);
        startPublisher();
        reader.assertGoesOn();
        end("it outlives all processes", 1);
    }
}
