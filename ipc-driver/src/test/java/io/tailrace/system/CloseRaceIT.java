/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Memory is unmapped only when no thread can reach it any more. Otherwise an access would crash the JVM, and this test
 * would see that.
 */
final class CloseRaceIT {
    private static final int SECONDS = 5;

    @RegisterExtension
    final Scene scene = new Scene();

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"})
    void whoPublishesAndReadsWhileAllIsClosedIsToldSoAndNothingElse(String flag) throws Exception {
        JavaProcess race =
                scene.start(Jvm.PLAIN.with("-Xmx256m", flag), Race.class, SECONDS, Seeds.of(CloseRaceIT.class));
        race.awaitLine("ROUNDS");
        race.awaitQuietEnd();
    }

    /**
     * Threads publish and read without a pause while another thread closes everything in any order, including the
     * driver, and has the mappings collected; then they continue for a while: {@code DIRECTORY SECONDS SEED}. Prints
     * how many rounds it made, or an exception that none of these calls may throw.
     */
    static final class Race {
        private static final int MAX_OPEN_MS = 20;
        private static final int MAX_CLOSED_MS = 5;
        private static final int PAYLOAD = 40;

        private final AtomicBoolean ended = new AtomicBoolean();
        private final AtomicLong received = new AtomicLong();
        private final Random random;

        private Race(long seed) {
            this.random = new Random(seed);
        }

        public static void main(String[] args) throws InterruptedException {
            Race race = new Race(Long.parseLong(args[2]));
            long endNs = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000;
            int rounds = 0;
            for (; System.nanoTime() - endNs < 0; rounds++) {
                race.run(Path.of(args[0]));
            }
            System.out.println(race.received.get() > 0 ? "ROUNDS " + rounds : "NOTHING received");
        }

        private void run(Path directory) throws InterruptedException {
            boolean exclusive = random.nextBoolean();
            Tailrace tailrace = Tailrace.open(
                    TailraceConfig.DEFAULT.withDirectory(directory).withErrorHandler(error -> {}));
            Subscription subscription = tailrace.addSubscription("race");
            Publication publication =
                    exclusive ? tailrace.addExclusivePublication("race") : tailrace.addPublication("race");
            ended.set(false);
            List<Thread> threads = new ArrayList<>();
            threads.add(start(() -> poll(subscription)));
            for (int i = 0; i < (exclusive ? 1 : 2); i++) {
                MappedBuffer message = MappedBuffer.allocate(PAYLOAD);
                threads.add(start(() -> publication.offer(message, 0, PAYLOAD)));
            }
            Thread.sleep(random.nextInt(MAX_OPEN_MS));
            List<AutoCloseable> order = new ArrayList<>(List.of(subscription, publication, tailrace));
            Collections.shuffle(order, random);
            order.forEach(Race::close);
            System.gc(); // Unmaps unreachable memory.
            Thread.sleep(random.nextInt(MAX_CLOSED_MS));
            ended.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }

        private void poll(Subscription subscription) {
            subscription.poll(
                    (buffer, offset, length, header) -> {
                        long sum = 0;
                        for (int i = 0; i < length; i += Long.BYTES) {
                            sum += buffer.getLong(offset + i);
                        }
                        received.addAndGet(1 + sum);
                    },
                    64);
        }

        private Thread start(Runnable call) {
            Thread thread = new Thread(() -> {
                while (!ended.get()) {
                    try {
                        call.run();
                    } catch (IllegalStateException | TailraceException e) {
                        // It is closed.
                    } catch (Throwable t) {
                        t.printStackTrace();
                        System.exit(1);
                    }
                }
            });
            thread.start();
            return thread;
        }

        private static void close(AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("not closed: " + closeable, e);
            }
        }
    }
}
