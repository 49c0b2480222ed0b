/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.LinkFile.State;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A link between two hosts: every message arrives once and in order, at its position in the source. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BridgeIT {
    /** Longer than a session lives without a message from the other end. */
    private static final long LONG_CUT_MS = 7_000;

    @RegisterExtension
    final BridgeScene scene = new BridgeScene();

    @Test
    void eachMessageArrivesOnceInOrderAtTheSamePosition() throws IOException {
        BridgeRig rig = new BridgeRig(scene, "BLOCK", BridgeScene.STREAM);
        Publisher first = rig.publish("exclusive");
        rig.publish("concurrent");
        rig.assertGoesOn();
        rig.publish("exclusive"); // A stream that begins late,
        rig.assertGoesOn();
        first.process().end(); // and a stream that ends early.
        scene.await("one mirror has ended", () -> rig.mirror().images().size() == 2);
        rig.end();
        rig.assertNothingIsLost();
        rig.link().end();
        assertEquals("", rig.link().sender().err() + rig.link().receiver().err());
    }

    @Test
    void ofAHundredDatagramsFiveAreLostAndOthersRepeatedOrLate() throws IOException {
        BridgeRig rig = new BridgeRig(scene, "BLOCK", BridgeScene.STREAM);
        rig.link().network("bad 0.05 0.02 0.05 20 2");
        rig.publish("exclusive");
        rig.publish("concurrent");
        for (int i = 0; i < 3; i++) {
            rig.assertGoesOn();
        }
        rig.end();
        rig.assertNothingIsLost();
        System.out.println(rig.link().network("bad 0 0 0 0 0"));
    }

    @Test
    void theNetworkIsCut() throws Exception {
        BridgeRig rig = new BridgeRig(scene, "BLOCK", BridgeScene.STREAM);
        rig.publish("exclusive");
        rig.publish("concurrent");
        rig.assertGoesOn();
        for (long ms : new long[] {scene.random().nextInt(2_000), LONG_CUT_MS}) {
            rig.link().network("cut");
            Thread.sleep(ms);
            rig.link().network("mend");
            rig.assertGoesOn();
        }
        rig.link().network("move"); // The receiver sees another sender port.
        rig.assertGoesOn();
        rig.end();
        rig.assertNothingIsLost();
    }

    @Test
    void aMegabitASecondHoldsPublishersBackAndLosesNothing() throws Exception {
        BridgeRig rig = new BridgeRig(scene, "BLOCK", BridgeScene.STREAM);
        rig.link().network("rate 1000000");
        Publisher publisher = rig.publish("exclusive");
        Thread.sleep(6_000);
        long accepted = publisher.accepted();
        assertTrue(accepted < 6_000, publisher::toString); // Out of 18,000 that it would have sent.
        rig.assertGoesOn();
        rig.link().network("rate 0");
        rig.assertGoesOn();
        rig.end();
        rig.assertNothingIsLost();
    }

    /** More is under way then than the line's queue takes. It carried 11 messages a second. */
    @Test
    void aLineThatBecomesSlowCarriesWhatItCan() throws Exception {
        BridgeRig rig = new BridgeRig(scene, "BLOCK", BridgeScene.STREAM);
        Publisher publisher = rig.publish("exclusive");
        rig.assertGoesOn();
        rig.link().network("rate 1000000");
        long beganNs = System.nanoTime();
        long before = rig.mirror().of(publisher.generation()).next();
        scene.await(
                "a megabit a second, for eight seconds",
                () -> rig.mirror().of(publisher.generation()).next() > before + 2_000);
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
        assertTrue(tookMs < 20_000, () -> "took " + tookMs + " ms");
        rig.link().network("rate 0");
        rig.end();
        rig.assertNothingIsLost();
    }

    @Test
    void aSenderThatDropsSaysWhatWasLost() throws Exception {
        BridgeRig rig = new BridgeRig(scene, "DROP", BridgeScene.STREAM);
        Publisher publisher = rig.publish("exclusive");
        rig.publish("concurrent");
        rig.assertGoesOn();
        rig.link().network("cut");
        long before = publisher.accepted();
        Thread.sleep(LONG_CUT_MS);
        assertTrue(publisher.accepted() > before + 10_000, publisher::toString); // It was not held back.
        rig.link().network("mend");
        rig.assertGoesOn();
        rig.end();
        assertFalse(rig.mirror().losses().isEmpty());
        long lost = rig.mirror().losses().stream()
                .mapToLong(loss -> loss.toPosition() - loss.fromPosition())
                .sum();
        // Padding beside a gap arrives, and no message shows that: at each side less than the longest message.
        long padding = rig.mirror().losses().size() * 2L * (Numbered.MAX_LENGTH + 2 * Long.BYTES);
        scene.await("the link reports the loss", () -> rig.view().figures().lostBytes() >= lost - padding);
        scene.await(
                "both ends report the same",
                () -> rig.view().figures().lostBytes()
                        == rig.receiverView().figures().lostBytes());
        assertTrue(rig.view().figures().lostBytes() <= lost, () -> rig.view() + ", " + rig.mirror());
    }

    @Test
    void aSlowSubscriberHoldsBackItsStreamAloneAndIsNamed() throws Exception {
        BridgeRig rig = new BridgeRig(scene, "BLOCK", BridgeScene.STREAM, "trades");
        Witness trades = scene.witness(rig.beta(), "trades", "other");
        Publisher held = rig.publish("exclusive");
        Publisher other = scene.publisher(rig.alpha(), "trades", "exclusive", 1_000);
        rig.assertGoesOn();
        rig.mirror().pause(true);
        scene.await("the link names the holder", () -> rig.view().heldBy().contains("audit"));
        assertEquals("beta", rig.view().peerHost());
        Thread.sleep(1_000);
        long accepted = held.accepted();
        long received = trades.of(other.generation()).next();
        scene.await("the other stream", () -> trades.of(other.generation()).next() > received + 2_000);
        assertEquals(accepted, held.accepted());
        rig.mirror().pause(false);
        rig.assertGoesOn();
        scene.await("no subscriber holds it", () -> rig.view().heldBy().isEmpty());
        assertEquals(State.UP, rig.view().state());
        rig.end();
        rig.assertNothingIsLost();
    }
}
