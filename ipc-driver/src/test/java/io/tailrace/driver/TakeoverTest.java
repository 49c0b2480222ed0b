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
import io.tailrace.file.FileAccess;
import io.tailrace.liveness.KernelLock;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A driver ends while clients made by {@link Tailrace#open} live: one of them embeds the next driver. */
final class TakeoverTest extends WithoutDriver {
    private static final String STREAM = "quotes";

    private final Recorder received = new Recorder();

    private DriverConfig driverConfig() {
        return DriverConfig.DEFAULT.withDirectory(directory).withTermLength(Rig.TERM_LENGTH);
    }

    private MediaDriver launch() {
        return MediaDriver.launch(driverConfig());
    }

    /** A client whose conductor, and with it the takeover, runs when the test calls it. */
    private Tailrace openWithoutThread() {
        return Tailrace.open(config.withThreading(TailraceConfig.Threading.INVOKER));
    }

    private static void awaitTakeover(Tailrace client) {
        Await.until("the driver is lost", () -> !client.isDriverAlive());
        Await.until("it is back", client::isDriverAlive);
    }

    private static void invokeUntil(Tailrace client, BooleanSupplier condition) {
        Await.until("it happens", () -> client.invoke() >= 0 && condition.getAsBoolean());
    }

    private static boolean isAnswered(Tailrace client) {
        try {
            client.addPublication("orders").close();
            return true;
        } catch (NoDriverException e) {
            return false;
        }
    }

    @AfterEach
    void assertOnlyRetainedLogsAreLeft() {
        assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
        LeftFiles.assertOnlyRetainedLogs(directory);
        assertEquals(List.of(), List.copyOf(errors));
    }

    @Test
    void oneAfterTheOtherTakesOverAndTheOthersGoOn() {
        List<Tailrace> hosts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            hosts.add(Tailrace.open(config)); // The first one embeds, and after that it is not known which one.
        }
        try (Tailrace client = Tailrace.connect(config)) {
            Publication publication = client.addPublication(STREAM);
            Subscription subscription = client.addSubscription(STREAM);
            Await.until("a subscriber", publication::isConnected);
            List<String> sent = new ArrayList<>();
            while (hosts.size() > 1) {
                List<String> texts = List.of("with " + hosts.size(), "without one");
                offer(publication, texts.get(0));
                hosts.remove(0).close();
                assertTrue(Files.exists(directory.resolve("logs/" + publication.logId())), "left to the next");
                offer(publication, texts.get(1));
                sent.addAll(texts);
                Await.until("there is a driver", () -> isAnswered(client));
            }
            subscription.poll(received, 100);
            assertEquals(sent, received.texts());
            assertEquals(1, subscription.imageCount());
        }
        hosts.get(0).close();
    }

    @Test
    void aClientThatConnectedNeverEmbeds() throws InterruptedException {
        MediaDriver driver = launch();
        try (Tailrace client = Tailrace.connect(config)) {
            driver.close();
            Await.until("the driver is lost", () -> !client.isDriverAlive());
            Thread.sleep(100);
            assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
            NoDriverException none = assertThrows(NoDriverException.class, () -> client.addPublication(STREAM));
            assertTrue(none.getMessage().contains("made by connect"), none.getMessage());
        }
        launch().close();
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
            assertTrue(publication.awaitSubscribers(1, Duration.ofMinutes(1)));
            offer(publication, "a");
            Await.until("the message", () -> subscription.poll(received, 10) > 0);
        }
    }

    @Test
    void manyThreadsMayAddMeanwhile() {
        MediaDriver driver = launch();
        try (Tailrace client = Tailrace.open(config);
                Tailrace other = Tailrace.open(config)) {
            driver.close();
            List<CompletableFuture<Long>> added = IntStream.range(0, 12)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> (i % 2 == 0 ? client : other)
                            .addPublication("orders-" + i)
                            .registrationId()))
                    .toList();
            assertEquals(
                    12, added.stream().map(CompletableFuture::join).distinct().count());
        }
        Tailrace.open(config).close(); // The last driver deletes what others have left.
    }

    @Test
    void itGoesOnAsTheDriverBeforeItDid() throws IOException {
        String group =
                Files.readAttributes(parent, PosixFileAttributes.class).group().getName();
        MediaDriver driver = MediaDriver.launch(driverConfig().withGroup(group));
        try (Tailrace client = Tailrace.open(config)) {
            driver.close();
            awaitTakeover(client);
            assertEquals(Rig.MAX_MESSAGE_LENGTH, client.addPublication(STREAM).maxMessageLength());
            assertEquals("rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
        }
    }

    /** It is told once and tried again; who adds something waits for a while. */
    @ParameterizedTest
    @ValueSource(strings = {"control", "driver.info"})
    void whatIsInTheWayIsToldAndTriedAgain(String name) throws IOException {
        MediaDriver driver = launch();
        config = config.withRegistrationTimeout(Duration.ofMillis(300));
        try (Tailrace client = openWithoutThread()) {
            driver.close();
            Path file = directory.resolve(name);
            Files.deleteIfExists(file);
            Files.createDirectories(file.resolve("full"));
            invokeUntil(client, () -> !errors.isEmpty());

            long startNs = System.nanoTime();
            NoDriverException late = assertThrows(NoDriverException.class, () -> client.addPublication(STREAM));
            assertTrue(System.nanoTime() - startNs >= 300_000_000);
            assertTrue(late.getMessage().contains("made by open"), late.getMessage());
            Thread.currentThread().interrupt();
            RegistrationException interrupted =
                    assertThrows(RegistrationException.class, () -> client.addSubscription(STREAM));
            assertTrue(Thread.interrupted());
            assertEquals(RegistrationException.Reason.INTERRUPTED, interrupted.reason());
            Throwable told = errors.remove();
            assertEquals(List.of(), List.copyOf(errors), "once");
            assertTrue(told.getMessage().contains(directory.toString()), told::toString);
            assertFalse(client.isDriverAlive());

            Files.delete(file.resolve("full"));
            Files.delete(file);
            invokeUntil(client, client::isDriverAlive);
        }
    }

    @Test
    void whoClosesMeanwhileLeavesNoDriverBehind() throws InterruptedException {
        for (int delayMs = 50; delayMs < 200; delayMs += 50) {
            Tailrace first = Tailrace.open(config);
            List<Tailrace> others = List.of(Tailrace.open(config), Tailrace.open(config));
            first.close();
            Thread.sleep(delayMs); // A takeover takes between 50 and 200 ms.
            others.forEach(Tailrace::close);
            assertThrows(NoDriverException.class, () -> Tailrace.connect(config));
        }
        Tailrace.open(config).close();
        boolean isLeft = Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("tailrace-driver"));
        assertFalse(isLeft, "a driver's thread");
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
    }
}
