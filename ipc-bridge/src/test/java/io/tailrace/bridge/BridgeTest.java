/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.bridge.BridgeSenderConfig.WhenBehind;
import io.tailrace.client.Client;
import io.tailrace.control.LinkFile;
import io.tailrace.history.History;
import io.tailrace.history.HistoryConfig;
import io.tailrace.log.LogMirror;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.stream.LogPublication;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A link between two drivers in this process, as if they were on two hosts. */
final class BridgeTest extends TwoHosts {
    @ParameterizedTest
    @EnumSource
    void messagesComeAtTheirPositions(WhenBehind whenBehind) {
        receiver();
        try (Publication publication =
                        a.addPublication("quotes", PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH));
                Subscription there = b.addSubscription("quotes")) {
            sender(whenBehind, "quotes");
            there.awaitConnected(PATIENCE);
            assertTrue(publication.awaitSubscribers(1, PATIENCE));
            for (int i = 0; i < 2_000; i += 20) {
                for (int j = i; j < i + 20; j++) {
                    offer(publication, j);
                }
                poll(there, i, i + 20);
            }
            Image image = there.images().get(0);
            assertEquals(publication.position(), image.position());
            assertEquals("alpha", image.origin().host());
            assertEquals(publication.logId(), image.origin().logId());
            assertEquals(List.of(), List.copyOf(errors));
        }
    }

    @Test
    void aSenderThatEndsInGoodOrderIsNotMissed() throws IOException, InterruptedException {
        receiver();
        BridgeSender sender = sender("orders");
        awaitLinks("a", LinkFile.State.UP);
        awaitLinks("b", LinkFile.State.UP);
        sender.close();
        awaitLinks("b", LinkFile.State.ENDED);
        assertEquals(List.of(LinkFile.State.ENDED), links("a"));
        sender("orders");
        awaitLinks("b", LinkFile.State.UP);
    }

    @Test
    void aSourceEndsAndALaterOneComes() {
        receiver();
        sender("*");
        try (Subscription there = b.addSubscription("orders", OLDEST)) {
            for (int round = 0; round < 3; round++) {
                try (ExclusivePublication publication = a.addExclusivePublication("orders")) {
                    assertTrue(publication.awaitSubscribers(1, PATIENCE));
                    for (int i = 0; i < 100; i++) {
                        offer(publication, round * 100 + i);
                    }
                }
                poll(there, round * 100, round * 100 + 100);
                Image image = there.images().isEmpty() ? null : there.images().get(0);
                long endNs = System.nanoTime() + PATIENCE.toNanos();
                while (image != null && !image.isEndOfStream() && System.nanoTime() - endNs < 0) {
                    there.poll((buffer, offset, length, header) -> {}, 1, Duration.ofMillis(5));
                }
                assertTrue(image == null || image.isEndOfStream(), errors::toString);
            }
            assertEquals(List.of(), List.copyOf(errors));
        }
    }

    /** Much more than the mirror holds; who comes later reads all of it. */
    @Test
    void aHistoryKeepsAMirrorWhoseReceiverStartsAgain() throws IOException {
        BridgeReceiver receiver = receiver();
        HistoryConfig config = HistoryConfig.of(folder.resolve("history"), folder.resolve("b"), "quotes");
        try (History history = History.launch(config);
                Publication publication =
                        a.addPublication("quotes", PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH))) {
            sender("quotes");
            assertTrue(publication.awaitSubscribers(1, PATIENCE));
            for (int i = 0; i < 1_000; i++) {
                if (i == 500) {
                    receiver.close();
                    receiver();
                }
                offer(publication, i);
            }
            try (Subscription late =
                    b.addSubscription("quotes", SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.BEGINNING))) {
                poll(late, 0, 1_000);
            }
            assertTrue(history.isRunning());
        }
    }

    @Test
    void bothEndsComeBackWhereTheyStopped() {
        BridgeReceiver receiver = receiver();
        try (Publication publication = a.addPublication("quotes");
                Subscription there = b.addSubscription("quotes")) {
            BridgeSender sender = sender("quotes");
            assertTrue(publication.awaitSubscribers(1, PATIENCE));
            int sent = 0;
            for (int round = 0; round < 4; round++) {
                for (int i = 0; i < 50; i++) {
                    offer(publication, sent + i);
                }
                if (round % 2 == 0) {
                    sender.close();
                    sender = sender("quotes");
                } else {
                    receiver.close();
                    receiver = receiver();
                }
                poll(there, sent, sent + 50);
                sent += 50;
            }
            assertEquals(1, there.images().size(), "one mirror all the time");
            assertEquals(publication.position(), there.images().get(0).position());
        }
    }

    /** The second term length has a window that is longer than the initial limit on the bytes under way. */
    @ParameterizedTest
    @ValueSource(ints = {TERM_LENGTH, 64 * TERM_LENGTH})
    void aSenderAcknowledgesMessagesThatTheMirrorHadBeforeItsSession(int termLength) {
        try (Publication publication =
                        a.addPublication("quotes", PublicationConfig.DEFAULT.withTermLength(termLength));
                Subscription there = b.addSubscription("quotes", OLDEST)) {
            int sent = fillSourceAndMirror(publication, there, termLength, 0, Integer.MAX_VALUE);
            receiver();
            sender("quotes");
            for (int i = sent; i < sent + 100; i++) {
                offer(publication, i); // The publisher continues only after the sender has acknowledged.
                poll(there, i, i + 1);
            }
        }
    }

    /** The source has acknowledgements up to there only, and more messages than the mirror has room for. */
    @Test
    void aSenderWaitsForAMirrorThatIsFullWhenItBegins() throws IOException, InterruptedException {
        try (Publication publication =
                        a.addPublication("quotes", PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH));
                Subscription there = b.addSubscription("quotes", OLDEST)) {
            int sent = fillSourceAndMirror(publication, there, TERM_LENGTH, 350, 100);
            receiver();
            sender("quotes");
            awaitLinks("a", LinkFile.State.UP);
            while (view("a").heldBy().isEmpty()) {
                Thread.sleep(10); // The test has a time limit.
            }
            poll(there, 100, sent);
            assertEquals(List.of(), List.copyOf(errors));
        }
    }

    /**
     * Leaves the state of a sender that was killed after the mirror had received messages and before the source had
     * their acknowledgement.
     *
     * @param acknowledged messages that have it
     * @param read messages that the mirror's subscriber reads
     * @return the number of messages of the source
     */
    private int fillSourceAndMirror(
            Publication publication, Subscription there, int termLength, int acknowledged, int read) {
        SubscriptionConfig likeTheSender =
                OLDEST.withName("bridge/" + address, Duration.ofMinutes(1)).withAcknowledgement();
        LogMirror origin = new LogMirror(
                "alpha", publication.logId(), Duration.ofMinutes(1).toNanos());
        int sent = 0;
        try (Subscription killed = a.addSubscription("quotes", likeTheSender);
                LogPublication mirror = ((Client) b).addMirror("quotes", origin, 0, termLength)) {
            killed.awaitConnected(PATIENCE);
            Image source = killed.images().get(0);
            MappedBuffer message = message(sent);
            while (publication.offer(message, 0, message.capacity()) > 0) {
                source.pollBlock(
                        (buffer, offset, length, position, from) ->
                                mirror.appendBlock(buffer, offset, length, mirror.position()),
                        termLength / 8);
                if (++sent <= acknowledged) {
                    source.acknowledge();
                }
                if (sent <= read) {
                    poll(there, sent - 1, sent);
                }
                message = message(sent);
            }
        }
        return sent;
    }

    @Test
    void twoHostsOfOneNameAreRefusedAndTheSenderEnds() throws InterruptedException {
        receiver();
        BridgeSender sender = BridgeSender.launch(BridgeSenderConfig.of(address, folder.resolve("a"), "quotes")
                .withHost("beta")
                .withErrorHandler(e -> errors.add("sender: " + e)));
        open.add(sender);
        while (sender.isRunning()) {
            Thread.sleep(1);
        }
        assertTrue(
                errors.stream().anyMatch(error -> error.contains("both ends call their host beta")), errors::toString);
    }
}
