/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A process with a named subscription is killed again and again under load, and the driver in between: the next process
 * continues where the last one stopped. {@code tailrace.test.kills} sets how often; {@code tailrace.test.seed} repeats
 * a run.
 */
@Timeout(1_800)
final class NamedDeathIT {
    /** Points at which a driver leaves a name half done: at the death of its holder. */
    private static final List<String> VACATING_POINTS =
            List.of("vacancy.written", "vacancy.noted", "name.slot-vacated");
    /** When it is taken over. */
    private static final List<String> TAKING_POINTS =
            List.of("name.slot-handing-over", "name.slot-handed-over", "vacancy.deleted");
    /** When the driver starts. */
    private static final List<String> START_POINTS = List.of("adoption.names");

    static final List<String> POINTS = Stream.of(VACATING_POINTS, TAKING_POINTS, START_POINTS)
            .flatMap(List::stream)
            .toList();

    private static final String STREAM = "quotes";
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int KILLS_A_DRIVER = KILLS < 20 ? 3 : 10;
    private static final int ACKNOWLEDGING_KILLS = 6;
    private static final int TERM_LENGTH = Integer.getInteger("tailrace.test.term", Scene.TERM_LENGTH);
    private static final int RATE = 100_000;
    private static final int MAX_DELAY_MS = 200;

    @RegisterExtension
    final Scene scene = new Scene();

    private final long seed = Seeds.of(NamedDeathIT.class);
    private final Random random = new Random(seed);
    private Path file;
    private MappedBuffer notes;
    private JavaProcess driver;
    private JavaProcess subscriber;
    private boolean isAcknowledging;
    private volatile boolean ended;
    private volatile long offered;

    @BeforeEach
    void begin() throws Exception {
        startDriver();
        file = scene.root().resolve("notes");
        notes = MappedFile.create(file, NamedMain.NOTES_LENGTH, FileAccess.PRIVATE)
                .buffer();
    }

    private void startDriver(String... flags) throws Exception {
        driver = scene.start(
                Jdk.running(), QuickJvm.flags(flags), DriverProcessMain.class, scene.directory(), TERM_LENGTH);
    }

    private void startSubscriber() throws Exception {
        subscriber = isAcknowledging
                ? scene.start(NamedMain.class, scene.directory(), STREAM, file, "acknowledging")
                : scene.start(NamedMain.class, scene.directory(), STREAM, file);
    }

    private void assertGoesOn() {
        long before = notes.getLongAcquire(NamedMain.NEXT);
        Await.until(
                LocalClient.PATIENCE_NS,
                "it continues, seed=" + seed,
                () -> notes.getLongAcquire(NamedMain.NEXT) > before + NamedMain.FRAME_LIMIT);
        assertEquals(0, notes.getLong(NamedMain.LOST), "lost, seed=" + seed);
    }

