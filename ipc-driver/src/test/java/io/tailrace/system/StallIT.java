/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.file.MappedFile;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Processes that stand still for {@code tailrace.test.stall} seconds, as in a debugger or a suspended machine, and then
 * continue. No other process takes them for dead.
 */
@Tag("smoke")
final class StallIT {
    private static final long STALL_MS = Integer.getInteger("tailrace.test.stall", 2) * 1_000L;
    /** After this time, every process that depends on the stalled one stands still, too. */
    private static final long SETTLED_MS = 500;

    @RegisterExtension
    final Scene scene = new Scene();

    private interface Check {
        void run() throws InterruptedException;
    }

    private static void stall(JavaProcess process, Check meanwhile) throws Exception {
        long startNs = System.nanoTime();
        process.stop();
        Thread.sleep(SETTLED_MS);
        meanwhile.run();
        Thread.sleep(Math.max(0, STALL_MS - (System.nanoTime() - startNs) / 1_000_000));
        process.resume();
    }

    private static List<Long> each(Cast cast) {
        return cast.survivors().stream().map(LoadPublisher::accepted).toList();
    }

    /** Expects that a window is full, and stays so: the process that holds it back is not given up. */
    private void assertHeldBack(Cast cast, JavaProcess subscriber) throws InterruptedException {
        List<Long> before = each(cast);
        Thread.sleep(Math.max(SETTLED_MS, STALL_MS - 2 * SETTLED_MS));
        assertEquals(
                before,
                each(cast),
                () -> "a process that only stands still was taken for dead: " + describeLogs() + subscriber
                        + cast.driver());
    }

    /** {@return the words by which publishers know of subscribers} If the count is too small, they overlook one. */
    private String describeLogs() {
        StringBuilder text = new StringBuilder();
        for (Path log : scene.logs()) {
            try (MappedFile file = MappedFile.openReadWrite(LogFiles.metaPath(log))) {
                text.append(log.getFileName())
                        .append(": subscribers=")
                        .append(file.buffer().getInt(LogLayout.SUBSCRIBER_COUNT_OFFSET))
                        .append(", tail=")
                        .append(file.buffer().getLong(LogLayout.TAIL_OFFSET))
                        .append(", limit=")
                        .append(file.buffer().getLong(LogLayout.LIMIT_OFFSET))
                        .append("; ");
            } catch (IOException e) {
                text.append(e);
            }
        }
        return text.toString();
    }

    @Test
    void whoeverStandsStillGoesOnAndNothingIsLost() throws Exception {
        try (Cast cast = new Cast(scene, 0)) {
            // From before the first message, so that it can check all of them.
            JavaProcess subscriber = scene.start("receive", "messages=1");
            subscriber.awaitLine("SUBSCRIPTION");
            cast.addSurvivor("concurrent", 0);
            cast.addSurvivor("exclusive", 0);
            LoadPublisher concurrent = cast.survivors().get(0);
            LoadPublisher exclusive = cast.survivors().get(1);
            cast.assertSurvivorsGoOn();

            stall(cast.driver(), () -> assertGoesOnUnlessItCleans(cast));
            cast.assertSurvivorsGoOn();
            stall(subscriber, () -> assertHeldBack(cast, subscriber));
            cast.assertSurvivorsGoOn();
            stall(concurrent.process(), () -> assertGoesOnMeanwhile(cast, exclusive));
            cast.assertSurvivorsGoOn();
            stall(exclusive.process(), () -> assertGoesOnMeanwhile(cast, concurrent));
            cast.assertSurvivorsGoOn();

            cast.stopSurvivors();
            long sent = concurrent.accepted() + exclusive.accepted();
            assertEquals(sent + " of 2", subscriber.awaitLine("RECEIVED"));
            subscriber.awaitQuietEnd();
            cast.end();
            FaultSummary.add(
                    "StallIT",
                    "each process stopped for %d s: no eviction, %d messages sent, as many received",
                    STALL_MS / 1_000,
                    sent);
        }
    }

    /** It holds publishers of each kind back until it is dead. */
    @Test
    void publishersGoOnWithinTwoSecondsOfTheDeathOfASubscriberThatStandsStill() throws Exception {
        try (Cast cast = new Cast(scene, 0, "concurrent", "exclusive")) {
            JavaProcess victim = scene.start("subscribe");
            victim.awaitLine("SUBSCRIPTION");
            cast.assertSurvivorsGoOn();
            victim.stop();
            Thread.sleep(SETTLED_MS);
            assertHeldBack(cast, victim);
            victim.kill();
            cast.assertSurvivorsGoOn();
            cast.awaitOnlySurvivors();
            cast.end();
        }
    }

    /** Publishers clean themselves. If the driver was stopped while it cleaned, they wait for it. */
    private void assertGoesOnUnlessItCleans(Cast cast) throws InterruptedException {
        boolean cleans = scene.isCleanedByTheDriver();
        System.out.println("StallIT: the driver was stopped while it cleaned: " + cleans);
        for (LoadPublisher survivor : cast.survivors()) {
            if (!cleans) {
                assertGoesOnMeanwhile(cast, survivor);
            }
        }
    }

    private static void assertGoesOnMeanwhile(Cast cast, LoadPublisher other) {
        Witness witness = cast.witness();
        long enough = other.accepted() + 1_000;
        witness.await("messages of the other publisher", () -> witness.received(other.registrationId()) > enough);
    }
}
