/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.bridge.LinkMessages.Reader;
import io.tailrace.bridge.LinkMessages.Writer;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver handles the messages of a sender that the test drives by hand. */
final class ReceiverSessionTest extends TwoHosts {
    private static final int ROUNDS = Math.max(5, Integer.getInteger("tailrace.test.fuzz", 20) / 2);
    private static final int MESSAGES = 40;
    private static final int FRAME_LENGTH = 16;

    private final Random random = new Random(Seeds.of(ReceiverSessionTest.class));
    private BridgeReceiver receiver;
    private AeronHost aeron;
    private LinkStatus status;
    private Subscription there;

    @BeforeEach
    void launchReceiver() throws IOException {
        receiver = receiver();
        status = senderStatus("orders");
        open.add(status);
        aeron = aeron("aeron", AeronHost.LIVENESS_NS);
        open.add(aeron);
        there = b.addSubscription("orders", OLDEST);
        open.add(there);
    }

    /** A session that says what a test likes. It has one lane, 1. */
    private final class Hand implements AutoCloseable {
        private final SenderSession session =
                new SenderSession(aeron, senderConfig("orders"), status, (message, nowNs) -> hear(message));
        private final Set<Integer> heard = new HashSet<>();
        /** That of the mirror. */
        private long position = -1;

        private void hear(Reader message) {
            heard.add(message.type());
            if (message.type() == LinkMessages.OPENED || message.type() == LinkMessages.ACK) {
                position = message.word();
            }
        }

        void work() {
            aeron.invoke();
            session.work(System.nanoTime());
        }

        boolean isOver() {
            return session.isOver(System.nanoTime()) || heard.contains(LinkMessages.REFUSED);
        }

        void askFor(long logId, long from) {
            until(session::isUp, this::work);
            session.offer(session.message(LinkMessages.OPEN, 1)
                    .word(logId)
                    .word(from)
                    .word(TERM_LENGTH)
                    .text("alpha")
                    .text("orders"));
        }

        void open() {
            askFor(1, 0);
            until(() -> heard.contains(LinkMessages.OPENED), this::work);
        }

        /** Sends so many messages without content, from the beginning of the log. */
        void sendBlock(int frames) {
            MappedBuffer block = MappedBuffer.allocate(frames * FRAME_LENGTH);
            for (int i = 0; i < frames; i++) {
                block.putLong(i * FRAME_LENGTH, FrameLayout.header(FRAME_LENGTH, FrameLayout.TYPE_DATA, 0));
            }
            session.offerBlock(1, block, 0, block.capacity(), 0);
        }

        /** Says the end, and waits for the answer. Returns whether the receiver believes it. */
        boolean isEnd(long end) {
            session.offer(session.message(LinkMessages.END, 1).word(end));
            until(() -> heard.contains(LinkMessages.ENDED) || isOver(), this::work);
            return heard.contains(LinkMessages.ENDED);
        }

        @Override
        public void close() {
            session.close();
        }
    }

    private int poll() {
        return there.poll((buffer, offset, length, header) -> {}, 10);
    }

    /** The image may come later than the messages. */
    private void awaitMessages(int count) {
        until(() -> !there.images().isEmpty(), () -> {});
        assertEquals(count, poll());
    }

    /** The sender does not get the answer, so it asks again; its place in the source may be far back. */
    @Test
    void aReceiverThatStopsAtTheEndOfALogDoesNotBeginItAnew() {
        try (Hand sender = new Hand()) {
            sender.open();
            sender.sendBlock(1);
            assertTrue(sender.isEnd(FRAME_LENGTH));
        }
        receiver.close();
        receiver();
        try (Hand sender = new Hand()) {
            sender.open();
            assertEquals(FRAME_LENGTH, sender.position, "the mirror has it already");
        }
        awaitMessages(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2 * FRAME_LENGTH})
    void anEndElsewhereThanAtTheEndOfTheMirrorIsRefused(long end) {
        try (Hand sender = new Hand()) {
            sender.open();
            sender.sendBlock(1);
            assertFalse(sender.isEnd(end));
        }
    }

