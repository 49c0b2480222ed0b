/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.TailraceException;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that other processes have mapped is truncated: that affects only the owners of the file. */
final class TruncationTest extends WithoutDriver {
    private final Queue<Throwable> driverErrors = new ConcurrentLinkedQueue<>();

    private MediaDriver launch() {
        return MediaDriver.launch(DriverConfig.DEFAULT
                .withDirectory(directory)
                .withTermLength(Rig.TERM_LENGTH)
                .withErrorHandler(driverErrors::add));
    }

    /** As soon as the first driver, which is not closed yet, has released its lock. */
    private MediaDriver launchNext() {
        AtomicReference<MediaDriver> next = new AtomicReference<>();
        Await.until("the first one releases its lock", () -> {
            try {
                next.set(launch());
            } catch (DirectoryInUseException e) {
                // Its thread has reported why it ends, and is about to end.
            }
            return next.get() != null;
        });
        return next.get();
    }

    private void truncateTerms(Publication publication) throws IOException {
        for (int term = 0; term < LogLayout.TERM_COUNT; term++) {
            Files.write(LogFiles.termPath(directory.resolve("logs/" + publication.logId()), term), new byte[0]);
        }
    }

    private static void assertExchange(Tailrace tailrace, String stream) {
        try (Subscription subscription = tailrace.addSubscription(stream);
                Publication publication = tailrace.addPublication(stream)) {
            assertArrives(publication, subscription);
        }
    }

    private static void assertArrives(Publication publication, Subscription subscription) {
        Recorder received = new Recorder();
        Await.until("a message", () -> Messages.offer(publication, "x") > 0 && subscription.poll(received, 1) > 0);
    }

    private static boolean isTold(Queue<Throwable> errors, String text) {
        return errors.stream()
                .anyMatch(error -> String.valueOf(error.getMessage()).contains(text));
    }

