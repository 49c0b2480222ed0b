/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.LinkFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** For tests of a link: two drivers in this process, as if they were on two hosts, and what runs beside them. */
abstract class TwoHosts {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final int TERM_LENGTH = 64 * 1024;
    static final SubscriptionConfig OLDEST = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST);

    @TempDir
    Path folder;

    final List<AutoCloseable> open = new ArrayList<>();
    final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    Tailrace a;
    Tailrace b;
    String address;

    @BeforeEach
    void launch() {
        a = host("a");
        b = host("b");
        address = FreePorts.address();
    }

    Tailrace host(String name) {
        open.add(MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(folder.resolve(name))));
        Tailrace client = Tailrace.connect(folder.resolve(name));
        open.add(client);
        return client;
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    BridgeReceiver receiver() {
        return receiver(e -> errors.add("receiver: " + e));
    }

    BridgeReceiver receiver(Consumer<Throwable> handler) {
        BridgeReceiver receiver = BridgeReceiver.launch(BridgeReceiverConfig.of(address, folder.resolve("b"))
                .withHost("beta")
                .withErrorHandler(handler));
        open.add(receiver);
        return receiver;
    }

    BridgeSender sender(String... streams) {
        return senderOf("a", "alpha", streams);
    }

    BridgeSender senderOf(String driver, String host, String... streams) {
        BridgeSender sender = BridgeSender.launch(BridgeSenderConfig.of(address, folder.resolve(driver), streams)
                .withHost(host)
                .withErrorHandler(e -> errors.add("sender: " + e)));
        open.add(sender);
        return sender;
    }

    /** For a sender that a test works by hand: the settings, the file and Aeron. */
    BridgeSenderConfig senderConfig(String stream) {
        return BridgeSenderConfig.of(address, folder.resolve("a"), stream).withHost("alpha");
    }

    LinkStatus senderStatus(String stream) throws IOException {
        LinkFile.Identity identity = new LinkFile.Identity(LinkFile.Kind.SEND, "link", address, "alpha", stream);
        return LinkStatus.create(new DriverDirectory(folder.resolve("a")), identity, e -> errors.add("sender: " + e));
    }

    AeronHost aeron(String name, long livenessNs) {
        return AeronHost.launch(
                AeronConfig.DEFAULT, folder.resolve(name), livenessNs, e -> errors.add(name + ": " + e));
    }

    static void offer(Publication publication, int number) {
        MappedBuffer buffer = message(number);
        publication.offer(buffer, 0, buffer.capacity(), PATIENCE);
    }

    static MappedBuffer message(int number) {
        MappedBuffer buffer = MappedBuffer.allocate(8 + number % 3000);
        buffer.putLong(0, number);
        return buffer;
    }

    /** Polls until the messages of a range of numbers have arrived in order. */
    void poll(Subscription subscription, int from, int to) {
        int[] next = {from};
        FrameHandler handler = (buffer, offset, length, header) -> {
            assertEquals(next[0], buffer.getLong(offset));
            assertEquals(8 + next[0] % 3000, length);
            next[0]++;
        };
        until(() -> next[0] == to, () -> subscription.poll(handler, 64, Duration.ofMillis(10)));
    }

    /** Works until something has happened. */
    final void until(BooleanSupplier isDone, Runnable work) {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!isDone.getAsBoolean()) {
            assertTrue(System.nanoTime() - endNs < 0, errors::toString);
            work.run();
        }
    }

    final void until(BooleanSupplier isDone) {
        until(isDone, () -> LockSupport.parkNanos(1_000_000));
    }

    /** {@return the links in the files of a host} */
    List<LinkFile.View> links(String host) {
        try {
            return LinkFile.list(new DriverDirectory(folder.resolve(host)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitLink(String host, LinkFile.State state) {
        until(() -> links(host).stream().map(LinkFile.View::state).toList().equals(List.of(state)));
    }
}
