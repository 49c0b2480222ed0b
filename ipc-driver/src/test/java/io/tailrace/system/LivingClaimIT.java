/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A living publisher is stopped in the middle of a claim, after the open claim of a dead one: neither claim is touched,
 * and the driver reports which publisher the stream waits for. The stream continues when that publisher continues, and
 * when it is dead.
 */
final class LivingClaimIT {
    /** All cases if the stall is longer than the default. */
    private static final boolean ALL = Integer.getInteger("tailrace.test.stall", 2) > 2;

    private static final long MESSAGES = 500;
    private static final long PAUSE_NS = 1_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private record Standstill(String point, boolean isKilled) {}

    private static List<Standstill> standstills() {
        List<Standstill> some = List.of(new Standstill("claim.added", false), new Standstill("commit.copied", true));
        List<Standstill> others = List.of(new Standstill("claim.added", true), new Standstill("commit.copied", false));
        return ALL ? List.of(some.get(0), some.get(1), others.get(0), others.get(1)) : some;
    }

    @Test
    void aLivingPublishersClaimIsWaitedForUntilItGoesOnOrIsDead() throws Exception {
        try (Cast cast = new Cast(scene, 0)) {
            for (Standstill standstill : standstills()) {
                standStill(cast, standstill);
            }
            cast.witness().assertUnharmed();
            cast.driver().tell("end");
        }
    }

    private static long arrived(LoadPublisher publisher, Witness witness) {
        return witness.received(publisher.registrationId());
    }

    private void standStill(Cast cast, Standstill standstill) throws Exception {
        Path gate = scene.root().resolve("gate-" + standstill.point + standstill.isKilled);
        LoadPublisher dead = cast.startPublisher(Jvm.quick().stopsAt("claim.added"), "concurrent", MESSAGES, 0);
        dead.process().awaitLine(FaultPoints.REACHED);
        Jvm jvm = Jvm.quick().stopsAt(standstill.point).with("-D" + FaultPoints.GATE + "=" + gate);
        LoadPublisher stopped = cast.startPublisher(jvm, "concurrent", MESSAGES, 0);
        stopped.process().awaitLine(FaultPoints.REACHED);
        LoadPublisher other = cast.startPublisher(Jvm.quick(), "concurrent", MESSAGES, PAUSE_NS);
        other.process().awaitLine("PUBLICATION");
        stopped.process().stop();
        dead.process().kill();

        String named = "(pid " + stopped.process().pid() + ", ";
        Witness witness = cast.witness();
        witness.await(2 * Await.PROMISE_NS, "a report of the client that the stream waits for", () -> cast.driver()
                .err()
                .lines()
                .anyMatch(line -> line.contains(named) && line.contains("), suspect: silent for ")));
        long received = witness.received();
        assertEquals(0, witness.received(other.registrationId()), "it lies after a claim of a living publisher");

        if (standstill.isKilled) {
            stopped.process().kill();
        } else {
            Files.createFile(gate);
            stopped.process().resume();
        }
        witness.await(
                "all of the other publisher",
                () -> arrived(other, witness) >= MESSAGES && arrived(other, witness) == other.accepted());
        long expected = standstill.isKilled ? 0 : MESSAGES;
        witness.await(
                "all of the stopped publisher",
                () -> arrived(stopped, witness) >= expected && arrived(stopped, witness) == stopped.accepted());
        assertEquals(received + other.accepted() + stopped.accepted(), witness.received());
        String report = cast.driver().err();
        assertTrue(report.contains("stream=" + Cast.STREAM + ", log="), report);
        assertFalse(report.substring(report.indexOf(named) + 1).contains(named), "it is reported once: " + report);
        witness.await("the end of the log", () -> witness.imageCount() == 0);
    }
}
