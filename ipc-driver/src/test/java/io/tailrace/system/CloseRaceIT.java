/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.testing.Seeds;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Memory is unmapped only when no thread can reach it any more. Otherwise an access would crash the JVM, and this test
 * would see that.
 */
final class CloseRaceIT {
    private static final int SECONDS = 5;

    @RegisterExtension
    final Scene scene = new Scene();

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"})
    void whoPublishesAndReadsWhileAllIsClosedIsToldSoAndNothingElse(String flag) throws Exception {
        long seed = Seeds.of(CloseRaceIT.class);

        JavaProcess race = scene.start(
                Jdk.running(), List.of("-Xmx256m", flag), CloseRaceMain.class, scene.directory(), SECONDS, seed);

        race.awaitLine("ROUNDS");
        race.awaitQuietEnd();
    }
}
