/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Threads that are interrupted again and again while they offer, claim, poll, add and close: it has no effect. */
final class InterruptTest extends WithThreads {
    private static final int MESSAGES = 20_000;
    private static final int ADDED = 100;

    /** Runs something in a thread that is interrupted all the time. */
    private static <T> T underInterrupts(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "interrupted");
        thread.start();
        while (!task.isDone()) {
            thread.interrupt();
            Thread.onSpinWait();
        }
        return task.get(10, TimeUnit.SECONDS);
    }

    @Test
    void offersClaimsAndPollsAreNotDisturbed() throws Exception {
        try (Tailrace tailrace = connect();
                Publication publication = tailrace.addPublication(STREAM);
                Subscription subscription = tailrace.addSubscription(STREAM);
                Claim claim = new Claim()) {
            Await.until("connected", subscription::isConnected);
            MappedBuffer buffer = MappedBuffer.allocate(Integer.BYTES);
            int[] next = new int[1];
            underInterrupts(() -> {
                for (int i = 0; i < MESSAGES; i++) {
                    // Waits for space. Await would end at an interrupt.
                    while (!(i % 2 == 0 ? offer(publication, buffer, i) : commit(publication, claim, i))) {
                        Thread.onSpinWait();
                    }
                    subscription.poll(
                            (bytes, offset, length, header) -> assertEquals(next[0]++, bytes.getInt(offset)), 10);
                }
                return null;
            });
            Await.until("the end", () -> subscription.poll((bytes, offset, length, header) -> next[0]++, 10) == 0);
            assertEquals(MESSAGES, next[0]);
        }
    }

    private static boolean offer(Publication publication, MappedBuffer buffer, int number) {
        buffer.putInt(0, number);
        return publication.offer(buffer, 0, Integer.BYTES) > 0;
    }

    private static boolean commit(Publication publication, Claim claim, int number) {
        if (publication.tryClaim(Integer.BYTES, claim) < 0) {
            return false;
        }
        claim.buffer().putInt(0, number);
        claim.commit();
        return true;
    }

    @Test
    void whoIsInterruptedWhileItAddsHasAddedOrNot() throws Exception {
        try (Tailrace tailrace = connect()) {
            int[] outcomes = new int[2];
            underInterrupts(() -> {
                for (int i = 0; i < ADDED; i++) {
                    outcomes[add(tailrace, i) ? 1 : 0]++;
                }
                return null;
            });
            assertEquals(ADDED, outcomes[0] + outcomes[1]);
            Path logs = driver.directory().resolve("logs");
            Await.until(
                    "no log is left",
                    () -> List.of(logs.toFile().list()).isEmpty()); // Abandoned registrations are given back.
            assertTrue(add(tailrace, 0), "and all is as before");
            boolean added = true;
            while (added) { // If the driver has answered at once, there was nothing to wait for.
                Thread.currentThread().interrupt();
                added = add(tailrace, 0);
                assertTrue(Thread.interrupted(), "it is kept");
            }
        }
    }

    private static boolean add(Tailrace tailrace, int i) {
        try (AutoCloseable added = i % 2 == 0 ? tailrace.addPublication(STREAM) : tailrace.addSubscription(STREAM)) {
            return added != null;
        } catch (RegistrationException e) {
            assertTrue(e.getMessage().contains("interrupted"), e.getMessage());
            assertEquals(RegistrationException.Reason.INTERRUPTED, e.reason());
            return false;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everythingIsClosedByAnInterruptedThreadWhileOthersUseIt() throws Exception {
        for (int round = 0; round < 10; round++) {
            Tailrace tailrace = connect();
            Publication publication = tailrace.addPublication(STREAM);
            Subscription subscription = tailrace.addSubscription(STREAM);
            AtomicBoolean closed = new AtomicBoolean();
            Thread other = new Thread(() -> {
                MappedBuffer buffer = MappedBuffer.allocate(Integer.BYTES);
                while (!closed.get()) {
                    offer(publication, buffer, 0);
                    subscription.poll((bytes, offset, length, header) -> {}, 10);
                }
            });
            other.start();
            Boolean kept = underInterrupts(() -> {
                Thread.currentThread().interrupt();
                subscription.close();
                publication.close();
                tailrace.close();
                return Thread.currentThread().isInterrupted();
            });
            closed.set(true);
            other.join();
            assertEquals(true, kept, "the interrupt is still there");
        }
        Path clients = driver.directory().resolve("clients");
        Await.until("no client is left", () -> List.of(clients.toFile().list()).isEmpty());
    }
}
