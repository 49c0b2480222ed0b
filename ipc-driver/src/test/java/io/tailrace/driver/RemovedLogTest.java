/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogFiles;
import io.tailrace.log.Waker;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The space of a log is free as soon as its clients have let go of it, although it is still mapped; and not before. */
final class RemovedLogTest {
    private static final String STREAM = "quotes";
    private static final int READS = 10_000;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final List<Throwable> errors = new ArrayList<>();
    private final List<Tailrace> clients = new ArrayList<>();
    private final Recorder received = new Recorder();
    private MediaDriver driver;
    private DirectBuffer kept;
    private int keptOffset;
    private long read;

    @BeforeEach
    void launch() {
        launch(Limits.DEFAULT);
    }

    private void launch(Limits limits) {
        driver = MediaDriver.launch(Rig.driverConfig(parent, errors).withLimits(limits));
    }

    @AfterEach
    void close() {
        clients.forEach(Tailrace::close);
        driver.close();
        assertEquals(List.of(), errors);
    }

    private Tailrace connect() {
        Tailrace client = Tailrace.connect(Rig.clientConfig(driver.directory(), () -> driver.invoke(), errors));
        clients.add(client);
        return client;
    }

    private void settle(Tailrace... invoked) {
        for (int i = 0; i < 200; i++) {
            driver.invoke();
            for (Tailrace client : invoked) {
                client.invoke();
            }
        }
        pause();
        driver.invoke();
    }

