/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.system.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** {@link Tailrace#open}, which embeds a driver if none lives. */
final class EmbeddedDriverTest extends WithoutDriver {
    @Test
    void openEmbedsADriverThatEndsWithItsClient() {
        try (Tailrace tailrace = Tailrace.open(config);
                Publication publication = tailrace.addPublication("quotes")) {
            assertTrue(tailrace.isDriverAlive());
            assertExchange(publication, tailrace);
        }

        assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
        LeftFiles.assertOnlyRetainedLogs(directory);
        assertEquals(1, directory.resolve("logs").toFile().list().length, "its messages stay");
    }

    private static void assertExchange(Publication publication, Tailrace subscriber) {
        Recorder received = new Recorder();
        try (Subscription subscription = subscriber.addSubscription(publication.stream())) {
            publication.offer(Messages.of("hello"), 0, 5, Duration.ofSeconds(60));
            Await.until("the message", () -> subscription.poll(received, 1) == 1);
        }
        assertEquals(List.of("hello"), received.texts());
    }

    @Test
    void aSecondOpenConnectsToTheFirst() {
        try (Tailrace first = Tailrace.open(config);
                Publication publication = first.addPublication("quotes")) {
            try (Tailrace second = Tailrace.open(config)) {
                assertExchange(publication, second);
            }
            assertTrue(first.isDriverAlive(), "only the client that embeds a driver ends it");
            assertExchange(publication, first);
        }
    }

    @Test
    void openConnectsToAStandaloneDriver() {
        try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory))) {
            Tailrace.open(config).close();
            assertEquals(directory, driver.directory());
            Tailrace.connect(config).close();
        }
    }

    @Test
    void ofManyThatOpenAtOnceOneEmbedsAndAllConnect() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Tailrace> open = () -> Tailrace.open(config);
            List<Future<Tailrace>> opened = threads.invokeAll(java.util.Collections.nCopies(8, open));
            for (Future<Tailrace> tailrace : opened) {
                assertTrue(tailrace.get().isDriverAlive());
            }
            assertEquals(
                    8,
                    opened.stream().map(EmbeddedDriverTest::clientId).distinct().count());
            for (Future<Tailrace> tailrace : opened) {
                tailrace.get().close();
            }
        } finally {
            threads.shutdown();
        }
        assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
    }

    private static long clientId(Future<Tailrace> tailrace) {
        try {
            return tailrace.get().clientId();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aDirectoryThatIsNoDriversIsLeftAlone() throws IOException {
        Files.createDirectory(directory);
        Files.writeString(directory.resolve("diary.txt"), "dear diary");

        TailraceException refusal = assertThrows(TailraceException.class, () -> Tailrace.open(config));

        assertTrue(refusal.getMessage().contains("diary.txt"), refusal.getMessage());
        assertFalse(Files.exists(directory.resolve("driver.lock")));
    }
}
