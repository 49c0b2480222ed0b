/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.LinkFile.State;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A link between two hosts: every message arrives once and in order, at its position in the source. */
class BridgeIT {
    /** Longer than a session lives without a message from the other end. */
    private static final long LONG_CUT_MS = 7_000;

    @RegisterExtension
    final BridgeScene scene = new BridgeScene();

    @Test
    void ofAHundredDatagramsFiveAreLostAndOthersRepeatedOrLate() throws IOException {
        scene.begin();
        scene.link().network("bad 0.05 0.02 0.05 20 2");
        scene.publish("exclusive");
        scene.publish("concurrent");
        for (int i = 0; i < 3; i++) {
            scene.assertGoesOn();
        }
        scene.endWithoutLoss();
    }

    @Test
    void theNetworkIsCut() throws Exception {
        scene.begin();
        scene.publish("exclusive");
        scene.publish("concurrent");
        scene.assertGoesOn();
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

    @Test
    void aSlowSubscriberHoldsBackItsStreamAloneAndIsNamed() throws Exception {
        scene.begin("trades");
        Witness trades = scene.witness(scene.beta(), "trades");
        Publisher held = scene.publish("exclusive");
        Publisher other = scene.publish(scene.alpha(), "trades", "exclusive", 1_000);
        scene.assertGoesOn();
        scene.mirror().pause(true);
        scene.await(
                "the link names the holder", () -> scene.senderView().heldBy().contains("audit"));
        assertEquals("beta", scene.senderView().peerHost());
        Thread.sleep(1_000);
        long accepted = held.accepted();
        long received = trades.of(other.generation()).next();
        scene.await("the other stream", () -> trades.of(other.generation()).next() > received + 2_000);
        assertEquals(accepted, held.accepted());
        scene.mirror().pause(false);
        scene.assertGoesOn();
        scene.await("no subscriber holds it", () -> scene.senderView().heldBy().isEmpty());
        assertEquals(State.UP, scene.senderView().state());
        scene.endWithoutLoss();
        scene.link().sender().end();
        scene.link().receiver().end();
    }
}
