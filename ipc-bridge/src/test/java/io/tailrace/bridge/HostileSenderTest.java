/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.bridge.LinkMessages.Writer;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sender that sends arbitrary messages: the receiver continues, its mirrors are sound, and an honest link works. */
class HostileSenderTest {
    private static final int ROUNDS = Math.max(5, Integer.getInteger("tailrace.test.fuzz", 20) / 2);
    private static final int MESSAGES = 40;
    private static final int HONEST = 500;
    private static final long SEED = Seeds.of(HostileSenderTest.class);
    private static final int TERM_LENGTH = 64 * 1024;

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private long position;
    private String address;

    @BeforeEach
    void findPorts() throws IOException {
        address = FreePorts.address();
    }

    @Test
    void theReceiverGoesOn() throws IOException {
        Path alpha = folder.resolve("a");
        Path beta = folder.resolve("b");
        try (MediaDriver here = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(alpha));
                MediaDriver there = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(beta));
                BridgeReceiver receiver = BridgeReceiver.launch(BridgeReceiverConfig.of(address, there.directory())
                        .withHost("beta")
                        .withErrorHandler(e -> {}));
                Tailrace client = Tailrace.connect(there.directory());
                Subscription mirrors = client.addSubscription("fuzz")) {
            lie(here.directory(), mirrors);
            assertTrue(receiver.isRunning());
            sendHonestly(here.directory(), client);
        }
    }

    @Test
    void aSenderOfAnotherVersionIsRefusedAndBothVersionsAreNamed() {
        StringBuilder answer = new StringBuilder();
        try (MediaDriver there = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(folder.resolve("b")));
                BridgeReceiver receiver = BridgeReceiver.launch(BridgeReceiverConfig.of(address, there.directory())
                        .withHost("beta")
                        .withErrorHandler(e -> {}));
                AeronHost aeron = AeronHost.launch(
                        AeronConfig.DEFAULT, folder.resolve("aeron"), AeronHost.LIVENESS_NS, e -> {})) {
            io.aeron.Subscription back = aeron.aeron().addSubscription(Channels.back(address), SenderSession.STREAM_ID);
            ExclusivePublication publication = aeron.aeron()
                    .addExclusivePublication(
                            Channels.there(address, AeronConfig.DEFAULT, back.registrationId()),
                            SenderSession.STREAM_ID);
            Writer hello = new Writer(new ExpandableArrayBuffer())
                    .begin(LinkMessages.HELLO, 0)
                    .word(2L << 16 | 7)
                    .text("alpha")
                    .text("link")
                    .text("9.9")
                    .text("*");
            LinkMessages.Reader reader = new LinkMessages.Reader(hello.buffer());
            boolean greeted = false;
            while (answer.isEmpty() && receiver.isRunning()) {
                aeron.invoke();
                greeted = greeted || publication.offer(hello.buffer(), 0, hello.length()) > 0;
                back.poll(
                        (buffer, offset, length, header) -> {
                            reader.wrap(buffer, offset, length);
                            assertEquals(LinkMessages.REFUSED, reader.type());
                            answer.append(reader.text());
                        },
                        1);
            }
        }
        assertTrue(answer.toString().contains("the sender speaks 2.7, the receiver 1.0"), answer::toString);
    }

    private void lie(Path directory, Subscription mirrors) throws IOException {
        LinkFile.Identity identity = new LinkFile.Identity(LinkFile.Kind.SEND, "hostile", address, "mallory", "fuzz");
        BridgeSenderConfig config =
                BridgeSenderConfig.of(address, directory, "fuzz").withHost("mallory");
        try (LinkStatus status = new LinkStatus(LinkFile.create(new DriverDirectory(directory), identity, 0), e -> {});
                AeronHost aeron = AeronHost.launch(
                        AeronConfig.DEFAULT, folder.resolve("aeron"), AeronHost.LIVENESS_NS, e -> {})) {
            for (int round = 1; round <= ROUNDS; round++) {
                try (SenderSession session =
                        SenderSession.begin(aeron, config, status, (message, nowNs) -> hear(message))) {
                    run(aeron, session, round);
                }
                mirrors.poll((buffer, offset, length, header) -> {}, Integer.MAX_VALUE);
            }
        }
    }

    private void hear(LinkMessages.Reader message) {
        if (message.type() == LinkMessages.OPENED || message.type() == LinkMessages.ACK) {
            position = message.word();
        }
    }

    private void run(AeronHost aeron, SenderSession session, int log) {
        for (long startNs = System.nanoTime(); !session.isUp() && System.nanoTime() - startNs < 60_000_000_000L; ) {
            aeron.invoke();
            session.work(System.nanoTime());
        }
        position = 8L * random.nextInt(TERM_LENGTH);
        session.offer(session.message(LinkMessages.OPEN, 1)
                .word(log)
                .word(position)
                .word(TERM_LENGTH)
                .text("mallory")
                .text("fuzz"));
        for (int i = 0; i < MESSAGES && !session.isOver(System.nanoTime()); i++) {
            for (int turns = random.nextInt(100); turns > 0; turns--) {
                aeron.invoke();
                session.work(System.nanoTime());
            }
            session.offer(message());
        }
    }

    private Writer message() {
        MutableDirectBuffer buffer = new ExpandableArrayBuffer();
        Writer writer = new Writer(buffer);
        int type = random.nextInt(3) > 0 ? LinkMessages.BLOCK : random.nextInt(80);
        writer.begin(type, random.nextInt(8) > 0 ? 1 : random.nextInt())
                .word(random.nextInt(4) > 0 ? position : word());
        for (int words = random.nextInt(20); words > 0; words--) {
            int length = FrameLayout.HEADER_LENGTH;
            writer.word(
                    random.nextInt(4) > 0
                            ? FrameLayout.header(length, FrameLayout.TYPE_DATA, random.nextInt(3))
                            : word());
        }
        if (random.nextInt(8) == 0) {
            writer.text("x".repeat(random.nextInt(300)));
        }
        if (random.nextInt(4) == 0) {
            buffer.putInt(random.nextInt(writer.length()), random.nextInt(), ByteOrder.LITTLE_ENDIAN);
        }
        return writer;
    }

    private long word() {
        return random.nextBoolean() ? random.nextLong() : random.nextInt(1 << 17);
    }

    private void sendHonestly(Path from, Tailrace to) {
        int[] received = {0};
        SubscriptionConfig all = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST);
        try (Subscription mirror = to.addSubscription("honest", all);
                BridgeSender sender = BridgeSender.launch(
                        BridgeSenderConfig.of(address, from, "honest").withHost("alpha"));
                Tailrace client = Tailrace.connect(from);
                Publication publication = client.addPublication("honest")) {
            MappedBuffer message = MappedBuffer.allocate(8);
            for (int i = 0; i < HONEST; i++) {
                message.putLong(0, i);
                publication.offer(message, 0, 8, Duration.ofSeconds(20));
            }
            while (received[0] < HONEST && sender.isRunning()) {
                mirror.poll(
                        (buffer, offset, length, header) -> assertEquals(received[0]++, buffer.getLong(offset)),
                        64,
                        Duration.ofMillis(100));
            }
            assertEquals(HONEST, received[0]);
        }
    }
}
