/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tailrace.Origin;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three hosts with links in a circle: the messages of one host reach the two others once, and do not return. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BridgeTransitIT {
    private static final long PER_SECOND = 1_000;
    private static final long ENOUGH_MESSAGES = 1_000;

    @RegisterExtension
    final BridgeScene scene = new BridgeScene();

    @Test
    void messagesGoRoundOnceAndKeepTheirOrigin() throws IOException {
        List<Host> hosts = scene.hosts(3);
        List<Witness> witnesses = hosts.stream()
                .map(host -> scene.witness(host, BridgeScene.STREAM, "audit"))
                .toList();
        for (int i = 0; i < 3; i++) {
            new Link(scene, hosts.get(i), hosts.get((i + 1) % 3), "BLOCK", true, BridgeScene.STREAM);
        }
        List<Publisher> publishers = List.of(
                scene.publisher(hosts.get(0), BridgeScene.STREAM, "exclusive", PER_SECOND),
                scene.publisher(hosts.get(1), BridgeScene.STREAM, "concurrent", PER_SECOND));
        for (Witness witness : witnesses) {
            for (Publisher publisher : publishers) {
                scene.await(
                        publisher + " at " + witness,
                        () -> witness.of(publisher.generation()).next() > ENOUGH_MESSAGES);
            }
            assertEquals(2, witness.images().size());
        }
        for (int home = 0; home < 2; home++) {
            assertOrigin(publishers.get(home), hosts.get(home), witnesses);
        }
    }

    private void assertOrigin(Publisher publisher, Host home, List<Witness> witnesses) {
        publisher.process().end();
        Witness source = witnesses.get(home.index());
        assertNull(source.of(publisher.generation()).origin());
        Origin origin =
                new Origin(home.name(), source.of(publisher.generation()).logId());
        for (Witness witness : witnesses) {
            scene.await("all of " + publisher + " at " + witness, () -> publisher.hasArrived(witness));
            assertEquals(List.of(), witness.losses());
            publisher.assertSame(source, witness);
            if (witness != source) {
                assertEquals(origin, witness.of(publisher.generation()).origin());
            }
        }
    }

    @Test
    void withoutTransitNothingGoesFurther() throws IOException {
        List<Host> hosts = scene.hosts(3);
        Witness beta = scene.witness(hosts.get(1), BridgeScene.STREAM, "audit");
        Witness gamma = scene.witness(hosts.get(2), BridgeScene.STREAM, "audit");
        Link.of(scene, hosts.get(0), hosts.get(1), BridgeScene.STREAM);
        Link.of(scene, hosts.get(1), hosts.get(2), BridgeScene.STREAM);
        Publisher far = scene.publisher(hosts.get(0), BridgeScene.STREAM, "exclusive", PER_SECOND);
        Publisher near = scene.publisher(hosts.get(1), BridgeScene.STREAM, "exclusive", PER_SECOND);
        scene.await("both on beta", () -> beta.of(far.generation()).next() > ENOUGH_MESSAGES);
        scene.await("beta's own on gamma", () -> gamma.of(near.generation()).next() > ENOUGH_MESSAGES);
        assertEquals(0, gamma.of(far.generation()).next());
    }
}