    /** @param length the rest of the file; if it ends inside the ring, the client finds out when it sends a command */
    @ParameterizedTest
    @ValueSource(ints = {0, 4096})
    void aClientThatTruncatesItsOwnRingCostsNobodyElseAnything(int length) throws IOException {
        try (MediaDriver driver = launch();
                Tailrace other = Tailrace.connect(config);
                Subscription subscription = other.addSubscription("quotes");
                Publication publication = other.addPublication("quotes")) {
            Tailrace blocker = Tailrace.connect(config);
            Publication held = blocker.addPublication("held");
            Path commands = directory.resolve("clients/" + blocker.clientId() + "/commands");
            try (FileChannel channel = FileChannel.open(commands, StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            Await.until("the driver reports it", () -> isTold(driverErrors, commands.toString()));
            if (length > 0) {
                held.close();
            }
            Await.until("the client reports it", () -> isTold(errors, commands.toString()));

            assertTrue(driver.isRunning());
            assertTrue(other.isDriverAlive());
            assertArrives(publication, subscription);
            assertExchange(other, "orders");
            assertThrows(TailraceException.class, () -> blocker.addPublication("more"));
            assertEquals(length > 0, held.isClosed());

            blocker.close();
            Await.until("it is dead", () -> !commands.getParent().toFile().exists());
            assertEquals(1, driverErrors.size(), driverErrors::toString);
            assertEquals(1, errors.size(), errors::toString);
        }
    }

    @Test
    void aDriverWhoseControlFileIsTruncatedEndsAndItsClientsGoOnWithTheNext() throws Exception {
        Queue<DriverState> states = new ConcurrentLinkedQueue<>();
        Path control = directory.resolve("control");
        MediaDriver driver = launch();
        try (Tailrace tailrace = Tailrace.connect(config.withDriverStateHandler(states::add));
                Subscription subscription = tailrace.addSubscription("quotes");
                Publication publication = tailrace.addPublication("quotes")) {
            assertArrives(publication, subscription);
            Files.write(control, new byte[0]);
            Await.until("the driver ends", () -> !driver.isRunning());
            Await.until(
                    "it reports why",
                    () -> isTold(driverErrors, control + ": truncated while it was in use: length=0"));
            Await.until("the client knows", () -> !tailrace.isDriverAlive());
            assertInstanceOf(DirectoryException.class, driverErrors.peek());

            try (MediaDriver next = launchNext()) {
                Await.until("it is back", tailrace::isDriverAlive);
                driver.close();
                assertArrives(publication, subscription);
                assertExchange(tailrace, "orders");
                assertTrue(next.isRunning());
                assertEquals(List.of(DriverState.LOST, DriverState.BACK), List.copyOf(states));
            }
        }
    }

    /** A publisher's read of the driver's file on its way to wake a thread is optional. */
    @RepeatedTest(3)
    void noOfferThrowsWhereTheControlFileIsTruncated() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        AtomicLong accepted = new AtomicLong();
        AtomicLong received = new AtomicLong();
        try (MediaDriver driver = launch();
                Tailrace tailrace = Tailrace.connect(config);
                Tailrace reader = Tailrace.connect(config);
                Subscription subscription = reader.addSubscription("quotes");
                Publication publication = tailrace.addPublication("quotes")) {
            Thread publisher = new Thread(() -> publish(publication, done, accepted, thrown));
            Thread subscriber = new Thread(() -> {
                while (publisher.isAlive() || received.get() < accepted.get()) {
                    subscription.awaitMessage(Duration.ofMillis(100));
                    received.addAndGet(subscription.poll((buffer, offset, length, header) -> {}, 1000));
                }
            });
            publisher.start();
            subscriber.start();
            Await.until("messages", () -> received.get() > 20_000);
            Files.write(directory.resolve("control"), new byte[0]);
            Await.until("the driver ends", () -> !driver.isRunning());
            Await.until("the client knows", () -> !tailrace.isDriverAlive());
            done.set(true);
            publisher.join();
            subscriber.join();
        }
        assertEquals(List.of(), List.copyOf(thrown));
        assertEquals(accepted.get(), received.get());
    }

    private static void publish(
            Publication publication, AtomicBoolean done, AtomicLong accepted, Queue<Throwable> thrown) {
        MappedBuffer message = Messages.of("hello");
        while (!done.get()) {
            try {
                if (publication.offer(message, 0, 5) > 0 && accepted.incrementAndGet() % 100 == 0) {
                    LockSupport.parkNanos(100_000); // The subscriber falls asleep.
                }
            } catch (Throwable t) {
                thrown.add(t);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoeverPublishesIntoATruncatedLogLosesThatPublicationOnly(boolean exclusive) throws IOException {
        try (MediaDriver driver = launch()) {
            Path files;
            try (Tailrace tailrace = Tailrace.connect(config);
                    Subscription reader = tailrace.addSubscription("lost");
                    Subscription subscription = tailrace.addSubscription("quotes");
                    Publication publication = tailrace.addPublication("quotes")) {
                Publication lost = Messages.add(tailrace, "lost", exclusive);
                assertArrives(lost, reader);
                truncateTerms(lost);
                AtomicInteger faults = new AtomicInteger();
                Await.until("it is reported", () -> {
                    try {
                        Messages.offer(lost, "x");
                        PendingFault.raise(); // On JDK 17 the fault would surface elsewhere.
                    } catch (InternalError e) {
                        faults.incrementAndGet();
                        takeFault(); // The fault of the repair after it.
                    }
                    // The conductor closes it once it has a failed claim to repair. There is none if an offer gets the
                    // fault late, as compiled code on JDK 17 does, or if the publication is exclusive: then every offer
                    // meets the fault.
                    return lost.isClosed() || faults.get() > 2;
                });
                assertTrue(faults.get() > 0);
                Await.until(
                        "the loss is reported",
                        () -> !lost.isClosed() || isTold(errors, "publication lost, and closed: stream=lost"));
                lost.close();
                assertArrives(publication, subscription);
                assertExchange(tailrace, "orders");
                awaitAnotherLog(tailrace, lost);
                assertExchange(tailrace, "lost");
                assertFalse(publication.isClosed());
                assertTrue(tailrace.isDriverAlive());
                files = directory.resolve("clients/" + tailrace.clientId());
            }
            Await.until("the client closes", () -> !Files.exists(files));
            assertTrue(driver.isRunning());
            assertTrue(
                    driverErrors.isEmpty() || isTold(driverErrors, "no longer kept: stream=lost"),
                    driverErrors::toString); // Or it had nothing to write there.
            assertTrue(driverErrors.size() <= 1, driverErrors::toString);
            // The publication; and the image, if the client looks at the ended log before the reader is closed.
            assertTrue(errors.size() <= 2, errors::toString);
        }
    }

    /** So many that its code is compiled on the way, because compiled code gets the faults late. */
    @Test
    void aDriverEndsInGoodOrderAfterTheTermsOfManyLogsAreGone() throws IOException {
        MediaDriver driver = launch();
        try (Tailrace tailrace = Tailrace.connect(config)) {
            for (int i = 0; i < 300; i++) {
                Publication lost = tailrace.addExclusivePublication("lost " + i);
                Messages.offer(lost, "x");
                truncateTerms(lost);
            }
        }
        driver.close();
        assertTrue(
                driverErrors.stream().map(Throwable::getMessage).allMatch(text -> text.contains("stream=lost ")),
                driverErrors::toString);
        LeftFiles.assertOnlyRetainedLogs(directory);
    }

    private static void takeFault() {
        try {
            PendingFault.raise();
        } catch (InternalError e) {
            // It must not surface elsewhere.
        }
    }

    private static void awaitAnotherLog(Tailrace tailrace, Publication lost) {
        Await.until("the driver begins another log", () -> {
            try (Publication next = tailrace.addPublication("lost")) {
                return next.logId() != lost.logId();
            } catch (TailraceException e) {
                return false; // It does not know yet that the last publication has gone.
            }
        });
    }

    @Test
    void aClientThatEmbedsADriverEmbedsTheNextWhereThatEnds() throws IOException {
        Queue<DriverState> states = new ConcurrentLinkedQueue<>();
        try (Tailrace tailrace = Tailrace.open(config.withDriverStateHandler(states::add));
                Subscription subscription = tailrace.addSubscription("quotes");
                Publication publication = tailrace.addPublication("quotes")) {
            assertArrives(publication, subscription);
            for (int round = 1; round <= 3; round++) {
                Files.write(directory.resolve("control"), new byte[0]);
                int changes = 2 * round;
                Await.until("the next is there", () -> states.size() == changes && tailrace.isDriverAlive());

                assertArrives(publication, subscription);
                assertExchange(tailrace, "orders");
            }
        }
        LeftFiles.assertOnlyRetainedLogs(directory);
    }
}
