/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Image;
import io.tailrace.Image.Origin;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.client.Client;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMirror;
import io.tailrace.log.publish.Appender;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.LogPublication;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mirrors: logs that copy a log of another host, and do not end with their publisher. */
final class MirrorTest extends WithRig {
    private static final long BEGIN = 5L * Rig.TERM_LENGTH / 2;
    private static final LogMirror ORIGIN =
            new LogMirror("alpha", 7, Duration.ofMinutes(1).toNanos());

    private final MappedBuffer block = MappedBuffer.allocate(1024);
    private Client client;

    @BeforeEach
    void connect() {
        client = (Client) rig.connect();
    }

    private LogPublication mirror(Tailrace by, LogMirror origin, long begin) {
        return ((Client) by).addMirror(STREAM, origin, begin, Rig.TERM_LENGTH);
    }

    private LogPublication mirror() {
        return mirror(client, ORIGIN, BEGIN);
    }

    /** Writes frames as they are in the log of another host. Returns their length. */
    private int frames(String... texts) {
        int at = 0;
        for (String text : texts) {
            int length = block.putStringWithoutLengthUtf8(at + 8, text);
            block.putLong(at, FrameLayout.header(8 + length, FrameLayout.TYPE_DATA, 33));
            at += FrameLayout.align(8 + length);
        }
        return at;
    }

    private void append(LogPublication mirror, String... texts) {
        int length = frames(texts);
        long position = mirror.position();
        assertEquals(position + length, mirror.appendBlock(block, 0, length, position));
    }

    private void untilReceived(Subscription subscription, String... texts) {
        rig.until("received", () -> {
            subscription.poll(received, 10);
            return received.count() >= texts.length;
        });
        assertEquals(List.of(texts), received.texts());
    }

    private void untilReadToItsEnd(Subscription subscription) {
        rig.until("read to its end", () -> {
            subscription.poll(received, 10);
            return received.count() == 1 && !subscription.isConnected();
        });
    }

    @Test
    void aMirrorBeginsWhereItIsToldAndHasWhatIsAppended() {
        LogPublication mirror = mirror();
        Subscription subscription = client.addSubscription(STREAM, OLDEST);
        append(mirror, "a", "bcd");
        append(mirror, "efghijklmnop");
        untilReceived(subscription, "a", "bcd", "efghijklmnop");

        Image image = subscription.images().get(0);
        assertEquals(new Origin("alpha", 7), image.origin());
        assertEquals(BEGIN, image.joinPosition());
        assertEquals(BEGIN + 56, image.position());
        assertEquals(mirror.registrationId(), received.frames().get(0).publisherId());

        Recorder later = new Recorder();
        client.addSubscription(STREAM, originPosition(BEGIN + 16)).poll(later, 10);
        assertEquals(List.of("bcd", "efghijklmnop"), later.texts());
        assertThrows(RegistrationException.class, () -> client.addSubscription(STREAM, originPosition(0)));
    }

