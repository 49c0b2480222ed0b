/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Image;
import io.tailrace.Image.Origin;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.client.Client;
import io.tailrace.log.LogMirror;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.LinkFile.State;
import io.tailrace.stream.LogPublication;
import io.tailrace.stream.StreamSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A link between two drivers in this process, as if they were on two hosts. */
final class BridgeTest extends TwoHosts {
    private ExclusivePublication publication() {
        ExclusivePublication publication =
                a.addExclusivePublication("orders", PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH));
        open.add(publication);
        return publication;
    }

    private Publication publication(int termLength) {
        Publication publication = a.addPublication("orders", PublicationConfig.DEFAULT.withTermLength(termLength));
        open.add(publication);
        return publication;
    }

    private Subscription there() {
        Subscription there = b.addSubscription("orders", OLDEST);
        open.add(there);
        return there;
    }

    /** The first message of a publication goes over the link. */
    private void begin(Publication publication, Subscription there) {
        assertTrue(publication.awaitSubscribers(1, PATIENCE));
        offer(publication, 0);
        assertReceives(there, publication, 0, 1);
    }

    /** Polls the mirror of one log only. */
    private void assertReceives(Subscription there, Publication source, long from, long to) {
        List<Long> received = new ArrayList<>();
        until(() -> received.size() >= to - from, () -> there.images().stream()
                .filter(image -> image.origin().logId() == source.logId())
                .forEach(image -> image.poll((buffer, at, length, header) -> received.add(buffer.getLong(at)), 64)));
        assertEquals(LongStream.range(from, to).boxed().toList(), received, errors::toString);
    }

    private void assertTold(String end, String text) {
        assertTrue(errors.stream().anyMatch(each -> each.startsWith(end) && each.contains(text)), errors::toString);
    }

    @Test
    void aSenderThatEndsInGoodOrderIsNotMissed() {
        receiver();
        BridgeSender sender = sender("orders");
        awaitLink("a", State.UP);
        awaitLink("b", State.UP);
        sender.close();
        awaitLink("b", State.ENDED);
        awaitLink("a", State.ENDED);
        sender("orders");
        awaitLink("b", State.UP);
    }

    /** One has more messages than its mirror takes, and nobody reads them yet. */
    @Test
    void logsThatEndWhileTheSenderIsAwayArriveWholeBesideALivingOne() {
        receiver();
        ExclusivePublication living = publication();
        ExclusivePublication known = publication();
        Subscription there = there();
        BridgeSender sender = sender("*");
        begin(living, there);
        begin(known, there);
        sender.close();
        offer(known, 1);
        known.close();
        ExclusivePublication full = publication();
        int count = 0;
        for (MappedBuffer message = message(0); full.offer(message, 0, message.capacity()) > 0; ) {
            message = message(++count);
        }
        full.close();
        sender("*");
        for (int i = 1; i < 500; i++) { // More than a log takes: the sender acknowledges them.
            offer(living, i);
            assertReceives(there, living, i, i + 1);
        }
        assertReceives(there, known, 1, 2);
        assertReceives(there, full, 0, count);
    }

    @Test
    void aLostSubscriptionIsAddedAgainAndItsMirrorGoesOn() {
        receiver();
        ExclusivePublication living = publication();
        Subscription there = there();
        BridgeSender sender = sender("orders");
        begin(living, there);
        Image mirror = there.images().get(0);
        StreamSubscription sent = sender.lanes.subscriptions().get(0);
        sent.close(); // As a client does with a subscription that its driver refuses.
        offer(living, 1);
        poll(there, 1, 2);
        assertEquals(List.of(mirror), there.images(), "its source did not end");
    }

    /** Two users of a host, for example, each with a driver, and both with the host's own name. */
    @Test
    void aSecondDriverOfAHostsNameIsRefusedAndEndsNoMirrorOfTheFirst() {
        Tailrace c = host("c");
        receiver();
        ExclusivePublication one = publication();
        ExclusivePublication two = c.addExclusivePublication("orders");
        open.add(two);
        Subscription there = there();
        BridgeSender first = sender("orders");
        begin(one, there);
        BridgeSender second = senderOf("c", "alpha", "orders");
        until(() -> !second.isRunning());
        assertTold("sender: ", "calls its host alpha, too");
        assertTold("receiver: ", "calls its host alpha, too");
        awaitLink("b", State.UP);
        second.close(); // Its place is free after that.
        first.close();
        BridgeSender again = senderOf("c", "alpha", "orders");
        offer(two, 1);
        assertReceives(there, two, 1, 2);
        again.close();
        sender("orders");
        offer(one, 2);
        assertReceives(there, one, 2, 3);
    }

    @Test
    void twoHostsOfOneNameAreRefusedAndTheSenderEnds() {
        receiver();
        BridgeSender sender = senderOf("a", "beta", "orders");
        until(() -> !sender.isRunning());
        assertTold("sender: ", "both ends call their host beta");
    }

    @Test
    void anErrorHandlerThatThrowsEndsNoReceiver() {
        receiver(e -> {
            throw new IllegalStateException("as if", e);
        });
        BridgeSender refused = senderOf("a", "beta", "orders");
        until(() -> !refused.isRunning());
        refused.close();
        sender("orders");
        awaitLink("b", State.UP);
    }

    /** The second term length has a window that is longer than the initial limit on the bytes under way. */
    @ParameterizedTest
    @ValueSource(ints = {TERM_LENGTH, 64 * TERM_LENGTH})
    void aSenderAcknowledgesMessagesThatTheMirrorHadBeforeItsSession(int termLength) {
        Publication publication = publication(termLength);
        Subscription there = there();
        int sent = fillSourceAndMirror(publication, there, termLength, 0, Integer.MAX_VALUE);
        receiver();
        sender("orders");
        for (int i = sent; i < sent + 100; i++) {
            offer(publication, i); // The publisher continues only after the sender has acknowledged.
            poll(there, i, i + 1);
        }
    }

    /** The source has acknowledgements up to there only, and more messages than the mirror has room for. */
    @Test
    void aSenderWaitsForAMirrorThatIsFullWhenItBegins() {
        Subscription there = there();
        int sent = fillSourceAndMirror(publication(TERM_LENGTH), there, TERM_LENGTH, 350, 100);
        receiver();
        sender("orders");
        awaitLink("a", State.UP);
        until(() -> !links("a").get(0).heldBy().isEmpty());
        poll(there, 100, sent);
        assertEquals(List.of(), List.copyOf(errors));
    }

    @Test
    void aSlowSubscriberHoldsBackItsStreamAloneAndIsNamed() {
        Subscription audit = b.addSubscription("orders", OLDEST.withName("audit", Duration.ofMinutes(1)));
        Subscription trades = b.addSubscription("trades", OLDEST);
        receiver();
        sender("orders", "trades");
        Publication held = publication(TERM_LENGTH);
        Publication other = a.addPublication("trades");
        begin(held, audit);
        int sent = offerUntilHeld(held);
        assertTrue(
                links("a").get(0).heldBy().contains("audit"), () -> links("a").toString());
        for (int i = 0; i < 500; i++) { // More than the held log takes.
            offer(other, i);
            poll(trades, i, i + 1);
        }
        assertEquals(State.HELD, links("a").get(0).state());
        poll(audit, 1, sent);
        awaitLink("a", State.UP);
        assertEquals("", links("a").get(0).heldBy());
    }

    @Test
    void aSourceThatIsLostWhileItIsHeldLeavesNoHolder() {
        Subscription audit = b.addSubscription("orders", OLDEST.withName("audit", Duration.ofMinutes(1)));
        receiver();
        BridgeSender sender = sender("orders");
        Publication held = publication(TERM_LENGTH);
        begin(held, audit);
        int sent = offerUntilHeld(held);
        List<Lane> first = sender.lanes.logs();
        sender.lanes.subscriptions().get(0).close(); // As a client does with one that its driver refuses.
        until(() -> sender.lanes.logs().size() == 1 && !sender.lanes.logs().equals(first));
        poll(audit, 1, sent);
        until(() -> links("a").get(0).heldBy().isEmpty());
        awaitLink("a", State.UP);
    }

    /** {@return the number of the next message, after the first} */
    private int offerUntilHeld(Publication held) {
        int sent = 1;
        while (links("a").get(0).heldBy().isEmpty()) {
            MappedBuffer message = message(sent);
            sent += held.offer(message, 0, message.capacity()) > 0 ? 1 : 0;
        }
        return sent;
    }

    private void link(String from, String to, boolean transits) {
        address = FreePorts.address();
        open.add(BridgeReceiver.launch(BridgeReceiverConfig.of(address, folder.resolve(to))
                .withHost("host-" + to)
                .withErrorHandler(e -> errors.add("receiver: " + e))));
        open.add(BridgeSender.launch(BridgeSenderConfig.of(address, folder.resolve(from), "orders")
                .withHost("host-" + from)
                .withTransit(transits)
                .withErrorHandler(e -> errors.add("sender: " + e))));
    }

    /** In a circle of three hosts: they reach the two others once, and do not return. */
    @Test
    void withTransitMessagesGoRoundAndKeepTheirOrigin() {
        Tailrace c = host("c");
        link("a", "b", true);
        link("b", "c", true);
        link("c", "a", true);
        Publication publication = publication(TERM_LENGTH);
        List<Subscription> all =
                List.of(a.addSubscription("orders", OLDEST), there(), c.addSubscription("orders", OLDEST));
        for (int i = 0; i < 500; i++) { // Each log has been round.
            offer(publication, i);
            for (Subscription each : all) {
                poll(each, i, i + 1);
            }
        }
        Origin origin = new Origin("host-a", publication.logId());
        assertEquals(
                Arrays.asList(null, origin, origin),
                all.stream().map(BridgeTest::origin).toList());
    }

    private static Origin origin(Subscription subscription) {
        assertEquals(1, subscription.images().size());
        return subscription.images().get(0).origin();
    }

    @Test
    void withoutTransitNothingGoesFurther() {
        Tailrace c = host("c");
        link("a", "b", false);
        link("b", "c", false);
        Publication far = publication(TERM_LENGTH);
        Subscription there = there();
        Subscription end = c.addSubscription("orders", OLDEST);
        begin(far, there);
        Publication near = b.addPublication("orders");
        offer(near, 0);
        poll(end, 0, 1);
        assertEquals(new Origin("host-b", near.logId()), origin(end));
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
        Duration lease = Duration.ofMinutes(1);
        SubscriptionConfig likeTheSender =
                OLDEST.withName("bridge/" + address, lease).withAcknowledgement();
        LogMirror origin = new LogMirror("alpha", publication.logId(), lease.toNanos());
        int sent = 0;
        try (Subscription killed = a.addSubscription("orders", likeTheSender);
                LogPublication mirror = ((Client) b).addMirror("orders", origin, 0, termLength)) {
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
}
