/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.FrameHandler;
import io.tailrace.OfferInterruptedException;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.WaitSet;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A virtual thread that waits leaves its carrier, the only one, to others, and is woken soon, both in a JVM whose
 * platform threads sleep in futexes and in a JVM where they cannot.
 */
@Isolated
final class VirtualWaitIT {
    private static final int FIRST_JDK = 21;

    @RegisterExtension
    final Scene scene = new Scene();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theCarrierIsFreeMeanwhile(boolean futexes) throws Exception {
        Jvm jvm = Jvm.atLeast(FIRST_JDK)
                .with("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        scene.start(futexes ? jvm.with(Jvm.MAY_USE_FUTEXES) : jvm, VirtualWaiting.class)
                .awaitQuietEnd();
    }

    /**
     * Virtual threads that wait, in a JVM with one carrier and with a driver of its own. Fails if the carrier is not
     * free meanwhile, or if a wait ends as late as a sleep without a wake-up.
     */
    static final class VirtualWaiting {
        private static final Duration LONG = Duration.ofSeconds(10);
        private static final Duration SHORT = Duration.ofMillis(20);
        private static final long FALL_ASLEEP_MS = 100;
        /** A sleep without a wake-up would take longer, even measured after the time to fall asleep. */
        private static final long LATE_MS = 800;

        private static final int ROUNDS = 5;
        private static final int MANY = 50;
        /** Its relay begins when its JVM has linked the system call. */
        private static final long RELAY_START_MS = 500;

        private static final FrameHandler IGNORE = (buffer, offset, length, header) -> {};
        private static final MappedBuffer MESSAGE = MappedBuffer.allocate(Long.BYTES);

        private final Tailrace tailrace;

        private VirtualWaiting(Tailrace tailrace) {
            this.tailrace = tailrace;
        }

        public static void main(String[] args) throws Exception {
            play(args[0] + 2, VirtualWaiting::waitSet);
            play(args[0] + 3, VirtualWaiting::offer);
            play(args[0] + 4, VirtualWaiting::interrupt);
            play(args[0] + 5, VirtualWaiting::close);
            play(args[0] + 6, VirtualWaiting::bothKinds);
            play(args[0] + 7, VirtualWaiting::again);
        }

        private interface Scenario {
            void play(VirtualWaiting waiting) throws Exception;
        }

        private static void play(String directory, Scenario scenario) throws Exception {
            DriverConfig config =
                    DriverConfig.DEFAULT.withDirectory(Path.of(directory)).withTermLength(Scene.TERM_LENGTH);
            try (MediaDriver driver = MediaDriver.launch(config);
                    Tailrace tailrace = Tailrace.connect(driver.directory())) {
                Thread.sleep(RELAY_START_MS);
                scenario.play(new VirtualWaiting(tailrace));
            }
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("tailrace-unparker")) {
                    thread.join(LATE_MS);
                    check(!thread.isAlive(), "it ends with its client", thread);
                }
            }
        }

        private static Thread startVirtual(Runnable task) {
            try {
                return (Thread) Thread.class
                        .getMethod("startVirtualThread", Runnable.class)
                        .invoke(null, task);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("no virtual threads", e);
            }
        }

        /** A virtual thread that waits. */
        private static final class Waiter<T> {
            private final FutureTask<T> task;
            private final Thread thread;

            Waiter(Callable<T> wait) throws InterruptedException {
                task = new FutureTask<>(wait);
                thread = startVirtual(task);
                Thread.sleep(FALL_ASLEEP_MS);
                CountDownLatch ran = new CountDownLatch(1);
                startVirtual(ran::countDown);
                check(ran.await(LATE_MS, TimeUnit.MILLISECONDS), "another virtual thread runs meanwhile", this);
                check(!task.isDone(), "it waits", this);
            }

            T end() throws InterruptedException, ExecutionException {
                try {
                    return task.get(LATE_MS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    throw new IllegalStateException("not woken in " + LATE_MS + " ms: " + thread, e);
                }
            }

            @Override
            public String toString() {
                return thread + " " + task;
            }
        }

        private static void check(boolean isTrue, String what, Object found) {
            if (!isTrue) {
                throw new IllegalStateException("not so: " + what + "; found=" + found);
            }
        }

        private static void wake(Subscription subscription, Publication publication) throws Exception {
            Waiter<Integer> waiter = new Waiter<>(() -> subscription.poll(IGNORE, 1, LONG));
            check(publication.offer(MESSAGE, 0, MESSAGE.capacity()) > 0, "offered", publication);
            int received = waiter.end();
            check(received == 1, "received one", received);
        }

