/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Image;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.bridge.BridgeSenderConfig.WhenBehind;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which mirrors end, and when: none ends before its source, and none begins again after its end. */
final class BridgeEndTest extends TwoHosts {
    private ExclusivePublication publication() {
        ExclusivePublication publication =
                a.addExclusivePublication("orders", PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH));
        open.add(publication);
        return publication;
    }

    /** Polls the mirror of one log only. Returns the numbers of its messages. */
    private static List<Long> receive(Subscription there, long logId, int count) {
        List<Long> received = new ArrayList<>();
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (received.size() < count && System.nanoTime() - endNs < 0) {
            for (Image image : there.images()) {
                if (image.origin().logId() == logId) {
                    image.poll((buffer, offset, length, header) -> received.add(buffer.getLong(offset)), 64);
                }
            }
        }
        return received;
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** The ended log has more messages than its mirror takes, and nobody reads them yet. */
    @Test
    void aLivingLogGoesOnBesideALogThatEndedWhileTheSenderWasAway() {
        receiver();
        ExclusivePublication living = publication();
        try (Subscription there = b.addSubscription("orders", OLDEST)) {
            BridgeSender sender = sender("orders");
            assertTrue(living.awaitSubscribers(1, PATIENCE));
            offer(living, 0);
            poll(there, 0, 1);
            sender.close();
            ExclusivePublication ended = publication();
            int count = 0;
            for (MappedBuffer message = message(0); ended.offer(message, 0, message.capacity()) > 0; ) {
                message = message(++count);
            }
            ended.close();
            sender("orders");
            for (int i = 1; i < 500; i++) { // More than a log takes: the sender acknowledges them.
                offer(living, i);
                assertEquals(numbers(i, i + 1), receive(there, living.logId(), 1), errors::toString);
            }
            assertEquals(numbers(0, count), receive(there, ended.logId(), count), errors::toString);
        }
    }

    @Test
    void twoLogsThatEndWhileTheSenderIsAwayArriveWhole() {
        receiver();
        ExclusivePublication one = publication();
        ExclusivePublication two = publication();
        try (Subscription there = b.addSubscription("orders", OLDEST)) {
            BridgeSender sender = sender("orders");
            for (ExclusivePublication each : List.of(one, two)) {
                assertTrue(each.awaitSubscribers(1, PATIENCE));
                offer(each, 0);
                assertEquals(numbers(0, 1), receive(there, each.logId(), 1));
            }
            sender.close();
            for (ExclusivePublication each : List.of(one, two)) {
                offer(each, 1);
                each.close();
            }
            sender("orders");
            assertEquals(numbers(1, 2), receive(there, one.logId(), 1), errors::toString);
            assertEquals(numbers(1, 2), receive(there, two.logId(), 1), errors::toString);
        }
    }

    @Test
    void aLostSubscriptionIsAddedAgainAndItsMirrorGoesOn() {
        receiver();
        ExclusivePublication living = publication();
        try (Subscription there = b.addSubscription("orders", OLDEST)) {
            BridgeSender sender = sender("orders");
            assertTrue(living.awaitSubscribers(1, PATIENCE));
            offer(living, 0);
            poll(there, 0, 1);
            Image mirror = there.images().get(0);
            sender.sent.get("orders").close(); // As a client does with a subscription that its driver refuses.
            offer(living, 1);
            poll(there, 1, 2);
            assertEquals(List.of(mirror), there.images(), "its source did not end");
        }
    }

    /** Two users of a host, for example, each with a driver, and both with the host's own name. */
    @Test
    void aSecondDriverOfAHostsNameIsRefusedAndEndsNoMirrorOfTheFirst() throws IOException, InterruptedException {
        Tailrace c = host("c");
        receiver();
        ExclusivePublication one = publication();
        ExclusivePublication two = c.addExclusivePublication("orders");
        open.add(two);
        try (Subscription there = b.addSubscription("orders", OLDEST)) {
            BridgeSender first = sender("orders");
            assertTrue(one.awaitSubscribers(1, PATIENCE));
            offer(one, 0);
            poll(there, 0, 1);
            BridgeSender second = sender("c", WhenBehind.BLOCK, "orders");
            while (second.isRunning()) {
                Thread.sleep(1); // The test has a time limit.
            }
            for (String end : List.of("sender: ", "receiver: ")) {
                assertTrue(
                        errors.stream().anyMatch(e -> e.startsWith(end) && e.contains("calls its host alpha, too")),
                        errors::toString);
            }
            assertEquals(List.of(LinkFile.State.UP), links("b"));
            second.close(); // Its place is free after that.
            first.close();
            second = sender("c", WhenBehind.BLOCK, "orders");
            offer(two, 1);
            assertEquals(numbers(1, 2), receive(there, two.logId(), 1), errors::toString);
            second.close();
            sender("orders");
            offer(one, 2);
            assertEquals(numbers(2, 3), receive(there, one.logId(), 1), errors::toString);
        }
    }

    /** The sender does not get the answer, so it asks again; its place in the source may be far back. */
    @Test
    void aReceiverThatStopsAtTheEndOfALogDoesNotBeginItAnew() throws IOException {
        BridgeReceiver receiver = receiver();
        try (Subscription there = b.addSubscription("orders", OLDEST);
                LinkStatus status = status();
                AeronHost aeron = aeron()) {
            MappedBuffer frame = frame();
            long[] opened = {-1};
            boolean[] ended = {false};
            SenderSession.Receiver hear = (message, nowNs) -> {
                opened[0] = message.type() == LinkMessages.OPENED ? message.word() : opened[0];
                ended[0] |= message.type() == LinkMessages.ENDED;
            };
            try (SenderSession session = SenderSession.begin(aeron, config(), status, hear)) {
                open(aeron, session, opened);
                session.offerBlock(1, frame, 0, 16, 0);
                session.offer(session.message(LinkMessages.END, 1).word(16));
                while (!ended[0]) {
                    work(aeron, session); // The test has a time limit.
                }
            }
            receiver.close();
            receiver();
            opened[0] = -1;
            try (SenderSession session = SenderSession.begin(aeron, config(), status, hear)) {
                open(aeron, session, opened);
            }
            assertEquals(16, opened[0], "the mirror has it already");
            assertEquals(1, there.poll((buffer, offset, length, header) -> {}, 10));
        }
    }

    /** As after a pause of the receiver, which takes bytes of the session before while the next one has begun. */
    @Test
    void aLateBlockOfTheSessionBeforeDoesNotMoveTheMirror() throws IOException {
        receiver();
        try (Subscription there = b.addSubscription("orders", OLDEST);
                LinkStatus status = status();
                AeronHost aeron = aeron()) {
            long[] opened = {-1};
            boolean[] refused = {false};
            SenderSession.Receiver hear = (message, nowNs) -> {
                opened[0] = message.type() == LinkMessages.OPENED ? message.word() : opened[0];
                refused[0] |= message.type() == LinkMessages.REFUSED;
            };
            try (SenderSession before = SenderSession.begin(aeron, config(), status, hear);
                    SenderSession next = SenderSession.begin(aeron, config(), status, hear)) {
                open(aeron, before, opened);
                opened[0] = -1;
                open(aeron, next, opened);
                before.offerBlock(1, frame(), 0, 16, 0);
                while (!before.isOver(System.nanoTime())
                        && there.poll((buffer, offset, length, header) -> {}, 1) == 0) {
                    work(aeron, before);
                }
                next.offer(next.message(LinkMessages.GAP, 1).word(opened[0]).word(64));
                while (opened[0] != 64 && !refused[0]) {
                    work(aeron, next);
                }
                assertEquals(64, opened[0], errors::toString);
            }
        }
    }

    private LinkStatus status() throws IOException {
        LinkFile.Identity identity = new LinkFile.Identity(LinkFile.Kind.SEND, "link", address, "alpha", "orders");
        DriverDirectory directory = new DriverDirectory(folder.resolve("a"));
        return new LinkStatus(LinkFile.create(directory, identity, 0), e -> errors.add(e.toString()));
    }

    private AeronHost aeron() {
        return AeronHost.launch(
                AeronConfig.DEFAULT, folder.resolve("aeron"), AeronHost.LIVENESS_NS, e -> errors.add(e.toString()));
    }

    private BridgeSenderConfig config() {
        return BridgeSenderConfig.of(address, folder.resolve("a"), "orders").withHost("alpha");
    }

    private static MappedBuffer frame() {
        MappedBuffer frame = MappedBuffer.allocate(16);
        frame.putLong(0, FrameLayout.header(16, FrameLayout.TYPE_DATA, 0));
        return frame;
    }

    private void open(AeronHost aeron, SenderSession session, long[] opened) {
        while (!session.isUp()) {
            work(aeron, session);
        }
        session.offer(session.message(LinkMessages.OPEN, 1)
                .word(1)
                .word(0)
                .word(TERM_LENGTH)
                .text("alpha")
                .text("orders"));
        while (opened[0] < 0) {
            work(aeron, session);
        }
    }

    private static void work(AeronHost aeron, SenderSession session) {
        aeron.invoke();
        session.work(System.nanoTime());
    }
}
