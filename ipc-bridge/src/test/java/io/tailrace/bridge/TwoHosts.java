/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.bridge.BridgeSenderConfig.WhenBehind;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.LinkFile;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    void launch() throws IOException {
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
        BridgeReceiver receiver = BridgeReceiver.launch(BridgeReceiverConfig.of(address, folder.resolve("b"))
                .withHost("beta")
                .withErrorHandler(e -> errors.add("receiver: " + e)));
        open.add(receiver);
        return receiver;
    }

    BridgeSender sender(String... streams) {
        return sender(WhenBehind.BLOCK, streams);
    }

    BridgeSender sender(WhenBehind whenBehind, String... streams) {
        return sender("a", whenBehind, streams);
    }

    /** A sender of one of several drivers of the host alpha. */
    BridgeSender sender(String driver, WhenBehind whenBehind, String... streams) {
        BridgeSender sender = BridgeSender.launch(BridgeSenderConfig.of(address, folder.resolve(driver), streams)
                .withHost("alpha")
                .withWhenBehind(whenBehind)
                .withErrorHandler(e -> errors.add("sender: " + e)));
        open.add(sender);
        return sender;
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
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (next[0] < to && System.nanoTime() - endNs < 0) {
            subscription.poll(
                    (buffer, offset, length, header) -> {
                        assertEquals(next[0], buffer.getLong(offset));
                        assertEquals(8 + next[0] % 3000, length);
                        next[0]++;
                    },
                    64,
                    Duration.ofMillis(10));
        }
        assertEquals(to, next[0], errors::toString);
    }

    /** {@return the states of the links in the files of a host} */
    List<LinkFile.State> links(String host) throws IOException {
        return LinkFile.list(new DriverDirectory(folder.resolve(host))).stream()
                .map(LinkFile.View::state)
                .toList();
    }

    LinkFile.View view(String host) throws IOException {
        return LinkFile.list(new DriverDirectory(folder.resolve(host))).get(0);
    }

    void awaitLinks(String host, LinkFile.State state) throws IOException, InterruptedException {
        while (!links(host).equals(List.of(state))) {
            Thread.sleep(10); // The test has a time limit.
        }
    }
}
