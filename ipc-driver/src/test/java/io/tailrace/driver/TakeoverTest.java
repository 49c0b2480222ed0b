/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.control.KernelLock;
import io.tailrace.file.FileAccess;
import io.tailrace.system.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A driver ends while clients made by {@link Tailrace#open} live: one of them embeds the next driver. */
final class TakeoverTest extends WithoutDriver {
    private static final String STREAM = "quotes";

    private final Recorder received = new Recorder();

    private MediaDriver launch() {
        return MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory).withTermLength(Rig.TERM_LENGTH));
    }

    private static void awaitTakeover(List<Tailrace> clients) {
        Await.until("the driver is lost", () -> clients.stream().noneMatch(Tailrace::isDriverAlive));
        Await.until("it is back", () -> clients.stream().allMatch(Tailrace::isDriverAlive));
    }

    private static boolean isAnswered(Tailrace client) {
        try {
            client.addPublication("orders").close();
            return true;
        } catch (NoDriverException e) {
            return false;
        }
    }

    private void assertOnlyRetainedLogsAreLeft() {
        assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
        LeftFiles.assertOnlyRetainedLogs(directory);
        assertEquals(List.of(), List.copyOf(errors));
    }

    @Test
    void oneAfterTheOtherTakesOverAndTheOthersGoOn() {
        List<Tailrace> hosts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            hosts.add(Tailrace.open(config));
        }
        try (Tailrace client = Tailrace.connect(config)) {
            Publication publication = client.addPublication(STREAM);
            Subscription subscription = client.addSubscription(STREAM);
            Await.until("a subscriber", publication::isConnected);
            List<String> sent = new ArrayList<>();
            while (hosts.size() > 1) {
                String before = "with " + hosts.size();
                String without = "without one";
                offer(publication, before);
                hosts.remove(0).close(); // It is not known here whether this client was the one that embeds.
                offer(publication, without);
                sent.addAll(List.of(before, without));
                Await.until("there is a driver", () -> isAnswered(client));
            }
            subscription.poll(received, 100);

            assertEquals(sent, received.texts());
        }
        hosts.get(0).close();
        assertOnlyRetainedLogsAreLeft();
    }

    @Test
    void theEmbeddingClientLeavesItsDriversFilesToTheNext() {
        Tailrace first = Tailrace.open(config);
        try (Tailrace second = Tailrace.open(config)) {
            Publication publication = second.addPublication(STREAM);
            Subscription subscription = second.addSubscription(STREAM);
            Await.until("a subscriber", publication::isConnected);
            first.close();
            assertTrue(Files.exists(directory.resolve("logs/" + publication.logId())));
            offer(publication, "a");
            awaitTakeover(List.of(second));
            offer(publication, "b");
            subscription.poll(received, 10);

            assertEquals(List.of("a", "b"), received.texts());
            assertEquals(1, subscription.imageCount());
        }
        assertOnlyRetainedLogsAreLeft();
    }

    @Test
    void aClientThatConnectedNeverEmbeds() throws InterruptedException {
        MediaDriver driver = launch();
        try (Tailrace client = Tailrace.connect(config)) {
            driver.close();
            Await.until("the driver is lost", () -> !client.isDriverAlive());
            Thread.sleep(200); // Several times the wait of a takeover.

            assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
            NoDriverException none = assertThrows(NoDriverException.class, () -> client.addPublication(STREAM));
            assertTrue(none.getMessage().contains("made by connect"), none.getMessage());
        }
        launch().close();
        assertOnlyRetainedLogsAreLeft();
    }

    @ParameterizedTest
    @CsvSource({"OWN_THREAD, true", "OWN_THREAD, false", "INVOKER, true", "INVOKER, false"})
    void whatIsAddedMeanwhileWaitsForTheNextDriver(TailraceConfig.Threading threading, boolean known) {
        MediaDriver driver = launch();
        try (Tailrace client = Tailrace.open(config.withThreading(threading))) {
            driver.close();
            if (known) {
                Await.until("the driver is lost", () -> {
                    if (threading == TailraceConfig.Threading.INVOKER) {
                        client.invoke();
                    }
                    return !client.isDriverAlive();
                });
            }
            Publication publication = client.addPublication(STREAM);
            Subscription subscription = client.addSubscription(STREAM);

            assertTrue(client.isDriverAlive());
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(10)));
            offer(publication, "a");
            Await.until("the message", () -> subscription.poll(received, 10) > 0);
        }
        assertOnlyRetainedLogsAreLeft();
    }

    @Test
    void manyThreadsMayAddMeanwhile() throws Exception {
        MediaDriver driver = launch();
        try (Tailrace client = Tailrace.open(config);
                Tailrace other = Tailrace.open(config)) {
            driver.close();
            List<CompletableFuture<Publication>> added = IntStream.range(0, 12)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> (i % 2 == 0 ? client : other).addPublication("orders-" + i)))
                    .toList();
            Set<Long> ids = new HashSet<>();
            for (CompletableFuture<Publication> publication : added) {
                ids.add(publication.get(20, TimeUnit.SECONDS).registrationId());
            }
            assertEquals(added.size(), ids.size());
        }
        assertEquals(List.of(), List.copyOf(errors));
    }

    @Test
    void whatCannotBeEmbeddedInTimeIsSaid() throws IOException {
        MediaDriver driver = launch();
        TailraceConfig impatient = config.withRegistrationTimeout(Duration.ofMillis(300));
        Path info = directory.resolve("driver.info");
        try (Tailrace client = Tailrace.open(impatient.withThreading(TailraceConfig.Threading.INVOKER))) {
            driver.close();
            Files.deleteIfExists(info);
            Files.createDirectories(info.resolve("full"));
            long startNs = System.nanoTime();
            NoDriverException late = assertThrows(NoDriverException.class, () -> client.addPublication(STREAM));
            assertTrue(System.nanoTime() - startNs >= 300_000_000);
            assertTrue(late.getMessage().contains("made by open"), late.getMessage());
            Thread.currentThread().interrupt();
            RegistrationException interrupted =
                    assertThrows(RegistrationException.class, () -> client.addSubscription(STREAM));
            assertTrue(Thread.interrupted());
            assertEquals(RegistrationException.Reason.INTERRUPTED, interrupted.reason());
            Files.delete(info.resolve("full"));
            Files.delete(info);
            Await.until("it takes over", () -> client.invoke() >= 0 && client.isDriverAlive());
            errors.clear();
        }
        assertOnlyRetainedLogsAreLeft();
    }

    @Test
    void itGoesOnAsTheDriverBeforeItDid() throws IOException {
        String group =
                Files.readAttributes(parent, PosixFileAttributes.class).group().getName();
        MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT
                .withDirectory(directory)
                .withTermLength(Rig.TERM_LENGTH)
                .withGroup(group));
        try (Tailrace client = Tailrace.open(config)) {
            driver.close();
            awaitTakeover(List.of(client));

            assertEquals(Rig.MAX_MESSAGE_LENGTH, client.addPublication(STREAM).maxMessageLength());
            assertEquals("rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
        }
        assertOnlyRetainedLogsAreLeft();
    }

    /** A client whose conductor, and with it the takeover, runs when the test calls it. */
    private Tailrace openWithoutThread() {
        return Tailrace.open(config.withThreading(TailraceConfig.Threading.INVOKER));
    }

    @Test
    void whatIsInTheWayIsToldOnceAndTriedAgain() throws IOException {
        MediaDriver driver = launch();
        try (Tailrace client = openWithoutThread()) {
            driver.close();
            Path control = directory.resolve("control");
            Files.delete(control);
            Files.createDirectories(control.resolve("full"));
            Await.until("it is reported", () -> client.invoke() >= 0 && !errors.isEmpty());
            long startNs = System.nanoTime();
            Await.until("some attempts", () -> client.invoke() >= 0 && System.nanoTime() - startNs > 400_000_000);
            Throwable told = errors.remove();
            assertEquals(List.of(), List.copyOf(errors), "once");
            assertTrue(told.getMessage().contains(directory.toString()), told::toString);
            assertFalse(client.isDriverAlive());
            Files.delete(control.resolve("full"));
            Files.delete(control);
            Await.until("it takes over", () -> client.invoke() >= 0 && client.isDriverAlive());
        }
        assertOnlyRetainedLogsAreLeft();
    }

    @Test
    void whoClosesMeanwhileLeavesNoDriverBehind() throws InterruptedException {
        for (int delayMs = 50; delayMs < 200; delayMs += 50) {
            Tailrace first = Tailrace.open(config);
            List<Tailrace> others =
                    IntStream.range(0, 2).mapToObj(i -> Tailrace.open(config)).toList();
            first.close();
            Thread.sleep(delayMs); // A takeover takes between 50 and 200 ms.
            others.forEach(Tailrace::close);

            assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
        }
        Tailrace.open(config).close();
        assertOnlyRetainedLogsAreLeft();
        assertFalse(
                Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().startsWith("tailrace-conductor")),
                "a driver's thread");
    }

    @Test
    void whoOpensWhileADriverEndsEmbedsTheNext() throws Exception {
        Files.createDirectory(directory);
        KernelLock ending = KernelLock.tryAcquire(directory.resolve("driver.lock"), FileAccess.PRIVATE);
        CompletableFuture<Tailrace> opening = CompletableFuture.supplyAsync(() -> Tailrace.open(config));
        Thread.sleep(100); // It finds a driver that lives, and waits for its control file.
        assertFalse(opening.isDone());
        ending.close();

        try (Tailrace client = opening.get()) {
            assertTrue(client.isDriverAlive());
        }
        assertOnlyRetainedLogsAreLeft();
    }
}
