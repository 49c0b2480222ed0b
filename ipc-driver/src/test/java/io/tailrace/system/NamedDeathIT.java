/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Numbered;
import io.tailrace.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A process with a named subscription, or one that stores its position, is killed again and again under load, and the
 * driver in between: the next process continues where the last one stopped. {@code tailrace.test.kills} sets how often;
 * {@code tailrace.test.seed} repeats a run.
 */
final class NamedDeathIT {
    /** A driver leaves a name half done: at the death of its holder. */
    private static final String VACATING = "name.slot-vacated";
    /** When it is taken over. */
    private static final String TAKING = "name.slot-handing-over";

    static final List<String> POINTS = List.of(VACATING, TAKING);

    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int KILLS_A_DRIVER = KILLS < 20 ? 3 : 10;
    private static final int ACKNOWLEDGING_KILLS = 6;
    private static final int TERM_LENGTH = Integer.getInteger("tailrace.test.term", Scene.TERM_LENGTH);
    private static final int RATE = 100_000;
    private static final int MAX_DELAY_MS = 200;
    /** Longer than the test: an ended log stays until the process that stores its position has read it. */
    private static final int RETAINED_MS = 600_000;

    /**
     * A thread of the test that publishes {@link Numbered} messages of generation 0 at a fixed rate, unless a
     * subscriber holds it back.
     */
    private static final class SteadyPublisher {
        private final LocalClient client;
        private final long periodNs;
        private Publication publication;
        private final Thread thread = new Thread(this::publish, "publisher");
        private volatile boolean ended;
        private volatile boolean wantsNextLog;
        private volatile long offered;

        /** Returns when it has a publication. */
        SteadyPublisher(LocalClient client, int perSecond) {
            this.client = client;
            this.periodNs = 1_000_000_000 / perSecond;
            this.publication = add();
            thread.start();
        }

        private void publish() {
            MappedBuffer buffer = MappedBuffer.allocate(Numbered.MIN_LENGTH);
            long startNs = System.nanoTime();
            long number = 0;
            while (!ended) {
                if (wantsNextLog) {
                    publication.close();
                    publication = add();
                    wantsNextLog = false;
                }
                int length = Numbered.write(buffer, 0, number);
                boolean isDue = number < (System.nanoTime() - startNs) / periodNs;
                if (isDue && publication.offer(buffer, 0, length) > 0) {
                    offered = ++number;
                } else {
                    LockSupport.parkNanos(100_000);
                }
            }
        }

        /** The driver that was killed last may have no successor yet: until then a client is refused. */
        private Publication add() {
            while (true) {
                try {
                    return client.tailrace().addPublication(Cast.STREAM);
                } catch (NoDriverException e) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        }

        /** Ends the log, and goes on in another one. */
        void nextLog() {
            wantsNextLog = true;
            Await.until("the next log", () -> !wantsNextLog);
        }

        /** Ends the thread. {@return the number of accepted messages} */
        long end() throws InterruptedException {
            ended = true;
            thread.join();
            return offered;
        }
    }

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(Seeds.of(NamedDeathIT.class));
    private MappedBuffer notes;
    private JavaProcess driver;
    private JavaProcess subscriber;
    /** The options of each subscriber, besides its file. */
    private List<String> options = List.of("name=risk");

    private SteadyPublisher publisher;
    private long offered;

    @BeforeEach
    void begin() throws Exception {
        startDriver(Jvm.quick());
        notes = scene.newFile("notes", Follower.NOTES_LENGTH);
    }

    private void startDriver(Jvm jvm) throws Exception {
        driver = scene.start(jvm, "drive", "term=" + TERM_LENGTH, "retained-ms=" + RETAINED_MS);
    }

    private void startSubscriber() throws Exception {
        List<String> all = new ArrayList<>(options);
        all.add("file=" + scene.root().resolve("notes"));
        subscriber = scene.start("follow", all.toArray());
    }

