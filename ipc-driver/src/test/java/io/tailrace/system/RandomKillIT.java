/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Processes that are killed at random moments under full load. The system properties {@code tailrace.test.kills} and
 * {@code tailrace.test.restarts} set how often; {@code tailrace.test.seed} repeats a run.
 */
@Tag("smoke")
@Isolated("it measures how long the others receive nothing")
final class RandomKillIT {
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int RESTARTS = Integer.getInteger("tailrace.test.restarts", 3);
    private static final long SEED = Seeds.of(RandomKillIT.class);
    private static final int ENOUGH_MESSAGES = 500;
    private static final int MAX_DELAY_MS = 100;
    private static final long MAX_MEDIAN_GAP_MS = 300;
    private static final long MAX_GAP_MS = 1_500;
    private static final List<String> VICTIMS = List.of("concurrent", "subscriber", "exclusive", "driver");

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(SEED);

    @Test
    void whoeverIsKilledTheOthersGoOnWithinTwoSeconds() throws Exception {
        kill("kills", KILLS, i -> VICTIMS.get((i + random.nextInt(2)) % VICTIMS.size())); // Each about as often.
    }

    @Test
    void aDriverIsKilledAndStartedAgainAndAgain() throws Exception {
        kill("restarts", RESTARTS, i -> "driver");
    }

    private void kill(String what, int kills, IntFunction<String> victims) throws Exception {
        Map<String, List<Long>> gapsMs = new TreeMap<>();
        try (Cast cast = new Cast(scene, 0, "concurrent", "exclusive")) {
            for (int i = 0; i < kills; i++) {
                cast.witness().watch(cast.survivors().get(i % 2).registrationId());
                String victim = victims.apply(i);
                switch (victim) {
                    case "driver" -> killDriver(cast);
                    case "subscriber" -> killSubscriber(cast);
                    default -> killPublisher(cast, victim);
                }
                gapsMs.computeIfAbsent(victim, name -> new ArrayList<>())
                        .add(cast.witness().longestGapNs() / 1_000_000);
            }
            cast.awaitOnlySurvivors();
            cast.end();
            StringBuilder figures = new StringBuilder();
            gapsMs.forEach((victim, gaps) -> figures.append("; ").append(describe(victim, gaps)));
            FaultSummary.add(
                    "RandomKillIT, " + what,
                    "%d random kills under load, %d messages: 0 lost, repeated or torn; driver ready within %d ms; "
                            + "pauses of the others%s",
                    kills,
                    cast.witness().received(),
                    cast.longestStartNs() / 1_000_000,
                    figures);
        }
        gapsMs.remove("driver"); // Includes the start of a JVM.
        if (kills >= 40) { // Not for fewer, on a machine with other work.
            gapsMs.forEach((victim, gaps) -> assertTrue(
                    median(gaps) <= MAX_MEDIAN_GAP_MS && Collections.max(gaps) <= MAX_GAP_MS,
                    () -> describe(victim, gaps)));
        }
    }

    private static long median(List<Long> gapsMs) {
        return gapsMs.stream().sorted().toList().get(gapsMs.size() / 2);
    }

    private static String describe(String victim, List<Long> gapsMs) {
        return victim + ": " + gapsMs.size() + " kills, p50 " + median(gapsMs) + " ms, max " + Collections.max(gapsMs)
                + " ms";
    }

    private void delay() throws InterruptedException {
        Thread.sleep(random.nextInt(MAX_DELAY_MS), random.nextInt(1_000_000));
    }

    private void killPublisher(Cast cast, String kind) throws Exception {
        Witness witness = cast.witness();
        LoadPublisher victim = cast.startPublisher(Jvm.quick(), kind, Long.MAX_VALUE, 0);
        witness.await("many messages of the victim", () -> witness.received(victim.registrationId()) > ENOUGH_MESSAGES);
        delay();
        victim.process().kill();
        cast.assertSurvivorsGoOn();
        witness.await("its log's end", () -> witness.imageCount() == 2);
        victim.assertAllArrived(witness);
    }

    private void killSubscriber(Cast cast) throws Exception {
        JavaProcess victim = scene.start("subscribe");
        victim.awaitLine("SUBSCRIPTION");
        delay();
        victim.kill();
        cast.assertSurvivorsGoOn();
    }

    private void killDriver(Cast cast) throws Exception {
        delay();
        cast.killDriver();
        cast.startDriver();
        cast.assertSurvivorsGoOn();
        assertTrue(cast.driver().isAlive());
    }

    /** Each of these processes embeds a driver if none lives. */
    @Test
    void whenTheProcessThatEmbedsTheDriverIsKilledAnotherOneTakesOver() throws Exception {
        try (Cast cast = new Cast(scene, 0)) {
            for (String kind : List.of("concurrent", "exclusive")) {
                cast.addSurvivor(kind, 0, "open=true");
            }
            cast.assertSurvivorsGoOn();
            cast.killDriver();
            cast.assertSurvivorsGoOn();
            while (cast.survivors().size() > 1) {
                killWhoEmbeds(cast);
                cast.assertSurvivorsGoOn();
            }
            System.out.printf(
                    "RandomKillIT, takeover: more than a window came within %d ms%n", cast.longestNs() / 1_000_000);
            cast.stopSurvivors();
            cast.witness().assertUnharmed();
        }
    }

    private void killWhoEmbeds(Cast cast) {
        LoadPublisher victim = awaitWhoEmbeds(cast);
        victim.process().kill();
        cast.survivors().remove(victim);
        assertEquals("", victim.process().err());
        long arrivedBefore = cast.witness().received(victim.registrationId());
        assertTrue(arrivedBefore > 0, "it published");
        cast.assertSurvivorsGoOn();
        victim.assertAllArrived(cast.witness());
    }

    /** No process waits for a driver, so there may be none yet. */
    private LoadPublisher awaitWhoEmbeds(Cast cast) {
        Await.until("a process embeds a driver", () -> whoEmbeds(cast).isPresent());
        return whoEmbeds(cast).orElseThrow();
    }

    private Optional<LoadPublisher> whoEmbeds(Cast cast) {
        try {
            String info = Files.readString(scene.directory().resolve("driver.info"));
            return cast.survivors().stream()
                    .filter(survivor ->
                            info.contains("pid=" + survivor.process().pid() + "\n"))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