    /** The driver asks the clients once a millisecond. */
    private static void pause() {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < 2_000_000) {
            Thread.onSpinWait();
        }
    }

    private void untilGone(Path log, Tailrace... invoked) {
        long startNs = System.nanoTime();
        while (Files.exists(log)) {
            settle(invoked);
            assertTrue(System.nanoTime() - startNs < 30_000_000_000L, "still there: " + log);
        }
    }

    private Path log(Publication publication) {
        return new DriverDirectory(driver.directory()).log(publication.logId());
    }

    private static FileChannel term(Path log) throws IOException {
        return FileChannel.open(LogFiles.termPath(log, 0), StandardOpenOption.READ);
    }

    private void keep(DirectBuffer buffer, int offset) {
        kept = buffer;
        keptOffset = offset;
    }

    @Test
    void aBufferThatIsKeptBeyondItsHandlerFailsAndDoesNoHarm() throws IOException {
        Tailrace publisher = connect();
        Tailrace subscriber = connect();
        Subscription subscription = subscriber.addSubscription(STREAM);
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        settle(publisher, subscriber);
        assertTrue(Messages.offer(publication, "a message") > 0);
        Path log = log(publication);
        assertEquals(1, subscription.poll((buffer, offset, length, header) -> keep(buffer, offset), 1));
        try (FileChannel term = term(log)) {
            assertEquals('a', kept.getByte(keptOffset));
            publication.close();
            untilGone(log, publisher, subscriber);

            assertEquals(0, term.size(), "its space is free");
        }
        for (int i = 0; i < READS; i++) {
            int way = i % 4;
            assertThrows(
                    InternalError.class,
                    () -> {
                        read += read(way); // Used, so that it is not optimized away.
                        PendingFault.raise();
                    },
                    "read=" + i);
        }
        assertEquals(0, subscription.poll(received, 1));
        assertEquals(16 + 8, publication.position());
    }

    private long read(int way) {
        byte[] copy = new byte[4];
        return switch (way) {
            case 0 -> kept.getByte(keptOffset);
            case 1 -> kept.getLong(keptOffset & ~7);
            case 2 -> kept.getInt(keptOffset & ~7);
            default -> {
                kept.getBytes(keptOffset, copy);
                yield copy[0];
            }
        };
    }

    @Test
    void aLogStaysWholeUntilTheHandlerReturnsAlthoughItsSubscriptionIsClosed() {
        Tailrace publisher = connect();
        Tailrace subscriber = connect();
        Subscription subscription = subscriber.addSubscription(STREAM);
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        settle(publisher, subscriber);
        assertTrue(Messages.offer(publication, "a message") > 0);
        Path log = log(publication);
        publication.close();

        subscription.poll(
                (buffer, offset, length, header) -> {
                    subscription.close();
                    settle(publisher, subscriber);
                    assertEquals('a', buffer.getByte(offset));
                    PendingFault.raise();
                    assertTrue(Files.exists(LogFiles.metaPath(log)));
                },
                1);

        untilGone(log, publisher, subscriber);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogStaysWholeWhileAClientThatReadsItStandsStill(boolean restarted) throws IOException {
        Tailrace publisher = connect();
        Tailrace subscriber = connect();
        Tailrace other = connect();
        Subscription subscription = subscriber.addSubscription(
                STREAM, SubscriptionConfig.DEFAULT.withPolicy(SubscriptionConfig.Policy.DROP));
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        settle(publisher, subscriber, other);
        assertTrue(Messages.offer(publication, "a message") > 0);
        Path log = log(publication);
        assertEquals(1, subscription.poll(received, 1));
        publication.close();
        settle(publisher, other); // The subscriber's conductor gets no core.
        if (restarted) {
            driver.close();
            launch();
            settle(publisher, other);
        }
        for (int i = 0; i < 100; i++) {
            settle(publisher, other);
        }

        try (FileChannel term = term(log)) {
            assertEquals(Rig.TERM_LENGTH, term.size());
            assertEquals(0, subscription.poll(received, 1), "it may look once more");
            untilGone(log, publisher, subscriber, other);
            assertEquals(0, term.size());
        }
    }

    /** The driver has ended the subscription, and that event is lost: its client learns it from the driver's state. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogStaysWholeUntilTheHandlerReturnsAlthoughAnEventIsLost(boolean restarted) {
        Tailrace publisher = connect();
        Tailrace subscriber = connect();
        Subscription subscription = subscriber.addSubscription(STREAM);
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        settle(publisher, subscriber);
        assertTrue(Messages.offer(publication, "a message") > 0);
        Path log = log(publication);

        subscription.poll(
                (buffer, offset, length, header) -> {
                    end(subscription, subscriber.clientId());
                    publication.close();
                    settle(publisher); // The subscriber's conductor gets no core.
                    if (restarted) {
                        driver.close();
                        launch();
                    } else {
                        lap();
                    }
                    untilDropped(subscription, publisher, subscriber);
                    assertEquals('a', buffer.getByte(offset));
                    PendingFault.raise();
                    assertTrue(Files.exists(LogFiles.metaPath(log)));
                },
                1);

        untilGone(log, publisher, subscriber);
    }

    private void untilDropped(Subscription subscription, Tailrace... invoked) {
        long startNs = System.nanoTime();
        while (subscription.imageCount() > 0) {
            settle(invoked);
            assertTrue(System.nanoTime() - startNs < 30_000_000_000L);
        }
        settle(invoked);
        settle(invoked);
    }

    private void end(Subscription subscription, long clientId) {
        Path files = new DriverDirectory(driver.directory()).client(clientId);
        try (ClientFiles client = ClientFiles.open(files, clientId)) {
            CommandRing.Sender sender = new CommandRing.Sender(client.ring(), Waker.NOBODY);
            sender.send(new Command.RemoveSubscription(subscription.registrationId()));
            sender.send(new Command.RequestState(0)); // An event follows, as if the driver had ended it.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends more events than a client that does not read them can find. */
    private void lap() {
        try (ControlFile control = ControlFile.open(new DriverDirectory(driver.directory()).controlFile())) {
            EventBroadcast.Sender events = new EventBroadcast.Sender(control.events(), clientId -> {});
            for (long end = events.position() + 2L * events.capacity(); events.position() < end; ) {
                events.send(new Event.StateComplete(Long.MAX_VALUE, 0));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aRefusalNamesTheClientThatHasNotLetGo() {
        driver.close();
        launch(Limits.DEFAULT.withLogBytes(2 * 3 * Rig.TERM_LENGTH));
        Tailrace publisher = connect();
        Tailrace subscriber = connect();
        Subscription subscription = subscriber.addSubscription(STREAM);
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        settle(publisher, subscriber);
        assertTrue(Messages.offer(publication, "a message") > 0);
        assertEquals(1, subscription.poll(received, 1));
        publication.close();
        settle(publisher);

        String refusal = assertThrows(RegistrationException.class, () -> publisher.addExclusivePublication(STREAM))
                .getMessage();
        assertTrue(
                refusal.contains("Removed logs of 225280 bytes stay until client " + subscriber.clientId()), refusal);
        settle(publisher, subscriber);
        publisher.addExclusivePublication(STREAM).close();
    }
}
