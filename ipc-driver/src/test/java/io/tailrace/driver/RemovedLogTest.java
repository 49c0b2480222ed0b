/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.DriverDirectory;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogFiles;
import io.tailrace.log.Waker;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The space of a log is free as soon as its clients have let go of it, although it is still mapped; and not before. */
final class RemovedLogTest extends WithRig {
    private static final int READS = 10_000;

    private final List<Tailrace> clients = new ArrayList<>();
    private Tailrace publisher;
    private Tailrace subscriber;
    private Tailrace other;
    private DirectBuffer kept;
    private int keptOffset;
    private long read;

    @BeforeEach
    void connectAll() {
        publisher = connect();
        subscriber = connect();
        other = connect();
    }

    @AfterEach
    void closeAll() {
        clients.forEach(Tailrace::close);
        clients.clear();
    }

    /** Not a client that the rig invokes. */
    private Tailrace connect() {
        Tailrace client = Tailrace.connect(rig.clientConfig());
        clients.add(client);
        return client;
    }

    private void settle(Tailrace... invoked) {
        for (int i = 0; i < 200; i++) {
            rig.driver().invoke();
            List.of(invoked).forEach(Tailrace::invoke);
        }
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < 2_000_000) { // The driver asks the clients once a millisecond.
            Thread.onSpinWait();
        }
        rig.driver().invoke();
    }

    private void settleAll() {
        settle(publisher, subscriber, other);
    }

    private ExclusivePublication publish() {
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        settleAll();
        assertTrue(Messages.offer(publication, "a message") > 0);
        return publication;
    }

    private void untilGone(Path log) {
        rig.until("it is gone", () -> {
            settleAll();
            return !Files.exists(log);
        });
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
        Subscription subscription = subscriber.addSubscription(STREAM);
        ExclusivePublication publication = publish();
        Path log = rig.log(publication);
        assertEquals(1, subscription.poll((buffer, offset, length, header) -> keep(buffer, offset), 1));

        try (FileChannel term = term(log)) {
            assertEquals('a', kept.getByte(keptOffset));
            publication.close();
            untilGone(log);
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

    /** Events that occur while a handler reads a message of a log. */
    enum Meanwhile {
        SUBSCRIPTION_CLOSED,
        EVENTS_LOST,
        DRIVER_RESTARTED
    }

    /** If an event is lost that the driver has ended the subscription, its client learns it from the driver's state. */
    @ParameterizedTest
    @EnumSource
    void aLogStaysWholeUntilTheHandlerReturnsAlthoughAnEventIsLost(Meanwhile meanwhile) {
        Subscription subscription = subscriber.addSubscription(STREAM);
        ExclusivePublication publication = publish();
        Path log = rig.log(publication);
        subscription.poll(
                (buffer, offset, length, header) -> {
                    if (meanwhile == Meanwhile.SUBSCRIPTION_CLOSED) {
                        publication.close();
                        subscription.close();
                    } else {
                        end(subscription);
                        publication.close();
                        settle(publisher); // The subscriber's conductor gets no core.
                        loseEvents(meanwhile);
                        rig.until("it is dropped", () -> {
                            settle(publisher, subscriber);
                            return subscription.imageCount() == 0;
                        });
                    }
                    settleAll();
                    assertEquals('a', buffer.getByte(offset));
                    PendingFault.raise();
                    assertTrue(Files.exists(LogFiles.metaPath(log)));
                },
                1);
        untilGone(log);
    }

    private void loseEvents(Meanwhile meanwhile) {
        if (meanwhile == Meanwhile.EVENTS_LOST) {
            rig.lap();
        } else {
            rig.restartDriver();
        }
    }

    private void end(Subscription subscription) {
        long clientId = subscriber.clientId();
        Path files = new DriverDirectory(rig.directory()).client(clientId);
        try (ClientFiles client = ClientFiles.open(files, clientId)) {
            CommandRing.Sender sender = new CommandRing.Sender(client.ring(), Waker.NOBODY);
            sender.send(new Command.RemoveSubscription(subscription.registrationId()));
            sender.send(Command.RequestState.madeTo(
                    rig.incarnation(), 0)); // An event follows, as if the driver had ended it.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogStaysWholeWhileAClientThatReadsItStandsStill(boolean restarted) throws IOException {
        Subscription subscription =
                subscriber.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP));
        ExclusivePublication publication = publish();
        Path log = rig.log(publication);
        assertEquals(1, subscription.poll(received, 1));
        publication.close();
        settle(publisher, other); // The subscriber's conductor gets no core.
        if (restarted) {
            rig.restartDriver();
        }
        for (int i = 0; i < 50; i++) {
            settle(publisher, other);
        }

        try (FileChannel term = term(log)) {
            assertEquals(Rig.TERM_LENGTH, term.size());
            assertEquals(0, subscription.poll(received, 1), "it may look once more");
            untilGone(log);
            assertEquals(0, term.size());
        }
    }

    @Test
    void aRefusalNamesTheClientThatHasNotLetGo() {
        closeAll();
        rig.restartDriver(Limits.DEFAULT.withLogBytes(2 * 3 * Rig.TERM_LENGTH));
        connectAll();
        Subscription subscription = subscriber.addSubscription(STREAM);
        ExclusivePublication publication = publish();
        assertEquals(1, subscription.poll(received, 1));
        publication.close();
        settle(publisher);

        String refusal = assertThrows(RegistrationException.class, () -> publisher.addExclusivePublication(STREAM))
                .getMessage();

        assertTrue(
                refusal.contains("Removed logs of 225280 bytes stay until client " + subscriber.clientId()), refusal);
        settleAll();
        publisher.addExclusivePublication(STREAM).close();
    }
}