    private static SubscriptionConfig originPosition(long position) {
        return SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(ORIGIN.originLogId(), position));
    }

    @Test
    void theNextPublisherGoesOnAndSubscribersKeepTheirImage() {
        LogPublication first = mirror();
        Subscription subscription = client.addSubscription(STREAM);
        rig.until("connected", subscription::isConnected);
        append(first, "a");
        Client other = (Client) rig.connect();
        RegistrationException e = assertThrows(RegistrationException.class, () -> mirror(other, ORIGIN, BEGIN));
        assertEquals(RegistrationException.Reason.LIMIT, e.reason());
        assertTrue(String.valueOf(e.getMessage()).contains("already mirrored by client " + client.clientId()));

        first.close();
        rig.settle();
        Subscription late = client.addSubscription(STREAM, OLDEST);
        Subscription tail = client.addSubscription(STREAM);
        LogPublication second = mirror(other, ORIGIN, 0);
        assertEquals(first.logId(), second.logId());
        assertEquals(BEGIN + 16, second.position());
        append(second, "b");

        untilReceived(subscription, "a", "b");
        assertEquals(1, subscription.images().size());
        rig.until("the others", () -> late.isConnected() && tail.isConnected());
        assertEquals(BEGIN, late.images().get(0).joinPosition());
        assertEquals(BEGIN + 16, tail.images().get(0).joinPosition());
    }

    @Test
    void vacantItIsNotDeletedAndAnotherTermLengthIsRefusedAndAnotherOriginIsAnotherLog() throws IOException {
        LogPublication mirror = mirror();
        mirror.close();
        rig.settle();
        Path log = rig.log(mirror);
        assertEquals(Set.of(), LogFiles.readMeta(log, LogFiles::holders));
        boolean waits = LogFiles.readMeta(log, meta -> LogFiles.outlivesHolders(meta, System.nanoTime()));
        assertTrue(waits);
        long overNs = System.nanoTime() + ORIGIN.leaseNs();
        boolean waitsLonger = LogFiles.readMeta(log, meta -> LogFiles.outlivesHolders(meta, overNs));
        assertFalse(waitsLonger);
        assertThrows(RegistrationException.class, () -> client.addMirror(STREAM, ORIGIN, BEGIN, 2 * Rig.TERM_LENGTH));
        LogMirror ofOtherHost = new LogMirror("gamma", ORIGIN.originLogId(), ORIGIN.leaseNs());
        assertNotEquals(mirror.logId(), mirror(client, ofOtherHost, 0).logId());
        assertEquals(mirror.logId(), mirror().logId());
    }

    @Test
    void itEndsWhereItsSourceHasEndedOrWithItsLease() {
        LogPublication mirror = mirror();
        Subscription subscription = client.addSubscription(STREAM, OLDEST);
        rig.until("connected", subscription::isConnected);
        append(mirror, "a");
        mirror.endSource(mirror.position());
        rig.settle();
        assertTrue(subscription.isConnected(), "it has its publisher");
        mirror.close();
        untilReadToItsEnd(subscription);
        received.frames().clear();

        LogMirror brief = new LogMirror("alpha", 8, Duration.ofMillis(50).toNanos());
        LogPublication leased = mirror(client, brief, 64);
        append(leased, "a");
        leased.close();
        untilReadToItsEnd(subscription);
        assertNotEquals(leased.logId(), mirror(client, brief, 64).logId());
        assertNotEquals(mirror.logId(), mirror().logId(), "a new one begins");
    }

    private static void assertClean(LogBuffers log, long position) {
        for (int i = 0; i < 128; i += 8) {
            assertEquals(0, log.term(position).getLong(log.offset(position) + i));
        }
    }

    private LogBuffers open(LogPublication mirror) throws IOException {
        return LogFiles.open(rig.log(mirror), LogFiles.Access.EVERYTHING).buffers();
    }

    @Test
    void blocksAreWholeAndGoAtTheirPositionOnlyAndWithinATerm() throws IOException {
        LogPublication mirror = mirror();
        int length = frames("abc", "def");
        assertThrows(IllegalStateException.class, () -> mirror.appendBlock(block, 0, length, BEGIN + 8));
        assertThrows(IllegalArgumentException.class, () -> mirror.appendBlock(block, 0, length - 1, BEGIN));
        assertThrows(IllegalArgumentException.class, () -> mirror.appendBlock(block, 0, length + 8, BEGIN));
        assertThrows(IllegalArgumentException.class, () -> mirror.appendPadding(BEGIN, Rig.TERM_LENGTH / 2 + 8));
        block.putInt(16, 4000); // Longer than the rest of the block.
        assertThrows(IllegalArgumentException.class, () -> mirror.appendBlock(block, 0, length, BEGIN));
        assertEquals(BEGIN, mirror.position());
        assertClean(open(mirror), BEGIN);

        append(mirror, "abc", "def");
        assertEquals(BEGIN + length, mirror.position());
        mirror.close();
        assertEquals(Appender.CLOSED, mirror.appendBlock(block, 0, length, BEGIN + length));
    }

    @Test
    void paddingsAsLongAsATermGoOnWithoutASubscriberAndASlowOneHoldsThemBackAndIsNamed() {
        LogPublication mirror = mirror();
        long position = mirror.appendPadding(BEGIN, Rig.TERM_LENGTH / 2);
        for (int i = 0; i < 10; i++) {
            long at = position;
            rig.until("room", () -> mirror.appendPadding(at, Rig.TERM_LENGTH) > 0);
            position += Rig.TERM_LENGTH;
            assertEquals(position, mirror.position());
        }

        Subscription subscription =
                client.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withName("audit", Duration.ZERO));
        rig.until("connected", subscription::isConnected);
        assertNull(mirror.holder());
        long joined = position;
        for (long end; (end = mirror.appendPadding(position, 4096)) > 0; position = end) {
            rig.settle();
        }
        assertEquals(joined + Rig.TERM_LENGTH, mirror.limit());
        assertEquals("audit", mirror.holder());
    }

    @Test
    void blocksAreAcknowledgedInPartAndDeliveredAgain() {
        LogPublication mirror = mirror();
        Subscription subscription = client.addSubscription(STREAM, OLDEST.withAcknowledgement());
        rig.until("connected", subscription::isConnected);
        LogImage image = (LogImage) subscription.images().get(0);
        append(mirror, "a", "b", "c");
        List<Long> ends = new ArrayList<>();
        while (image.pollBlock((b, offset, length, position, i) -> ends.add(position + length), 16) > 0) {}
        assertEquals(List.of(BEGIN + 16, BEGIN + 32, BEGIN + 48), ends);

        image.acknowledge(BEGIN + 32);
        assertEquals(BEGIN + 32, image.position());
        assertEquals(BEGIN + 48, image.readPosition());
        assertThrows(IllegalArgumentException.class, () -> image.acknowledge(BEGIN + 16));
        assertThrows(IllegalArgumentException.class, () -> image.acknowledge(BEGIN + 64));
        image.rewind(BEGIN + 32);
        assertEquals(16, image.pollBlock((b, offset, length, position, i) -> ends.add(position), 16));
        assertEquals(BEGIN + 32, ends.get(3));
        image.acknowledge();
        assertEquals(BEGIN + 48, image.position());
        assertEquals(3, image.buffers().meta().progress(0).messages());
    }
}
