/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ask.AnswerStatus;
import io.tailrace.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Requesters, responders and the driver as processes that are killed. {@code tailrace.test.kills} sets the number of
 * responders; {@code tailrace.test.seed} repeats a run.
 */
@Timeout(600)
final class AskIT {
    private static final String STREAM = "prices";
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final int FRAME_LIMIT = 64;
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int REQUESTERS = 12;
    private static final int RESPONDERS = 3;
    private static final int REQUESTS = 5_000;
    private static final int MAX_DELAY_MS = 100;
    /** More than the logs of requests and of answers hold, so a process has to clean. */
    private static final int MORE_THAN_A_LOG = 150_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private JavaProcess startResponder() throws Exception {
        return scene.start(ResponderMain.class, scene.directory(), STREAM);
    }

    /** Asks and polls until a condition holds. */
    private static void askUntil(Asker asker, long withinNs, String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            asker.ask(Long.MAX_VALUE);
            asker.requester().poll(FRAME_LIMIT);
            assertTrue(
                    System.nanoTime() - startNs < withinNs,
                    () -> what + ": not within " + withinNs / 1_000_000 + " ms, " + asker);
        }
    }

    /** Polls, and sleeps in between, until every request has an outcome. */
    private static void drain(Asker asker) {
        long startNs = System.nanoTime();
        while (asker.requester().inFlight() > 0) {
            asker.requester().poll(FRAME_LIMIT, LOOK_AGAIN);
            assertTrue(System.nanoTime() - startNs < LocalClient.PATIENCE_NS, asker::toString);
        }
    }

    private static void awaitResponders(Asker asker, int count) {
        Await.until(
                LocalClient.PATIENCE_NS,
                count + " responders",
                () -> asker.requester().poll(FRAME_LIMIT) >= 0
                        && asker.requester().responderCount() == count);
    }

    @Test
    void theDeathOfAResponderInTheMiddleOfARequestIsToldWithinTwoSeconds() throws Exception {
        scene.startDriver();
        List<Long> tookMs = new ArrayList<>();
        try (LocalClient client = new LocalClient(scene.directory());
                Asker asker = new Asker(client.tailrace(), STREAM, LONG)) {
            for (int round = 0; round < KILLS; round++) {
                JavaProcess victim = startResponder();
                awaitResponders(asker, 1);
                assertTrue(asker.askOne(1) >= 0);
                assertTrue(asker.askOne(ResponderMain.STUCK) >= 0);
                assertTrue(asker.askOne(2) >= 0);
                victim.awaitLine("STUCK");
                asker.requester().poll(FRAME_LIMIT, LOOK_AGAIN);

                victim.kill();
                long killedNs = System.nanoTime();
                drain(asker); // Asleep when the outcome arrives.

                tookMs.add((asker.lastGoneNs() - killedNs) / 1_000_000);
                assertEquals(2L * (round + 1), asker.count(AnswerStatus.GONE), asker::toString);
                assertEquals(round + 1L, asker.count(AnswerStatus.ANSWERED), asker::toString);
            }
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
        System.out.println("AskIT: a death was reported after ms " + tookMs);
        assertTrue(tookMs.stream().allMatch(ms -> ms < LocalClient.PROMISE_NS / 1_000_000), tookMs::toString);
    }

    @Test
    void underLoadEachRequestIsToldOnceWhoeverDies() throws Exception {
        long seed = Seeds.of(AskIT.class);
        Random random = new Random(seed);
        scene.startDriver();
        startResponder();
        try (LocalClient client = new LocalClient(scene.directory());
                Asker asker = new Asker(client.tailrace(), STREAM, LONG)) {
            awaitResponders(asker, 1);
            for (int i = 0; i < KILLS; i++) {
                JavaProcess victim = startResponder();
                askUntil(
                        asker,
                        LocalClient.PATIENCE_NS,
                        "a second one",
                        () -> asker.requester().responderCount() == 2);
                long untilNs = System.nanoTime() + random.nextInt(MAX_DELAY_MS) * 1_000_000L;
                askUntil(asker, LocalClient.PATIENCE_NS, "a while", () -> System.nanoTime() > untilNs);
                victim.kill();
                long before = asker.count(AnswerStatus.ANSWERED);
                askUntil(
                        asker,
                        LocalClient.PATIENCE_NS,
                        "the other one answers",
                        () -> asker.count(AnswerStatus.ANSWERED) > before + REQUESTS
                                && asker.requester().responderCount() == 1);
            }
            drain(asker);
            System.out.println("AskIT: " + asker);
            assertEquals(
                    asker.asked(),
                    asker.count(AnswerStatus.ANSWERED) + asker.count(AnswerStatus.GONE),
                    asker::toString);
            assertEquals(0, asker.requester().lateAnswers(), "a responder that has gone sends nothing");
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
    }

    @Test
    void aResponderGoesOnWhenARequesterDies() throws Exception {
        scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory());
                Asker asker = new Asker(client.tailrace(), STREAM, LONG)) {
            JavaProcess responder = startResponder();
            awaitResponders(asker, 1);
            for (int round = 0; round < KILLS; round++) {
                JavaProcess victim = scene.start(RequesterMain.class, scene.directory(), STREAM, Long.MAX_VALUE);
                victim.awaitLine("REQUESTER");
                askUntil(asker, LocalClient.PATIENCE_NS, "both ask", () -> true);
                if (round % 2 == 0) {
                    victim.stop(); // Its answers fill their log.
                }
                long before = asker.count(AnswerStatus.ANSWERED);
                askUntil(
                        asker,
                        LocalClient.PATIENCE_NS,
                        "answers beside it",
                        () -> asker.count(AnswerStatus.ANSWERED) > before + REQUESTS);
                victim.kill();
                long behind = asker.count(AnswerStatus.ANSWERED);
                askUntil(
                        asker,
                        LocalClient.PATIENCE_NS,
                        "answers after it",
                        () -> asker.count(AnswerStatus.ANSWERED) > behind + REQUESTS);
            }
            drain(asker);
            assertEquals(asker.asked(), asker.count(AnswerStatus.ANSWERED), asker::toString);
            assertEquals("", responder.err());
            assertTrue(responder.isAlive());
        }
    }

    @Test
    void manyThatBeginAtTheSameInstantFindOneAnother() throws Exception {
        scene.startDriver();
        List<JavaProcess> requesters = new ArrayList<>();
        List<JavaProcess> responders = new ArrayList<>();
        for (int i = 0; i < REQUESTERS; i++) {
            requesters.add(scene.start(RequesterMain.class, scene.directory(), STREAM, REQUESTS));
            if (i < RESPONDERS) {
                responders.add(startResponder());
            }
        }
        for (JavaProcess requester : requesters) {
            assertEquals(String.valueOf(REQUESTS), requester.awaitLine("ANSWERED"));
            requester.awaitQuietEnd();
        }
        for (JavaProcess responder : responders) {
            assertTrue(responder.isAlive());
            assertEquals("", responder.err());
        }
    }

    @Test
    void requestsGoOnWithoutADriverAndADeathIsToldByTheNext() throws Exception {
        JavaProcess driver = scene.startDriver();
        JavaProcess responder = startResponder();
        try (LocalClient client = new LocalClient(scene.directory());
                Asker asker = new Asker(client.tailrace(), STREAM, LONG)) {
            awaitResponders(asker, 1);
            askUntil(asker, LocalClient.PATIENCE_NS, "answers", () -> asker.count(AnswerStatus.ANSWERED) > REQUESTS);

            driver.kill();
            long before = asker.count(AnswerStatus.ANSWERED);
            askUntil(
                    asker,
                    LocalClient.PATIENCE_NS,
                    "answers without a driver",
                    () -> asker.count(AnswerStatus.ANSWERED) > before + MORE_THAN_A_LOG);
            responder.kill();
            long untilNs = System.nanoTime() + 2_000_000_000L;
            askUntil(asker, LocalClient.PATIENCE_NS, "two seconds", () -> System.nanoTime() > untilNs);
            assertEquals(0, asker.count(AnswerStatus.GONE), "no driver proves it");
            assertTrue(asker.requester().inFlight() > 0);

            scene.startDriver();
            startResponder();
            drain(asker);
            assertTrue(asker.count(AnswerStatus.GONE) > 0, asker::toString);
            awaitResponders(asker, 1);
            long behind = asker.count(AnswerStatus.ANSWERED);
            askUntil(
                    asker,
                    LocalClient.PATIENCE_NS,
                    "answers by the next",
                    () -> asker.count(AnswerStatus.ANSWERED) > behind + REQUESTS);
            drain(asker);
            assertEquals(
                    asker.asked(),
                    asker.count(AnswerStatus.ANSWERED) + asker.count(AnswerStatus.GONE),
                    asker::toString);
        }
    }

    @Test
    void aDriverIsKilledAndStartedAgainAndNobodyNotices() throws Exception {
        JavaProcess driver = scene.startDriver();
        startResponder();
        try (LocalClient client = new LocalClient(scene.directory());
                Asker asker = new Asker(client.tailrace(), STREAM, LONG)) {
            awaitResponders(asker, 1);
            // The image may exist before the responder knows its log: if its driver dies then, it gets another log.
            askUntil(asker, LocalClient.PATIENCE_NS, "an answer", () -> asker.count(AnswerStatus.ANSWERED) > 0);
            for (int round = 0; round < KILLS; round++) {
                driver.kill();
                driver = scene.start(DriverProcessMain.class, scene.directory(), Scene.TERM_LENGTH);
                JavaProcess started = driver;
                askUntil(asker, LocalClient.PATIENCE_NS, "a driver", () -> started.hasLine("READY"));
                long before = asker.count(AnswerStatus.ANSWERED);
                askUntil(
                        asker,
                        LocalClient.PATIENCE_NS,
                        "answers",
                        () -> asker.count(AnswerStatus.ANSWERED) > before + REQUESTS);
            }
            drain(asker);
            assertEquals(asker.asked(), asker.count(AnswerStatus.ANSWERED), asker::toString);
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
    }

    @Test
    void aResponderThatIsStoppedIsNotDead() throws Exception {
        scene.startDriver();
        JavaProcess sleeper = startResponder();
        try (LocalClient client = new LocalClient(scene.directory());
                Asker asker = new Asker(client.tailrace(), STREAM, LONG)) {
            awaitResponders(asker, 1);
            sleeper.stop();
            long untilNs = System.nanoTime() + 3_000_000_000L;
            askUntil(asker, LocalClient.PATIENCE_NS, "three seconds", () -> System.nanoTime() > untilNs);
            assertEquals(0, asker.count(AnswerStatus.GONE));
            sleeper.resume();
            drain(asker);
            assertEquals(asker.asked(), asker.count(AnswerStatus.ANSWERED), asker::toString);
            assertTrue(asker.asked() > 0);
        }
    }
}