    @Test
    void aMirrorTakesOfABlockWhatItDoesNotHaveYet() {
        try (Hand sender = new Hand()) {
            sender.open();
            sender.sendBlock(1);
            sender.sendBlock(1); // All of it is there.
            sender.sendBlock(3);
            until(() -> sender.position == 3 * FRAME_LENGTH || sender.isOver(), sender::work);
            assertEquals(3 * FRAME_LENGTH, sender.position, errors::toString);
            awaitMessages(3);
        }
    }

    /** As after a pause of the receiver, which takes bytes of the session before while the next one has begun. */
    @Test
    void aLateBlockOfTheSessionBeforeDoesNotMoveTheMirror() {
        try (Hand before = new Hand();
                Hand next = new Hand()) {
            before.open();
            next.open();
            before.sendBlock(1);
            until(() -> before.isOver() || poll() > 0, before::work);
            next.session.offer(next.session.message(LinkMessages.GAP, 1).word(0).word(64));
            until(() -> next.position == 64 || next.isOver(), next::work);
            assertEquals(64, next.position, errors::toString);
        }
    }

    @Test
    void aSenderOfAnotherVersionIsRefusedAndBothVersionsAreNamed() {
        StringBuilder answer = new StringBuilder();
        io.aeron.Subscription back = aeron.back(address);
        ExclusivePublication publication = aeron.there(address, back);
        Writer hello = new Writer(new ExpandableArrayBuffer())
                .begin(LinkMessages.HELLO, 0)
                .word(2L << 16 | 7)
                .text("alpha")
                .text("link")
                .text("9.9")
                .text("*");
        Reader reader = new Reader(hello.buffer());
        until(() -> publication.offer(hello.buffer(), 0, hello.length()) > 0, aeron::invoke);
        until(() -> !answer.isEmpty(), () -> {
            aeron.invoke();
            back.poll(
                    (buffer, offset, length, header) -> answer.append(describe(reader.wrap(buffer, offset, length))),
                    1);
        });
        assertTrue(answer.toString().contains("the sender speaks 2.7, the receiver 1.0"), answer::toString);
    }

    private static String describe(Reader answer) {
        assertEquals(LinkMessages.REFUSED, answer.type());
        return answer.text();
    }

    /** Its mirrors are sound, and an honest link works after that. */
    @Test
    void aReceiverGoesOnWhateverASenderSends() {
        for (int round = 1; round <= ROUNDS; round++) {
            try (Hand sender = new Hand()) {
                sender.position = 8L * random.nextInt(TERM_LENGTH);
                sender.askFor(round, sender.position);
                for (int i = 0; i < MESSAGES && !sender.isOver(); i++) {
                    for (int turns = random.nextInt(100); turns > 0; turns--) {
                        sender.work();
                    }
                    sender.session.offer(anyMessage(sender.position));
                }
            }
            there.poll((buffer, offset, length, header) -> {}, Integer.MAX_VALUE);
        }
        assertTrue(receiver.isRunning());
        sender("honest");
        try (Publication publication = a.addPublication("honest");
                Subscription honest = b.addSubscription("honest", OLDEST)) {
            for (int i = 0; i < 500; i++) {
                offer(publication, i);
            }
            poll(honest, 0, 500);
        }
    }

    private Writer anyMessage(long position) {
        MutableDirectBuffer buffer = new ExpandableArrayBuffer();
        Writer writer = new Writer(buffer);
        int type = random.nextInt(3) > 0 ? LinkMessages.BLOCK : random.nextInt(80);
        writer.begin(type, random.nextInt(8) > 0 ? 1 : random.nextInt())
                .word(random.nextInt(4) > 0 ? position : anyWord());
        for (int words = random.nextInt(20); words > 0; words--) {
            long header = FrameLayout.header(FrameLayout.HEADER_LENGTH, FrameLayout.TYPE_DATA, random.nextInt(3));
            writer.word(random.nextInt(4) > 0 ? header : anyWord());
        }
        if (random.nextInt(8) == 0) {
            writer.text("x".repeat(random.nextInt(300)));
        }
        if (random.nextInt(4) == 0) {
            buffer.putInt(random.nextInt(writer.length()), random.nextInt(), ByteOrder.LITTLE_ENDIAN);
        }
        return writer;
    }

    private long anyWord() {
        return random.nextBoolean() ? random.nextLong() : random.nextInt(1 << 17);
    }
}
