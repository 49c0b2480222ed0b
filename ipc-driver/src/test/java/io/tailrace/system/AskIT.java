/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ask.AnswerStatus;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Requesters, responders and the driver as processes that are killed. {@code tailrace.test.kills} sets how often;
 * {@code tailrace.test.seed} repeats a run.
 */
final class AskIT {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final int FRAME_LIMIT = 64;
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int REQUESTS = 5_000;
    private static final int MAX_DELAY_MS = 100;
    /** More than the logs of requests and of answers hold, so a process has to clean. */
    private static final int MORE_THAN_A_LOG = 150_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private interface Scenario {
        void play(Asker asker) throws Exception;
    }

    /** Plays with a requester in this JVM that finds a responder. Then each request has one outcome. */
    private void withAsker(Scenario scenario) throws Exception {
        try (LocalClient client = new LocalClient(scene.directory());
                Asker asker = new Asker(client.tailrace(), Cast.STREAM, LONG)) {
            awaitResponders(asker, 1);
            scenario.play(asker);
            drain(asker);
            assertEquals(
                    asker.asked(),
                    asker.count(AnswerStatus.ANSWERED) + asker.count(AnswerStatus.GONE),
                    asker::toString);
            client.assertNoErrors();
        }
    }

    /** Asks and polls until a condition holds. */
    private static void askUntil(Asker asker, String what, BooleanSupplier condition) {
        Await.until(what, () -> {
            asker.ask(Long.MAX_VALUE);
            asker.requester().poll(FRAME_LIMIT);
            return condition.getAsBoolean();
        });
    }

    private static void askUntilMoreAreAnswered(Asker asker, long more) {
        long before = asker.count(AnswerStatus.ANSWERED);
        askUntil(asker, more + " answers", () -> asker.count(AnswerStatus.ANSWERED) > before + more);
    }

    private static void askForMs(Asker asker, long ms) {
        long untilNs = System.nanoTime() + ms * 1_000_000;
        askUntil(asker, "a while", () -> System.nanoTime() > untilNs);
    }

    /** Polls, and sleeps in between, until every request has an outcome. */
    private static void drain(Asker asker) {
        Await.until("all outcomes", () -> {
            asker.requester().poll(FRAME_LIMIT, LOOK_AGAIN);
            return asker.requester().inFlight() == 0;
        });
    }

    private static void awaitResponders(Asker asker, int count) {
        Await.until(
                count + " responders",
                () -> asker.requester().poll(FRAME_LIMIT) >= 0
                        && asker.requester().answers().imageCount() == count);
    }

    @Test
    void theDeathOfAResponderInTheMiddleOfARequestIsToldWithinTwoSeconds() throws Exception {
        scene.startDriver();
        List<Long> tookMs = new ArrayList<>();
        try (LocalClient client = new LocalClient(scene.directory());
                Asker asker = new Asker(client.tailrace(), Cast.STREAM, LONG)) {
            for (int round = 0; round < KILLS; round++) {
                JavaProcess victim = scene.start("respond");
                awaitResponders(asker, 1);
                for (long number : new long[] {1, Actor.STUCK, 2}) {
                    assertTrue(asker.askOne(number) >= 0);
                }
                victim.awaitLine("STUCK");
                asker.requester().poll(FRAME_LIMIT, LOOK_AGAIN);
                victim.kill();
                long killedNs = System.nanoTime();
                drain(asker); // Asleep when the outcome arrives.
                tookMs.add((asker.lastGoneNs() - killedNs) / 1_000_000);
                assertEquals(2L * (round + 1), asker.count(AnswerStatus.GONE), asker::toString);
                assertEquals(round + 1L, asker.count(AnswerStatus.ANSWERED), asker::toString);
            }
            client.assertNoErrors();
        }
        System.out.println("AskIT: a death was reported after ms " + tookMs);
        assertTrue(tookMs.stream().allMatch(ms -> ms < Await.PROMISE_NS / 1_000_000), tookMs::toString);
    }

    /** Of two responders one is killed; then the driver is, which no requester notices. */
    @Test
    void underLoadEachRequestIsToldOnceWhoeverDies() throws Exception {
        Random random = new Random(Seeds.of(AskIT.class));
        JavaProcess[] driver = {scene.startDriver()};
        scene.start("respond");
        withAsker(asker -> {
            // The image may exist before the responder knows its log: if its driver dies then, it gets another log.
            askUntilMoreAreAnswered(asker, 1);
            for (int i = 0; i < KILLS; i++) {
                JavaProcess victim = scene.start("respond");
                askUntil(
                        asker, "a second one", () -> asker.requester().answers().imageCount() == 2);
                askForMs(asker, random.nextInt(MAX_DELAY_MS));
                victim.kill();
                askUntilMoreAreAnswered(asker, REQUESTS);
                askUntil(asker, "one is left", () -> asker.requester().answers().imageCount() == 1);

                drain(asker);
                long gone = asker.count(AnswerStatus.GONE);
                driver[0].kill();
                driver[0] = scene.start("drive");
                askUntil(asker, "a driver", () -> driver[0].hasLine("READY"));
                askUntilMoreAreAnswered(asker, REQUESTS);
                assertEquals(gone, asker.count(AnswerStatus.GONE), asker::toString);
            }
            assertEquals(0, asker.requester().lateAnswers(), "a responder that has gone sends nothing");
        });
    }

    @Test
    void aResponderGoesOnWhenARequesterDies() throws Exception {
        scene.startDriver();
        JavaProcess responder = scene.start("respond");
        withAsker(asker -> {
            for (int round = 0; round < KILLS; round++) {
                JavaProcess victim = scene.start("request");
                victim.awaitLine("REQUESTER");
                if (round % 2 == 0) {
                    victim.stop(); // Its answers fill their log.
                }
                askUntilMoreAreAnswered(asker, REQUESTS);
                victim.kill();
                askUntilMoreAreAnswered(asker, REQUESTS);
            }
            drain(asker);
            assertEquals(0, asker.count(AnswerStatus.GONE), asker::toString);
            assertEquals("", responder.err());
        });
    }

    @Test
    void requestsGoOnWithoutADriverAndADeathIsToldByTheNext() throws Exception {
        JavaProcess driver = scene.startDriver();
        JavaProcess responder = scene.start("respond");
        withAsker(asker -> {
            askUntilMoreAreAnswered(asker, REQUESTS);
            scene.killBetweenCleanings(driver);
            askUntilMoreAreAnswered(asker, MORE_THAN_A_LOG);

            responder.kill();
            askForMs(asker, 500); // Longer than a proof takes.
            assertEquals(0, asker.count(AnswerStatus.GONE), "no driver proves it");
            assertTrue(asker.requester().inFlight() > 0);

            scene.startDriver();
            scene.start("respond");
            drain(asker);
            assertTrue(asker.count(AnswerStatus.GONE) > 0, asker::toString);
            awaitResponders(asker, 1);
            askUntilMoreAreAnswered(asker, REQUESTS);
        });
    }
}
