/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ClosingTest extends TwoClients {
    enum Kind {
        PUBLICATION,
        SUBSCRIPTION,
        CLIENT
    }

    @Test
    void aClosedClientHasClosedWhatItOwnsAndTheOthersGoOn() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = publisher.addSubscription(STREAM);
        Publication another = subscriber.addPublication(STREAM);
        Subscription reader = subscriber.addSubscription(STREAM);
        assertTrue(Files.exists(rig.files(publisher)));
        rig.close(publisher);
        assertTrue(publication.isClosed() && subscription.isClosed());
        assertEquals(OfferStatus.CLOSED_CODE, offer(publication, "a"));
        assertEquals(0, subscription.poll(received, 10));
        assertThrows(IllegalStateException.class, () -> publisher.addPublication(STREAM));
        assertThrows(IllegalStateException.class, () -> publisher.addSubscription(STREAM));
        rig.until("its files are gone", () -> !Files.exists(rig.files(publisher)));
        offer(another, "b");
        reader.poll(received, 10);
        assertEquals(List.of("b"), received.texts());
        another.close();
        Path logs = rig.directory().resolve("logs");
        rig.until("no log is left", () -> logs.toFile().list().length == 0);
    }

    @Test
    @SuppressWarnings("ThreadLocalUsage") // Each run counts its own threads.
    void aClientThatGetsNoThreadLeavesNothing() {
        int[] threads = {0};
        InheritableThreadLocal<Object> limit = new InheritableThreadLocal<>() {
            @Override
            protected Object childValue(Object parentValue) {
                if (++threads[0] == 2) { // The first one notes its end at a shutdown.
                    throw new OutOfMemoryError("not true: unable to create native thread");
                }
                return parentValue;
            }
        };
        limit.set(STREAM);
        try {
            assertThrows(OutOfMemoryError.class, rig::connect);
        } finally {
            limit.remove();
        }
        Path clients = rig.files(publisher).resolveSibling("");
        rig.until("the driver has forgotten it", () -> clients.toFile().list().length == 2);
    }

    @ParameterizedTest
    @EnumSource
    void everythingMayBeClosedInTheHandlerOfMessages(Kind kind) {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        offer(publication, "a");
        offer(publication, "b");
        subscription.poll(
                (buffer, offset, length, header) -> {
                    received.onFrame(buffer, offset, length, header);
                    switch (kind) {
                        case PUBLICATION -> publication.close();
                        case CLIENT -> rig.close(subscriber); // Waits for the handler, in vain, for its second.
                        case SUBSCRIPTION -> {
                            subscription.close();
                            rig.settle(); // Not given back while the handler runs.
                            assertTrue(publication.isConnected());
                        }
                    }
                },
                10);
        boolean isRead = kind == Kind.PUBLICATION;
        assertEquals(isRead ? List.of("a", "b") : List.of("a"), received.texts());
        rig.until("given back", () -> !(isRead ? subscription.isConnected() : publication.isConnected()));
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLICATION", "SUBSCRIPTION"})
    void publicationsAndTheClientMayBeClosedInTheHandlerOfAnImageThatEnds(Kind byEndOf) {
        Publication publication = publisher.addPublication(STREAM);
        Publication answers = subscriber.addPublication("answers");
        Subscription subscription =
                subscriber.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withUnavailableHandler(image -> {
                    answers.close();
                    rig.close(subscriber);
                }));
        rig.until("an image", subscription::isConnected);
        if (byEndOf == Kind.PUBLICATION) {
            publication.close();
        } else {
            subscription.close();
        }
        rig.until("the driver has forgotten it", () -> !Files.exists(rig.files(subscriber)));
        assertTrue(answers.isClosed());
    }

    @ParameterizedTest
    @EnumSource(names = {"PUBLICATION", "SUBSCRIPTION"})
    void aHandlerRunsNoCycleInsideTheCycleThatCallsIt(Kind byEndOf) {
        Publication publication = publisher.addPublication(STREAM);
        Publication answers = subscriber.addPublication("answers");
        Subscription reader = publisher.addSubscription("answers");
        List<Integer> work = new ArrayList<>();
        Subscription subscription =
                subscriber.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withUnavailableHandler(image -> {
                    answers.close();
                    work.add(subscriber.invoke());
                }));
        rig.until("images", () -> subscription.isConnected() && reader.isConnected());
        if (byEndOf == Kind.PUBLICATION) {
            publication.close();
        } else {
            subscription.close();
        }
        rig.until("both are given back", () -> !reader.isConnected() && !publication.isConnected());
        assertEquals(List.of(0), work);
    }

    @Test
    void aSubscriptionMayBeClosedInTheHandlersOfItsImages() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription[] subscription = new Subscription[1];
        subscription[0] = subscriber.addSubscription(
                STREAM,
                SubscriptionConfig.DEFAULT
                        .withAvailableHandler(image -> image.subscription().close())
                        .withUnavailableHandler(image -> image.subscription().close()));

        rig.until("closed", subscription[0]::isClosed);
        rig.until("given back", () -> !publication.isConnected());
    }

    @ParameterizedTest
    @CsvSource({"false, true", "false, false", "true, true", "true, false"})
    void anOpenClaimKeepsItsClientUntilItIsCommittedOrAborted(boolean exclusive, boolean commits) {
        Publication publication = Messages.add(publisher, STREAM, exclusive);
        Subscription subscription = subscriber.addSubscription(STREAM);
        Claim claim = new Claim();
        assertTrue(publication.tryClaim(1, claim) > 0);
        Path lock = rig.files(publisher).resolve("lock");
        Set<Thread> threadsBefore = clientThreads(); // Another test may have left a thread.

        publication.close();
        rig.close(publisher);
        rig.settle();
        assertTrue(Files.exists(lock));
        assertEquals(0, subscription.poll(received, 10));
        claim.buffer().putByte(0, (byte) 'a');
        if (commits) {
            claim.commit();
        } else {
            claim.abort();
        }

        rig.until("the log has ended", () -> subscription.poll(received, 10) == 0 && !subscription.isConnected());
        assertEquals(commits ? List.of("a") : List.of(), received.texts());
        rig.until("its client is removed", () -> !Files.exists(lock));
        rig.until("its thread exits", () -> threadsBefore.containsAll(clientThreads()));
    }

    private static Set<Thread> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tailrace-client-"))
                .collect(Collectors.toSet());
    }
}
