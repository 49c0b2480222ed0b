/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Processes that embed a driver if none lives: the one that does so is killed, and another process takes over its work.
 */
@Tag("smoke")
final class TakeoverIT {
    private static final String OPEN = "open=true";

    @RegisterExtension
    final Scene scene = new Scene();

    @Test
    void whenTheProcessThatEmbedsTheDriverIsKilledAnotherOneTakesOver() throws Exception {
        try (Cast cast = new Cast(scene, 0)) {
            for (String kind : List.of("concurrent", "exclusive", "concurrent")) {
                cast.addSurvivor(kind, 0, OPEN);
            }
            cast.assertSurvivorsGoOn();
            cast.killDriver();
            cast.assertSurvivorsGoOn();
            while (cast.survivors().size() > 1) {
                killWhoEmbeds(cast);
                cast.assertSurvivorsGoOn();
            }
            System.out.printf("TakeoverIT: more than a window came within %d ms%n", cast.longestNs() / 1_000_000);
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