    /** Publishes numbered messages at a fixed rate unless a subscriber holds them back. */
    private Thread publish(Publication publication) {
        MappedBuffer buffer = MappedBuffer.allocate(Long.BYTES);
        Thread thread = new Thread(() -> {
            long startNs = System.nanoTime();
            long number = 0;
            while (!ended) {
                buffer.putLong(0, number);
                boolean isDue = number < (System.nanoTime() - startNs) / (1_000_000_000 / RATE);
                if (isDue && publication.offer(buffer, 0, Long.BYTES) > 0) {
                    offered = ++number;
                } else {
                    LockSupport.parkNanos(100_000);
                }
            }
        });
        thread.start();
        return thread;
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Runs a step with a publisher and a first holder of the name. Returns how many messages were repeated. */
    private long underLoad(Step step) throws Exception {
        driver.awaitLine("READY");
        try (LocalClient client = new LocalClient(scene.directory())) {
            startSubscriber();
            subscriber.awaitLine("SUBSCRIPTION");
            Thread publisher = publish(client.tailrace().addPublication(STREAM));
            assertGoesOn();
            step.run();
            ended = true;
            publisher.join();
            Await.until(
                    LocalClient.PATIENCE_NS,
                    "everything has arrived, seed=" + seed,
                    () -> notes.getLongAcquire(NamedMain.NEXT) == offered);
            assertEquals(0, notes.getLong(NamedMain.LOST), "lost, seed=" + seed);
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
        return notes.getLong(NamedMain.REPEATED);
    }

    @Test
    void nothingIsLostAndNoMoreThanAPollComesAgain() throws Exception {
        int[] driverKills = {0};
        long startNs = System.nanoTime();
        long repeated = underLoad(() -> {
            for (int kill = 1; kill <= KILLS; kill++) {
                Thread.sleep(random.nextInt(MAX_DELAY_MS));
                boolean killsDriver = kill % KILLS_A_DRIVER == 0;
                boolean driverFirst = random.nextBoolean();
                if (killsDriver && driverFirst) {
                    killDriver();
                }
                subscriber.kill();
                if (killsDriver && !driverFirst) {
                    Thread.sleep(random.nextInt(MAX_DELAY_MS));
                    killDriver();
                }
                if (killsDriver) {
                    driverKills[0]++;
                    startDriver();
                }
                startSubscriber();
                assertGoesOn();
            }
        });
        assertTrue(
                repeated <= (long) KILLS * NamedMain.FRAME_LIMIT,
                () -> "repeated=" + repeated + ", kills=" + KILLS + ", seed=" + seed);
        String figures = "subscriber killed " + KILLS + " times, driver " + driverKills[0] + " times: "
                + offered + " messages, "
                + offered * 1_000_000_000 / (System.nanoTime() - startNs) + " a second, 0 lost, " + repeated
                + " repeated (" + KILLS * NamedMain.FRAME_LIMIT + " allowed)";
        System.out.println("NamedDeathIT: " + figures);
        FaultSummary.add("NamedDeathIT, kills", "%s", figures);
    }

    private void killDriver() throws Exception {
        driver.kill();
        assertEquals("", driver.err(), "stderr of a driver");
    }

    /** The subscriber acknowledges seldom, and what it has handled since then is forgotten when it dies. */
    @Test
    void whatWasNotAcknowledgedComesAgain() throws Exception {
        isAcknowledging = true;
        long[] forgotten = {0};
        underLoad(() -> {
            for (int kill = 1; kill <= ACKNOWLEDGING_KILLS; kill++) {
                Thread.sleep(random.nextInt(MAX_DELAY_MS));
                subscriber.kill();
                forgotten[0] += notes.getLong(NamedMain.NEXT) - notes.getLong(NamedMain.ACKNOWLEDGED);
                if (kill % KILLS_A_DRIVER == 0) {
                    killDriver();
                    startDriver();
                }
                startSubscriber();
                subscriber.awaitLine("SUBSCRIPTION");
                assertGoesOn();
            }
        });
        assertTrue(forgotten[0] > 0, "seed=" + seed);
    }

    @Test
    void aDriverDiesWhereANameChangesHands() throws Exception {
        long repeated = underLoad(() -> {
            for (String point : VACATING_POINTS) {
                arm(point);
                subscriber.kill();
                driver.awaitLine(FaultPoints.REACHED + point);
                goOnWithTheNextDriver();
            }
            for (String point : TAKING_POINTS) {
                subscriber.kill();
                arm(point);
                startSubscriber();
                driver.awaitLine(FaultPoints.REACHED + point);
                if (random.nextBoolean()) {
                    subscriber.kill();
                }
                goOnWithTheNextDriver();
            }
            for (String point : START_POINTS) {
                killDriver();
                startDriver(Cast.point(point));
                driver.awaitLine(FaultPoints.REACHED + point);
                goOnWithTheNextDriver();
            }
        });
        assertTrue(repeated <= 2L * POINTS.size() * NamedMain.FRAME_LIMIT, () -> "repeated=" + repeated);
    }

    private void arm(String point) throws Exception {
        driver.tell(DriverProcessMain.ARM + point);
        driver.awaitLine(DriverProcessMain.ARMED + point);
    }

    /** Starts the next driver. Kills the subscriber, too, if it lives, and starts another one. */
    private void goOnWithTheNextDriver() throws Exception {
        killDriver();
        startDriver();
        driver.awaitLine("READY");
        subscriber.kill();
        startSubscriber();
        assertGoesOn();
    }
}
