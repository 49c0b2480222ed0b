/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files are truncated under processes that have them mapped: each truncation affects only the owners of the file. */
final class TruncationIT {
    private static final String STREAM = "quotes";

    @RegisterExtension
    final Scene scene = new Scene();

    private final AtomicInteger received = new AtomicInteger();

    private JavaProcess startPublisher() throws Exception {
        JavaProcess publisher = scene.start(MeddlerMain.class, scene.directory(), STREAM, "connect");
        publisher.awaitLine("CLIENT");
        return publisher;
    }

    /** One message of a publisher in another process. */
    private void assertArrives(JavaProcess publisher, Subscription subscription) throws Exception {
        int before = received.get();
        publisher.tell("claim");
        publisher.tell("commit");
        Await.until(LocalClient.PROMISE_NS, "a message of " + publisher, () -> {
            subscription.poll((buffer, offset, length, header) -> received.incrementAndGet(), 64);
            return received.get() > before;
        });
    }

    private static void assertExchange(Tailrace tailrace, String stream) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES]);
        try (Subscription subscription = tailrace.addSubscription(stream);
                Publication publication = tailrace.addPublication(stream)) {
            Await.until(LocalClient.PROMISE_NS, "a message", () -> {
                publication.offer(message, 0, Long.BYTES);
                return subscription.poll((buffer, offset, length, header) -> {}, 64) > 0;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "kill"})
    void aClientThatTruncatesItsOwnCommandsCostsNobodyElseAnything(String end) throws Exception {
        JavaProcess driver = scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace().addSubscription(STREAM);
            JavaProcess other = startPublisher();
            JavaProcess blocker = startPublisher();
            Path commands = scene.directory().resolve("clients/" + blocker.awaitLine("CLIENT") + "/commands");

            blocker.tell("truncate");
            blocker.awaitLine("TRUNCATED");
            Await.until(
                    "both report it",
                    () -> driver.err().contains(commands.toString())
                            && blocker.err().contains(commands.toString()));

            assertArrives(blocker, subscription); // It only can no longer send requests.
            assertArrives(other, subscription);
            assertExchange(client.tailrace(), "orders");
            if (end.equals("kill")) {
                blocker.kill();
            } else {
                blocker.tell("close");
                blocker.awaitLine("CLOSED");
            }
            Await.until("it is known to be gone", () -> Files.notExists(commands.getParent()));
            assertArrives(other, subscription);
            assertTrue(client.tailrace().isDriverAlive());
            assertEquals("", other.err());
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4096})
    void whereTheControlFileIsTruncatedAllGoOnWithTheNextDriver(long length) throws Exception {
        JavaProcess driver = scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace().addSubscription(STREAM);
            JavaProcess publisher = startPublisher();
            assertArrives(publisher, subscription);
            publisher.tell("claim");
            Path control = scene.directory().resolve("control");
            try (FileChannel channel = FileChannel.open(control, StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            Await.until("the driver reports why it ends", () -> driver.err().contains(control + ": truncated"));
            Await.until("its client knows", () -> !client.tailrace().isDriverAlive());
            assertTrue(driver.isAlive(), "the process lives, and has released its lock");

            JavaProcess next = scene.startDriver();
            Await.until("the client continues", client.tailrace()::isDriverAlive);
            publisher.tell("commit");
            assertArrives(publisher, subscription);
            assertExchange(client.tailrace(), "orders");
            driver.tell("end");
            Await.until("the first one ends", () -> !driver.isAlive());
            assertArrives(publisher, subscription);
            assertExchange(client.tailrace(), "others");
            assertEquals("", next.err());
        }
    }
}