    private void assertGoesOn() {
        long before = notes.getLongAcquire(Follower.NEXT);
        Await.until("it continues", () -> notes.getLongAcquire(Follower.NEXT) > before + Follower.FRAME_LIMIT);
        assertEquals(0, notes.getLong(Follower.LOST), "lost");
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Runs a step with a publisher and a first subscriber. Returns how many messages were repeated. */
    private long underLoad(Step step) throws Exception {
        driver.awaitLine("READY");
        try (LocalClient client = new LocalClient(scene.directory())) {
            startSubscriber();
            subscriber.awaitLine("SUBSCRIPTION");
            publisher = new SteadyPublisher(client, RATE);
            assertGoesOn();
            step.run();
            offered = publisher.end();
            Await.until("everything has arrived", () -> notes.getLongAcquire(Follower.NEXT) == offered);
            assertEquals(0, notes.getLong(Follower.LOST), "lost");
            client.assertNoErrors();
        }
        return notes.getLong(Follower.REPEATED);
    }

    @Test
    void nothingIsLostAndNoMoreThanAPollComesAgain() throws Exception {
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
                    startDriver(Jvm.quick());
                }
                startSubscriber();
                assertGoesOn();
            }
        });
        long allowed = (long) KILLS * Follower.FRAME_LIMIT;
        assertTrue(repeated <= allowed, () -> "repeated=" + repeated + ", kills=" + KILLS);
        FaultSummary.add(
                "NamedDeathIT, kills",
                "subscriber killed %d times, driver %d times: %d messages, %d a second, 0 lost, %d repeated (%d"
                        + " allowed)",
                KILLS,
                KILLS / KILLS_A_DRIVER,
                offered,
                offered * 1_000_000_000 / (System.nanoTime() - startNs),
                repeated,
                allowed);
    }

    private void killDriver() {
        driver.kill();
        assertEquals("", driver.err(), "stderr of a driver");
    }

    /** The subscriber acknowledges seldom, and what it has handled since then is forgotten when it dies. */
    @Test
    void whatWasNotAcknowledgedComesAgain() throws Exception {
        options = List.of("name=risk", "acknowledging=true");
        long[] forgotten = {0};
        underLoad(() -> killAgainAndAgain(
                ACKNOWLEDGING_KILLS,
                kill -> forgotten[0] += notes.getLong(Follower.NEXT) - notes.getLong(Follower.ACKNOWLEDGED)));
        assertTrue(forgotten[0] > 0);
    }

    /** At times the driver is killed, too. */
    private void killAgainAndAgain(int kills, IntConsumer meanwhile) throws Exception {
        for (int kill = 1; kill <= kills; kill++) {
            Thread.sleep(random.nextInt(MAX_DELAY_MS));
            subscriber.kill();
            meanwhile.accept(kill);
            if (kill % KILLS_A_DRIVER == 0) {
                killDriver();
                startDriver(Jvm.quick());
            }
            startSubscriber();
            subscriber.awaitLine("SUBSCRIPTION");
            assertGoesOn();
        }
    }

    /** Meanwhile the log of its position continues, or ends and is retained while the next log begins. */
    @Test
    void whoKeepsItsPositionGetsEachMessageOnce() throws Exception {
        options = List.of("from=position");
        long repeated = underLoad(() -> killAgainAndAgain(KILLS, kill -> {
            if (kill % 2 == 0) {
                publisher.nextLog();
            }
        }));
        assertEquals(0, repeated);
        FaultSummary.add(
                "NamedDeathIT, own position",
                "subscriber killed %d times, driver %d times: %d messages, each once",
                KILLS,
                KILLS / KILLS_A_DRIVER,
                offered);
    }

    @Test
    void aDriverDiesWhereANameChangesHands() throws Exception {
        long repeated = underLoad(() -> {
            Scene.arm(driver, VACATING);
            subscriber.kill();
            goOnWithTheNextDriver(VACATING);
            for (boolean diesToo : new boolean[] {false, true}) {
                subscriber.kill();
                Scene.arm(driver, TAKING);
                startSubscriber();
                driver.awaitLine(FaultPoints.REACHED + TAKING);
                if (diesToo) {
                    subscriber.kill();
                }
                goOnWithTheNextDriver(TAKING);
            }
        });
        assertTrue(repeated <= 6L * Follower.FRAME_LIMIT, () -> "repeated=" + repeated);
    }

    /** The driver dies at the point, and the next one starts; so does the subscriber. */
    private void goOnWithTheNextDriver(String point) throws Exception {
        driver.awaitLine(FaultPoints.REACHED + point);
        killDriver();
        startDriver(Jvm.quick());
        driver.awaitLine("READY");
        subscriber.kill();
        startSubscriber();
        assertGoesOn();
    }
}
