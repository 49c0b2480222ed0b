/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three hosts with links: with transit in a circle, messages reach the two others once, and do not return. */
class BridgeTransitIT {
    private static final long PER_SECOND = 1_000;
    private static final long ENOUGH_MESSAGES = 1_000;

    @RegisterExtension
    final BridgeScene scene = new BridgeScene();

    private List<Host> hosts;
    private final List<Witness> witnesses = new ArrayList<>();

    private void begin() throws IOException {
        hosts = scene.hosts(3);
        for (Host host : hosts) {
            witnesses.add(scene.witness(host, BridgeScene.STREAM));
        }
    }

    private void link(int from, int to, boolean transits) throws IOException {
        new Link(scene, hosts.get(from), hosts.get(to), transits, BridgeScene.STREAM);
    }

    private Publisher publish(int host, String kind) throws IOException {
        return scene.publish(hosts.get(host), BridgeScene.STREAM, kind, PER_SECOND);
    }

    private void awaitMany(Publisher publisher, Witness witness) {
        scene.await(
                publisher + " at " + witness,
                () -> witness.of(publisher.generation()).next() > ENOUGH_MESSAGES);
    }

    @Test
    void messagesGoRoundOnceAndKeepTheirOrigin() throws IOException {
        begin();
        for (int i = 0; i < 3; i++) {
            link(i, (i + 1) % 3, true);
        }
        List<Publisher> publishers = List.of(publish(0, "exclusive"), publish(1, "concurrent"));
        for (Witness witness : witnesses) {
            publishers.forEach(publisher -> awaitMany(publisher, witness));
            assertEquals(2, witness.images().size());
        }
        for (int home = 0; home < 2; home++) {
            Publisher publisher = publishers.get(home);
            publisher.process().end();
            Witness source = witnesses.get(home);
            for (Witness witness : witnesses) {
                if (witness != source) {
                    scene.assertArrives(publisher, hosts.get(home), source, witness);
                }
                assertEquals(List.of(), witness.losses());
            }
            assertNull(source.of(publisher.generation()).origin());
        }
    }

    @Test
    void withoutTransitNothingGoesFurther() throws IOException {
        begin();
        link(0, 1, false);
        link(1, 2, false);
        Publisher far = publish(0, "exclusive");
        Publisher near = publish(1, "exclusive");

        awaitMany(far, witnesses.get(1));
        awaitMany(near, witnesses.get(2));
        assertEquals(0, witnesses.get(2).of(far.generation()).next());
    }
}
