/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A link between two hosts: every message arrives once and in order, at its position in the source. */
class BridgeIT {
    /** Longer than a session lives without a message from the other end. */
    private static final long LONG_CUT_MS = 7_000;

    @RegisterExtension
    final BridgeScene scene = new BridgeScene();

    /** Of a hundred datagrams, five are lost, and others are repeated or late. */
    @Test
    void theNetworkIsBadAndThenCut() throws Exception {
        scene.begin();
        scene.link().network("bad 0.05 0.02 0.05 20 2");
        scene.publish("exclusive");
        scene.publish("concurrent");
        for (int i = 0; i < 3; i++) {
            scene.assertGoesOn();
        }
        scene.link().network("bad 0 0 0 0 0");
        for (long ms : new long[] {scene.random().nextInt(2_000), LONG_CUT_MS}) {
            scene.link().network("cut");
            Thread.sleep(ms);
            scene.link().network("mend");
            scene.assertGoesOn();
        }
        scene.link().network("move"); // The receiver sees another sender port.
        scene.assertGoesOn();
        scene.endWithoutLoss();
    }

    /** When it becomes slow, more is under way than the line's queue takes. It carried 11 messages a second. */
    @Test
    void aLineThatBecomesSlowCarriesWhatItCanAndHoldsPublishersBack() throws Exception {
        scene.begin();
        Publisher publisher = scene.publish("exclusive");
        scene.assertGoesOn();
        scene.link().network("rate 1000000");
        long beganNs = System.nanoTime();
        long before = scene.mirror().of(publisher.generation()).next();
        scene.await(
                "a megabit a second, for eight seconds",
                () -> scene.mirror().of(publisher.generation()).next() > before + 2_000);
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
        assertTrue(tookMs > 4_000, () -> "held back, took " + tookMs + " ms"); // It would have sent 3,000 a second.
        scene.link().network("rate 0");
        scene.endWithoutLoss();
    }
}
