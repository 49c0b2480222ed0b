/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A virtual thread that waits leaves its carrier, the only one, to others, and is woken soon, both in a JVM whose
 * platform threads sleep in futexes and in a JVM where they cannot.
 */
@Isolated
final class VirtualWaitIT {
    @RegisterExtension
    final Scene scene = new Scene();

    @ParameterizedTest(name = "{0}, futexes={1}")
    @CsvSource({
        "poll, true",
        "poll, false",
        "waitSet, true",
        "waitSet, false",
        "offer, true",
        "offer, false",
        "interrupt, true",
        "interrupt, false",
        "close, true",
        "close, false",
        "bothKinds, true",
        "bothKinds, false",
        "again, true",
        "again, false"
    })
    void theCarrierIsFreeMeanwhile(String waits, boolean futexes) throws Exception {
        Jdk jdk = Jdk.atLeast(VirtualThreads.FIRST_JDK);
        List<String> flags = new ArrayList<>(List.of(VirtualThreads.ONE_CARRIER));
        if (futexes) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        scene.start(jdk, flags, VirtualWaitMain.class, scene.directory(), waits).awaitQuietEnd();
    }
}
