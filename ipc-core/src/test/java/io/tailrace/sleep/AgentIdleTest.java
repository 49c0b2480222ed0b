/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.log.Waker;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AgentIdleTest {
    private static final long SHORTEST_NS = 1_000_000;
    private static final int ROUNDS = 200 * Integer.getInteger("tailrace.test.rounds", 10);
    /** It sleeps in pauses longer than a nap, of 10 ms. */
    private static final long LONGEST_NS = 20_000_000;
    /** Longer than a busy machine keeps a thread from a processor. */
    private static final long ENDLESS_NS = 20_000_000_000L;

    private static final long MUCH_LESS_THAN_ENDLESS_NS = 10_000_000_000L;
    private static final long ALERT_NS = 200_000_000;

    @TempDir
    private Path directory;

    private final AtomicInteger places = new AtomicInteger();
    private ClientSleepers sleepers;
    private Runnable whenAskedForAPlace = () -> {};

    private AgentIdle rest(boolean withFutex) {
        return rest(withFutex, SHORTEST_NS, LONGEST_NS);
    }

    private AgentIdle rest(boolean withFutex, long shortestNs, long longestNs) {
        sleepers = new ClientSleepers(directory, () -> FileAccess.PRIVATE, 7, error -> {});
        sleepers.chooseBy(withFutex);
        return new AgentIdle(shortestNs, longestNs, ALERT_NS, () -> {
            places.incrementAndGet();
            whenAskedForAPlace.run();
            return sleepers.takeConductor();
        });
    }

    @AfterEach
    void close() {
        if (sleepers != null) {
            sleepers.close();
        }
    }

    /** Until it is in a long sleep in which others can wake it. */
    private static void restUntilCalm(AgentIdle rest) {
        for (int i = 0; i < 16; i++) {
            rest.after(0, () -> 0);
        }
    }

    @Test
    void aShortPauseNeedsNoPlaceAndLongOnesTakeOne() {
        AgentIdle rest = rest(true);
        rest.after(0, () -> 0);
        rest.after(0, () -> 0);
        assertEquals(0, places.get());

        restUntilCalm(rest);

        assertEquals(1, places.get());
        assertFalse(rest.isAlert());
    }

    @Test
    void itDoesNotSleepIfTheLookBehindItsAnnouncementFindsWork() {
        AgentIdle rest = rest(true, ENDLESS_NS, ENDLESS_NS);
        rest.after(0, () -> 0); // The first time it does not sleep.

        long startNs = System.nanoTime();
        rest.after(0, () -> 1);
        rest.after(1, () -> 1); // After work it announces itself again.

        assertTrue(System.nanoTime() - startNs < MUCH_LESS_THAN_ENDLESS_NS);
        assertEquals(1, places.get(), "it would have slept there");
    }

    /** A pause has no end but the wake-up, so that a lost one shows. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noWakeUpIsLost(boolean withFutex) throws InterruptedException {
        AgentIdle rest = rest(withFutex, ENDLESS_NS, ENDLESS_NS);
        AtomicInteger tasks = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Thread agent = new Thread(() -> {
            int found = tasks.getAndSet(0);
            while (done.addAndGet(found) < ROUNDS) {
                rest.after(found, () -> tasks.get() > 0 ? 1 : 0);
                found = tasks.getAndSet(0);
            }
            rest.close();
        });
        agent.start();
        for (int i = 0; i < ROUNDS; i++) {
            long startNs = System.nanoTime();
            tasks.incrementAndGet();
            rest.wake();
            while (done.get() <= i) {
                assertTrue(System.nanoTime() - startNs < MUCH_LESS_THAN_ENDLESS_NS, "a wake-up is lost");
                Thread.onSpinWait();
            }
        }
        agent.join();
        assertEquals(1, places.get(), "it slept there");
    }

    @Test
    void whoIsWokenInVainTakesNapsForASecond() throws InterruptedException {
        AgentIdle rest = rest(true);
        restUntilCalm(rest);

        restUntilWokenInVain(rest, rest::wake);

        for (int i = 0; i < 30; i++) {
            rest.after(0, () -> {
                assertFalse(rest.isAlert(), "that is no nap");
                return 0;
            });
        }
    }

    private void restUntilWokenInVain(AgentIdle rest, Runnable wake) throws InterruptedException {
        AtomicBoolean woken = new AtomicBoolean();
        Thread waker = new Thread(() -> {
            while (!woken.get()) {
                wake.run();
                Thread.onSpinWait();
            }
        });
        waker.start();
        while (!rest.isAlert()) {
            rest.after(0, () -> 0);
        }
        woken.set(true);
        waker.join();
    }

    private ClientWakers wakers() {
        return new ClientWakers(id -> directory, directory.resolve("wakes"), error -> {});
    }

    /** Its own process wakes it here, by the ring that others also use. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRingInVainAtTheEndOfAPauseIsSeen(boolean withFutex) throws InterruptedException {
        AgentIdle rest = rest(withFutex);
        restUntilCalm(rest);
        try (ClientWakers wakers = wakers()) {
            Waker waker = wakers.of(7, Waker.CONDUCTOR);
            waker.wakeBehindStore();
            for (int i = 0; i < 2; i++) { // The first ring wakes twice: it also connects.
                do {
                    rest.after(0, () -> 0);
                } while (rest.isAlert());
            }
            boolean seen = false;
            // A ring that is not seen silences all later ones. On a busy machine the alert may be over before it shows.
            for (int tries = 0; tries < 20 && !seen; tries++) {
                Thread ringer = new Thread(() -> {
                    LockSupport.parkNanos(LONGEST_NS - LONGEST_NS / 8); // If it is later, nothing shows.
                    waker.wakeBehindStore();
                });
                ringer.start();
                rest.after(0, () -> 0); // It has reached its longest pause.
                seen = rest.isAlert();
                ringer.join();
                for (int i = 0; i < 3 && !seen; i++) {
                    rest.after(0, () -> 0);
                    seen = rest.isAlert();
                }
            }
            assertTrue(seen);
        }
    }

    @Test
    void itMovesToAnotherPlaceAndIsWokenThere() throws InterruptedException {
        AgentIdle rest = rest(true);
        restUntilCalm(rest);
        sleepers.chooseBy(false);
        rest.move();
        rest.after(0, () -> 0);
        assertEquals(2, places.get());
        try (ClientWakers wakers = wakers()) {
            restUntilWokenInVain(rest, wakers.of(7, Waker.CONDUCTOR)::wakeBehindStore);
        }
    }

    /** For example because there were no descriptors. */
    @Test
    void whereItGotNoPlaceItTakesNapsAndAsksAgain() throws Exception {
        directory = directory.resolve("later");
        AgentIdle rest = rest(true);
        restUntilCalm(rest);
        rest.after(0, () -> {
            throw new AssertionError("it sleeps for a millisecond then, again and again");
        });
        assertEquals(1, places.get());
        Files.createDirectory(directory);

        while (places.get() == 1) {
            rest.after(0, () -> 0);
        }
        rest.after(0, () -> 0);

        assertEquals(2, places.get(), "it has a place then");
    }

    /** A JVM without a descriptor to load a library with fails in this way. */
    @Test
    void whatItsPlaceThrowsComesOutOnceAndItTakesNapsMeanwhile() {
        AgentIdle rest = rest(true);
        whenAskedForAPlace = () -> {
            throw new UnsatisfiedLinkError("no descriptor");
        };
        int thrown = 0;
        long firstNs = 0;
        while (places.get() < 2) {
            try {
                rest.after(0, () -> 0);
            } catch (UnsatisfiedLinkError e) {
                thrown++;
                firstNs = System.nanoTime();
            }
        }

        assertEquals(1, thrown);
        long againNs = System.nanoTime() - firstNs;
        assertTrue(againNs > 990_000_000, () -> "it asks again after a second: ns=" + againNs);
    }

    @Test
    void itTakesNapsWhereSomebodyHasTruncatedItsFile() throws Exception {
        AgentIdle rest = rest(true);
        restUntilCalm(rest);
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("sleepers-0").toFile(), "rw")) {
            file.setLength(0);
        }
        for (int i = 0; i < 3; i++) {
            rest.after(0, () -> 0);
        }

        rest.after(0, () -> {
            throw new AssertionError("it sleeps there");
        });
        rest.wake();
    }
}
