/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A publisher without direct memory cannot wake any thread, but its messages are published all the same. */
final class DirectMemoryIT {
    private static final int OFFERS = 6;
    /** Half of the time after which a sleeper checks by itself. */
    private static final long WOKEN_NS = 500_000_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private final AtomicInteger received = new AtomicInteger();
    private final AtomicLong fastestNs = new AtomicLong(Long.MAX_VALUE);

    /**
     * Offers messages without direct memory, and prints how many calls threw. On a line of input it gives the memory
     * back, and offers one message after the other until its input ends. Each message is the time at which it was
     * offered.
     */
    static final class Publisher {
        private static final int DIRECT_BYTES = 1024 * 1024;
        private static final long PAUSE_MS = 100;

        private final Publication publication;
        private final Claim claim = new Claim();
        private final byte[] message = new byte[Long.BYTES];

        private Publisher(Publication publication) {
            this.publication = publication;
        }

        public static void main(String[] args) throws Exception {
            try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]))) {
                Publication publication = tailrace.addPublication(Cast.STREAM);
                publication.awaitSubscribers(1, Duration.ofSeconds(30));
                List<ByteBuffer> all = fill();
                System.out.println("FULL");
                System.in.read(new byte[Byte.MAX_VALUE]); // A line.
                new Publisher(publication).run(all);
            }
        }

        /** The JDK waits for half a second before it says that there is none, so this asks in vain only once. */
        private static List<ByteBuffer> fill() {
            List<ByteBuffer> all = new ArrayList<>();
            try {
                while (true) {
                    long used = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                            .filter(pool -> pool.getName().equals("direct"))
                            .mapToLong(BufferPoolMXBean::getTotalCapacity)
                            .sum();
                    all.add(ByteBuffer.allocateDirect((int) Math.max(1, DIRECT_BYTES - used)));
                }
            } catch (OutOfMemoryError e) {
                return all;
            }
        }

        private void run(List<ByteBuffer> all) throws IOException, InterruptedException {
            int thrown = 0;
            for (int i = 0; i < OFFERS; i++) {
                try {
                    offer(i);
                } catch (Throwable t) {
                    thrown++;
                    t.printStackTrace();
                }
                Thread.sleep(PAUSE_MS);
            }
            System.out.println("THROWN " + thrown);
            all.clear();
            while (System.in.available() == 0) {
                System.gc(); // Gives the memory back.
                offer(0);
                Thread.sleep(PAUSE_MS);
            }
        }

        private void offer(int number) {
            ByteBuffer.wrap(message).putLong(System.nanoTime());
            if (number % 2 == 0) {
                check(publication.offer(message));
            } else {
                check(publication.tryClaim(message.length, claim));
                claim.buffer().putBytes(0, message);
                claim.commit();
            }
        }

        private static void check(long result) {
            if (result < 0) {
                throw new IllegalStateException("not accepted: " + result);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"ECONOMY", "BALANCED"})
    void whatWasAcceptedDoesNotThrow(String policy) throws Exception {
        scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory())) {
            Subscription subscription = client.tailrace()
                    .addSubscription(
                            Cast.STREAM, SubscriptionConfig.DEFAULT.withWaitPolicy(WaitPolicy.valueOf(policy)));
            Thread subscriber = new Thread(() -> receive(subscription));
            subscriber.start();
            JavaProcess publisher =
                    scene.start(Jvm.PLAIN.with("-XX:MaxDirectMemorySize=" + Publisher.DIRECT_BYTES), Publisher.class);
            publisher.awaitLine("FULL");

            publisher.tell("go");

            assertEquals("0", publisher.awaitLine("THROWN"), publisher::toString);
            Await.until("all accepted messages", () -> received.get() >= OFFERS);
            fastestNs.set(Long.MAX_VALUE);
            Await.until("a wake-up", () -> fastestNs.get() < WOKEN_NS);
            publisher.tell("end");
            Await.until("the publisher's end", () -> !publisher.isAlive());
            // The reason for the missing wake-up, once.
            assertEquals(1, publisher.err().lines().count(), publisher::toString);
            subscription.close();
            subscriber.join();
            client.assertNoErrors();
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
