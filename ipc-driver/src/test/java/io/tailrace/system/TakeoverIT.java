/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Processes that embed a driver if none lives: the one that does so is killed, and another process takes over its work.
 */
@Tag("smoke")
final class TakeoverIT {
    private static final String OPEN = "-D" + FaultPublisherMain.OPEN + "=true";

    private static final long TIMEOUT_NS = 10_000_000_000L;

    @RegisterExtension
    final Scene scene = new Scene();

    @Test
    void whenTheProcessThatEmbedsTheDriverIsKilledAnotherOneTakesOver() throws Exception {
        try (Cast cast = new Cast(scene, 0)) {
            for (String kind : List.of("concurrent", "exclusive", "concurrent")) {
                cast.addSurvivor(kind, 0, OPEN);
            }
            cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
            cast.killDriver();
            cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
            while (cast.survivors().size() > 1) {
                killWhoEmbeds(cast);
                cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
            }
            System.out.printf("TakeoverIT: more than a window came within %d ms%n", cast.longestNs() / 1_000_000);
            cast.stopSurvivors();
            cast.witness().assertUnharmed();
        }
    }

    @Test
    void whenTheLockFileWentBeforeTheDriverDiedAClientTakesOver() throws Exception {
        try (Cast cast = new Cast(scene, 0)) {
            for (String kind : List.of("concurrent", "exclusive")) {
                cast.addSurvivor(kind, 0, OPEN);
            }
            cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
            cast.driver().stop(); // So that it cannot put the file back.
            Files.delete(scene.directory().resolve("driver.lock"));
            cast.killDriver();
            cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
            cast.stopSurvivors();
            cast.witness().assertUnharmed();
        }
    }

    private void killWhoEmbeds(Cast cast) throws IOException, InterruptedException {
        LoadPublisher victim = awaitWhoEmbeds(cast);
        victim.process().kill();
        cast.survivors().remove(victim);
        assertEquals("", victim.process().err());
        long arrivedBefore = cast.witness().received(victim.registrationId());
        assertTrue(arrivedBefore > 0, "it published");
        cast.assertSurvivorsGoOn(LocalClient.PROMISE_NS);
        victim.assertAllArrived(cast.witness());
    }

    /** No process waits for a driver, so there may be none yet. */
    private LoadPublisher awaitWhoEmbeds(Cast cast) throws IOException, InterruptedException {
        long untilNs = System.nanoTime() + TIMEOUT_NS;
        String info;
        do {
            info = Files.readString(scene.directory().resolve("driver.info"));
            for (LoadPublisher survivor : cast.survivors()) {
                if (info.contains("pid=" + survivor.process().pid() + "\n")) {
                    return survivor;
                }
            }
            Thread.sleep(1);
        } while (System.nanoTime() < untilNs);
        throw new AssertionError("no process embeds a driver: " + info);
    }
}
