/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A driver finds no heap for a while, and works normally once there is heap again. */
final class OutOfHeapIT {
    private static final int STREAMS = 8;

    @RegisterExtension
    final Scene scene = new Scene();

    private long driverErrors() throws IOException {
        Path path = new DriverDirectory(scene.directory()).controlFile();
        try (ControlFile control = ControlFile.openReadOnly(path)) {
            return new CounterReader(path, control.counters())
                    .read().stream()
                            .filter(counter -> counter.label().equals("errors"))
                            .findFirst()
                            .orElseThrow()
                            .value();
        }
    }

    /** Makes the driver do work that needs heap and may fail. */
    private void ask(int round) {
        TailraceConfig config = TailraceConfig.DEFAULT
                .withDirectory(scene.directory())
                .withRegistrationTimeout(Duration.ofMillis(100))
                .withErrorHandler(error -> {});
        try (Tailrace tailrace = Tailrace.connect(config)) {
            tailrace.addPublication("asked-" + round % STREAMS);
        } catch (TailraceException e) {
            // Refused, or not answered in time.
        }
    }

    private void runOutOfHeap(JavaProcess driver, String shortage) throws IOException {
        driver.tell(Actor.FILL_HEAP + shortage);
        for (int round = 0; !driver.hasLine(Actor.HEAP_FREE + shortage); round++) {
            ask(round);
            assertTrue(driver.isAlive(), driver::toString);
        }
    }

    private static void assertArrives(Publication publication, Subscription subscription) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES]);
        AtomicInteger received = new AtomicInteger();
        Await.promised("a message", () -> {
            publication.offer(message, 0, Long.BYTES);
            return subscription.poll((buffer, offset, length, header) -> received.incrementAndGet(), 64) > 0;
        });
    }

    private static void assertExchange(Tailrace tailrace, String stream) {
        try (Subscription subscription = tailrace.addSubscription(stream);
                Publication publication = tailrace.addPublication(stream)) {
            assertArrives(publication, subscription);
        }
    }

    @Test
    void aDriverThatRunsOutOfHeapForAMomentGoesOn() throws Exception {
        JavaProcess driver = scene.startDriver(Jvm.PLAIN.with("-Xmx16m", "-XX:+UseSerialGC"));
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace().addSubscription("quotes");
            Publication publication = client.tailrace().addPublication("quotes");
            assertArrives(publication, subscription);
            ask(0); // The necessary classes are loaded by now: a class that finds no heap fails for good.
            assertEquals(0, driverErrors());

            for (int shortage = 1; driverErrors() == 0; shortage++) { // On a busy machine a round may hit nothing.
                runOutOfHeap(driver, " " + shortage);
            }

            assertTrue(client.tailrace().isDriverAlive());
            assertArrives(publication, subscription);
            for (int stream = 0; stream < STREAMS; stream++) {
                assertExchange(client.tailrace(), "asked-" + stream);
            }
            client.assertNoErrors();
        }
        driver.tell("end");
        Await.until("it ends", () -> !driver.isAlive());
    }
}
