/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stream is held back while its driver is killed. */
final class HeldBackIT {
    @RegisterExtension
    final Scene scene = new Scene();

    private static LogSnapshot log(SnapshotReader reader) {
        try {
            return reader.read().streams().get(0).logs().get(0).at();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void sinceWhenOutlivesTheDriverAndTheTimeWithoutOneCounts() throws Exception {
        JavaProcess driver = scene.startDriver();
        try (SnapshotReader reader = new SnapshotReader(new DriverDirectory(scene.directory()), new LocalHost());
                LocalClient client = new LocalClient(scene.directory());
                Publication publication = client.tailrace().addPublication(Cast.STREAM);
                Subscription subscription = client.tailrace().addSubscription(Cast.STREAM)) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(60)));
            int accepted = 0;
            while (client.offer(publication, accepted) > 0) {
                accepted++;
            }
            int all = accepted;
            Await.until("some time is counted", () -> log(reader).heldNs() > 100_000_000);
            driver.kill();
            long deadNs = System.nanoTime();
            LogSnapshot left = log(reader);
            assertTrue(left.heldSinceNs() > 0);

            scene.startDriver();
            long awayNs = System.nanoTime() - deadNs;
            Await.until("the total continues", () -> log(reader).heldNs() > left.heldNs() + awayNs);
            LogSnapshot now = log(reader);
            assertEquals(left.heldSinceNs(), now.heldSinceNs());
            assertTrue(now.heldNs() <= System.nanoTime() - now.heldSinceNs(), now::toString);
            // The keeper adds to one counter after the other, and a snapshot may be taken in between.
            Await.until("all of it is the subscriber's", () -> allIsTheSubscribers(log(reader)));

            client.pollUntil(subscription, "all", () -> client.checker().total() == all);
            Await.until("its end", () -> log(reader).heldSinceNs() == 0);
            assertEquals(all, log(reader).subscribers().get(0).messages());
        }
    }

    private static boolean allIsTheSubscribers(LogSnapshot log) {
        return log.heldNs() == log.subscribers().get(0).heldNs();
    }
}
