/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.system.HistoryCast.Reader;
import io.tailrace.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Named subscribers that move between disk and live, while historian, driver, publishers and they themselves are killed
 * at random. {@code tailrace.test.kills} sets how often; {@code tailrace.test.seed} repeats a run.
 */
final class CatchUpIT {
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int MAX_DELAY_MS = 1_000;
    private static final long SLOW_NS = 2_000_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private final long seed = Seeds.of(CatchUpIT.class);
    private final Random random = new Random(seed);
    private HistoryCast cast;

    @Test
    void whoeverIsKilledEachMessageComesOnceInOrder() throws Exception {
        System.out.println("CatchUpIT: seed=" + seed + ", kills=" + KILLS);
        long startNs = System.nanoTime();
        cast = new HistoryCast(scene, scene.root().resolve("history"));
        cast.begin(WhenFull.BLOCK, "concurrent", "exclusive");
        Reader slow = cast.startReader("slow", "CATCH_UP");
        cast.startReader("gating", "BLOCK");
        cast.assertGoesOn();
        for (int kill = 0; kill < KILLS; kill++) {
            slow.pause(kill % 2 == 0 ? SLOW_NS : 0);
            Thread.sleep(random.nextInt(MAX_DELAY_MS));
            killOne(kill);
            cast.assertGoesOn();
        }
        departAndComeBack(slow);
        String figures = "killed at random " + KILLS + " times in " + (System.nanoTime() - startNs) / 1_000_000_000
                + " s, historian, driver, publishers and named subscribers in turn: " + cast.end();
        System.out.println("CatchUpIT: " + figures);
        FaultSummary.add("CatchUpIT", "%s", figures);
        assertTrue(slow.get(Follower.DEPARTURES) > 0, slow::toString);
    }

    private void killOne(int kill) throws Exception {
        switch (kill % 5) {
            case 0 -> {
                cast.historian().kill();
                Thread.sleep(random.nextInt(MAX_DELAY_MS));
                cast.startHistorian(Jvm.quick());
            }
            case 1 -> restart(cast.readers().get(0));
            case 2 -> {
                cast.publishers().get(random.nextInt(2)).kill();
                startPublishers();
            }
            case 3 -> {
                cast.driver().kill();
                if (random.nextBoolean()) {
                    restart(cast.readers().get(random.nextInt(2)));
                }
                cast.startDriver();
            }
            default -> restart(cast.readers().get(1));
        }
        startPublishers();
    }

    private void restart(Reader reader) throws Exception {
        reader.kill();
        if (random.nextBoolean()) {
            Thread.sleep(random.nextInt(MAX_DELAY_MS));
        }
        reader.start(Jvm.quick());
    }

    /** Two live: a publisher that found no driver has exited. */
    private void startPublishers() throws Exception {
        while (cast.publishers().size() < 2) {
            cast.startPublisher(random.nextBoolean() ? "concurrent" : "exclusive");
        }
    }

    private void departAndComeBack(Reader reader) {
        reader.pause(0);
        reader.awaitLive(true);
        reader.pause(SLOW_NS);
        reader.awaitLive(false);
        reader.pause(0);
        reader.awaitLive(true);
    }
}
