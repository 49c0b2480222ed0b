/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.WaitPolicy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A publisher without direct memory cannot wake any thread, but its messages are published all the same. */
final class DirectMemoryIT {
    private static final int OFFERS = 15;
    /** Half of the time after which a sleeper checks by itself. */
    private static final long WOKEN_NS = 500_000_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private final AtomicInteger received = new AtomicInteger();
    private final AtomicLong fastestNs = new AtomicLong(Long.MAX_VALUE);

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"ECONOMY", "BALANCED"})
    void whatWasAcceptedDoesNotThrow(String policy) throws Exception {
        scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace()
                    .addSubscription("quotes", SubscriptionConfig.DEFAULT.withWaitPolicy(WaitPolicy.valueOf(policy)));
            Thread subscriber = new Thread(() -> receive(subscription));
            subscriber.start();
            JavaProcess publisher = scene.start(
                    Jdk.running(),
                    List.of("-XX:MaxDirectMemorySize=1m"),
                    DirectMemoryMain.class,
                    scene.directory(),
                    "quotes",
                    OFFERS);
            publisher.awaitLine("FULL");

            publisher.tell("go");

            assertEquals("0", publisher.awaitLine("THROWN"), publisher::toString);
            Await.until("all accepted messages", () -> received.get() >= OFFERS);
            fastestNs.set(Long.MAX_VALUE);
            Await.until(LocalClient.PATIENCE_NS, "a wake-up", () -> fastestNs.get() < WOKEN_NS);
            publisher.tell("end");
            Await.until("the publisher's end", () -> !publisher.isAlive());
            assertEquals(
                    1,
                    publisher.err().lines().count(),
                    publisher::toString); // The reason for the missing wake-up, once.
            subscription.close();
            subscriber.join();
            assertEquals(List.of(), List.copyOf(client.errors()));
        }
    }

    private void receive(Subscription subscription) {
        while (!subscription.isClosed()) {
            subscription.poll(
                    (buffer, offset, length, header) -> {
                        byte[] sent = new byte[length];
                        buffer.getBytes(offset, sent);
                        long tookNs = System.nanoTime() - ByteBuffer.wrap(sent).getLong();
                        fastestNs.accumulateAndGet(tookNs, Math::min);
                        received.incrementAndGet();
                    },
                    1,
                    Duration.ofSeconds(30));
        }
    }
}
