/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Origin;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Two hosts, alpha and beta, a link from alpha to beta, and a witness on each host for alpha's messages. */
final class BridgeRig {
    private static final long PER_SECOND = 3_000;
    private static final long ENOUGH_MESSAGES = 1_000;

    private final BridgeScene scene;
    private final Host alpha;
    private final Host beta;
    private final Link link;
    private final Witness source;
    private final Witness mirror;

    /**
     * @param policy the sender's policy, BLOCK or DROP
     * @param streams the streams; the witnesses read the first
     */
    BridgeRig(BridgeScene scene, String policy, String... streams) throws IOException {
        this.scene = scene;
        List<Host> hosts = scene.hosts(2);
        alpha = hosts.get(0);
        beta = hosts.get(1);
        source = scene.witness(alpha, streams[0], "audit");
        mirror = scene.witness(beta, streams[0], "audit");
        link = new Link(scene, alpha, beta, policy, false, streams);
    }

    Host alpha() {
        return alpha;
    }

    Host beta() {
        return beta;
    }

    Link link() {
        return link;
    }

    Witness source() {
        return source;
    }

    Witness mirror() {
        return mirror;
    }

    Publisher publish(String kind) throws IOException {
        return scene.publisher(alpha, BridgeScene.STREAM, kind, PER_SECOND);
    }

    /** Expects that more messages of each living publisher arrive. */
    void assertGoesOn() {
        for (Publisher publisher : scene.publishers()) {
            if (publisher.process().isAlive() && publisher.stream().equals(BridgeScene.STREAM)) {
                long enough = publisher.accepted() + ENOUGH_MESSAGES;
                scene.await(
                        publisher + " continues",
                        () -> mirror.of(publisher.generation()).next() > enough);
            }
        }
    }

    /** {@return the sender's published state of the link} */
    LinkFile.View view() {
        return view(alpha, LinkFile.Kind.SEND);
    }

    /** {@return the receiver's published state of the link} */
    LinkFile.View receiverView() {
        return view(beta, LinkFile.Kind.RECEIVE);
    }

    private static LinkFile.View view(Host host, LinkFile.Kind kind) {
        try {
            return LinkFile.list(new DriverDirectory(host.directory())).stream()
                    .filter(view -> view.identity().kind() == kind)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Ends the publishers. All messages that were not lost arrive, the mirrors end, and both hosts have seen the same.
     */
    void end() {
        for (Publisher publisher : scene.publishers()) {
            if (publisher.process().isAlive()) {
                publisher.process().end();
            }
        }
        for (Publisher publisher : scene.publishers()) {
            if (publisher.stream().equals(BridgeScene.STREAM)) {
                assertArrives(publisher);
            }
        }
        scene.await("the mirrors' end", () -> mirror.images().isEmpty());
        System.out.println(mirror.total() + " messages of " + scene.publishers().size() + " publishers");
    }

    void assertNothingIsLost() {
        assertEquals(List.of(), mirror.losses());
    }

    /**
     * Expects that the last message of an ended publisher arrives, and that both witnesses have the same messages at
     * the same positions.
     */
    void assertArrives(Publisher publisher) {
        scene.await("all of " + publisher, () -> publisher.hasArrived(source) && publisher.hasArrived(mirror));
        publisher.assertSame(source, mirror);
        Origin origin =
                new Origin(alpha.name(), source.of(publisher.generation()).logId());
        assertEquals(origin, mirror.of(publisher.generation()).origin());
    }
}
