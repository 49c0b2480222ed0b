/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Processes that are killed at random moments under full load. How often is said by the system properties {@code
 * tailrace.test.kills} and {@code tailrace.test.restarts}; {@code tailrace.test.seed} repeats a run.
 */
@Timeout(1_800)
final class RandomKillIT {
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int RESTARTS = Integer.getInteger("tailrace.test.restarts", 3);
    private static final long SEED = Long.getLong("tailrace.test.seed", System.nanoTime());
    private static final int ENOUGH_MESSAGES = 500;
    private static final int MAX_DELAY_MS = 100;

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(SEED);

    @Test
    void whoeverIsKilledTheOthersGoOnWithinTwoSeconds() throws Exception {
        System.out.println("RandomKillIT: seed=" + SEED + ", kills=" + KILLS);
        long[] gapsNs = new long[KILLS];
        try (Cast cast = new Cast(scene, 0, "concurrent", "exclusive")) {
            for (int i = 0; i < KILLS; i++) {
                cast.witness().watch(cast.survivors().get(i % 2).registrationId());
                switch ((i + random.nextInt(2)) % 4) { // Each comes about as often as any other.
                    case 0 -> killPublisher(cast, "concurrent");
                    case 1 -> killSubscriber(cast);
                    case 2 -> killPublisher(cast, "exclusive");
                    default -> killDriver(cast);
                }
                gapsNs[i] = cast.witness().longestGapNs();
            }
            cast.awaitOnlySurvivors();
            cast.end();
        }
        Arrays.sort(gapsNs);
        System.out.printf(
                "RandomKillIT: the others received nothing for: p50=%d ms, max=%d ms%n",
                gapsNs[KILLS / 2] / 1_000_000, gapsNs[KILLS - 1] / 1_000_000);
    }

    @Test
    void aDriverIsKilledAndStartedAgainAndAgain() throws Exception {
        System.out.println("RandomKillIT: seed=" + SEED + ", restarts=" + RESTARTS);
        long longestNs = 0;
        long longestBehindReadyNs;
        try (Cast cast = new Cast(scene, 0, "concurrent", "exclusive")) {
            for (int i = 0; i < RESTARTS; i++) {
                cast.witness().watch(cast.survivors().get(i % 2).registrationId());
                killDriver(cast);
                longestNs = Math.max(longestNs, cast.witness().longestGapNs());
            }
            longestBehindReadyNs = cast.longestNs();
            cast.awaitOnlySurvivors();
            cast.end();
        }
        System.out.printf(
                "RandomKillIT: longest pause of the data with a driver that is killed and started again: %d ms;"
                        + " more than a window came within %d ms of its being ready%n",
                longestNs / 1_000_000, longestBehindReadyNs / 1_000_000);
    }

    private void delay() throws InterruptedException {
        Thread.sleep(random.nextInt(MAX_DELAY_MS), random.nextInt(1_000_000));
    }

    private void killPublisher(Cast cast, String kind) throws Exception {
        Witness witness = cast.witness();
        LoadPublisher victim = cast.startPublisher(kind, Long.MAX_VALUE, 0);
        witness.await(
                LocalClient.PATIENCE_NS,
                "many messages of the victim",
                () -> witness.received(victim.registrationId()) > ENOUGH_MESSAGES);
        delay();
        victim.process().kill();
        cast.assertSurvivorsGoOn(LocalClient.TWO_SECONDS_NS);
        witness.await(LocalClient.TWO_SECONDS_NS, "its log's end", () -> witness.imageCount() == 2);
        victim.assertAllArrived(witness);
    }

    private void killSubscriber(Cast cast) throws Exception {
        JavaProcess victim = cast.startSubscriber();
        victim.awaitLine("SUBSCRIPTION");
        delay();
        victim.kill();
        cast.assertSurvivorsGoOn(LocalClient.TWO_SECONDS_NS);
    }

    private void killDriver(Cast cast) throws Exception {
        delay();
        cast.killDriver();
        cast.startDriver();
        cast.assertSurvivorsGoOn(LocalClient.TWO_SECONDS_NS);
        assertTrue(cast.driver().isAlive());
    }
}