        private void waitSet() throws Exception {
            try (WaitSet set = tailrace.newWaitSet();
                    Subscription one = tailrace.addSubscription("one");
                    Subscription two = tailrace.addSubscription("two");
                    Publication publication = tailrace.addPublication("two")) {
                set.add(one);
                set.add(two);
                for (int i = 0; i < ROUNDS; i++) {
                    Waiter<Boolean> waiter = new Waiter<>(() -> set.awaitMessage(LONG));
                    publication.offer(MESSAGE, 0, MESSAGE.capacity());
                    check(waiter.end(), "there is a message", set);
                    check(set.poll(IGNORE, 1, SHORT) == 1, "received one", set);
                }
                Waiter<Boolean> woken = new Waiter<>(() -> set.awaitMessage(LONG));
                set.wake();
                check(!woken.end(), "there is no message", set);
            }
        }

        private void offer() throws Exception {
            try (Subscription subscription = tailrace.addSubscription("s");
                    Publication publication = tailrace.addPublication("s")) {
                MappedBuffer message = MappedBuffer.allocate(publication.maxMessageLength());
                for (int i = 0; i < ROUNDS; i++) {
                    fill(publication, message);
                    Waiter<Long> waiter = new Waiter<>(() -> publication.offer(message, 0, message.capacity(), LONG));
                    int frames = 1;
                    while (frames > 0) {
                        frames = subscription.poll(IGNORE, 64);
                    }
                    check(waiter.end() > 0, "offered", publication);
                }
            }
        }

        /** Fills the log until the keeper has no more space to give. */
        private static void fill(Publication publication, MappedBuffer message) throws InterruptedException {
            boolean full = false;
            while (!full) {
                Thread.sleep(FALL_ASLEEP_MS);
                full = true;
                while (publication.offer(message, 0, message.capacity()) != OfferStatus.BACK_PRESSURED_CODE) {
                    full = false;
                }
            }
        }

        private void interrupt() throws Exception {
            try (Subscription subscription = tailrace.addSubscription("s");
                    Publication publication = tailrace.addPublication("alone")) {
                Waiter<Boolean> waiter = new Waiter<>(() -> !subscription.awaitMessage(LONG)
                        && Thread.currentThread().isInterrupted());
                waiter.thread.interrupt();
                check(waiter.end(), "it ends without a message, and is interrupted", waiter);
                Waiter<Boolean> offering = new Waiter<>(() -> {
                    try {
                        return publication.offer(MESSAGE, 0, MESSAGE.capacity(), LONG) < 0;
                    } catch (OfferInterruptedException e) {
                        return Thread.currentThread().isInterrupted();
                    }
                });
                offering.thread.interrupt();
                check(offering.end(), "it ends without an offer, and is interrupted", offering);
            }
        }

        private void close() throws Exception {
            Subscription subscription = tailrace.addSubscription("s");
            Waiter<Boolean> waiter = new Waiter<>(() -> subscription.awaitMessage(LONG));
            subscription.close();
            check(!waiter.end(), "no message", waiter);
            Subscription another = tailrace.addSubscription("s");
            waiter = new Waiter<>(() -> another.awaitMessage(LONG));
            tailrace.close();
            check(!waiter.end(), "no message", waiter);
        }

        /** A platform thread has waited there first, and does so again afterwards. */
        private void bothKinds() throws Exception {
            try (Subscription subscription = tailrace.addSubscription("s");
                    Publication publication = tailrace.addPublication("s")) {
                for (int i = 0; i < ROUNDS; i++) {
                    check(subscription.poll(IGNORE, 1, SHORT) == 0, "no message", subscription);
                    wake(subscription, publication);
                    FutureTask<Integer> poll = new FutureTask<>(() -> subscription.poll(IGNORE, 1, LONG));
                    new Thread(poll).start();
                    Thread.sleep(FALL_ASLEEP_MS);
                    publication.offer(MESSAGE, 0, MESSAGE.capacity());
                    check(poll.get(LATE_MS, TimeUnit.MILLISECONDS) == 1, "received one", subscription);
                }
            }
        }

        /** Each thread takes the sleeper of the previous one. */
        private void again() throws Exception {
            try (Publication publication = tailrace.addPublication("s")) {
                for (int i = 0; i < MANY; i++) {
                    try (Subscription subscription = tailrace.addSubscription("s")) {
                        wake(subscription, publication);
                    }
                }
            }
            long sockets = sockets();
            check(sockets <= 3, "sockets of the conductor, a subscription, and one that is being closed", sockets);
        }

        private long sockets() throws IOException {
            try (Stream<Path> files = Files.list(tailrace.directory().resolve("clients"))) {
                return files.filter(file -> file.toString().contains(tailrace.clientId() + ".sleeper-"))
                        .count();
            }
        }
    }
}
