/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.CounterSource;
import io.tailrace.WaitPolicy;
import io.tailrace.file.FileAccess;
import io.tailrace.log.Waker;
import io.tailrace.sleep.AgentIdle;
import io.tailrace.sleep.ClientSleepers;
import io.tailrace.sleep.ClientWakers;
import io.tailrace.wait.Waits.SleepCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which sleeps count as having missed their wake-up. */
final class ThreadWaitTest {
    private static final long CLIENT_ID = 7;
    private static final long LONG_NS = 30_000_000_000L;
    private static final long LONGEST_SLEEP_NS = 50_000_000;
    private static final int TRIES = 100;

    @TempDir
    private Path directory;

    private final AtomicInteger shown = new AtomicInteger();
    private final SleepCounts counts = new SleepCounts(source -> shown.incrementAndGet());
    private ClientSleepers sleepers;
    private ClientWakers wakers;
    private ThreadWait wait;

    /** Appears during a sleep, and wakes no thread: the checks before that sleep do not find it. */
    private static class Silent implements ThreadWait.Source {
        /** One before the thread is announced, and one after it. */
        static final int BEFORE_A_SLEEP = 2;
        /** The first sleep is short; one check more precedes the next one. */
        static final int BEFORE_THE_SECOND_SLEEP = 3;

        private final int checks;
        private int looks;
        private int number;

        Silent(int checks) {
            this.checks = checks;
        }

        @Override
        public boolean isThere() {
            return ++looks > checks;
        }

        @Override
        public boolean nameSleeper(int newNumber) {
            boolean isNew = newNumber != number;
            number = newNumber;
            return isNew;
        }

        @Override
        public String toString() {
            return "a message that arrives without a wake-up";
        }
    }

    private void open(boolean withFutex) {
        Path clients = directory.resolve("clients");
        Path own = clients.resolve(Long.toString(CLIENT_ID));
        assertTrue(own.toFile().mkdirs());
        sleepers = new ClientSleepers(own, () -> FileAccess.PRIVATE, CLIENT_ID, error -> {});
        sleepers.chooseBy(withFutex);
        wakers = new ClientWakers(id -> clients.resolve(Long.toString(id)), directory.resolve("wakes"), error -> {});
        AgentIdle rest = new AgentIdle(1_000_000, sleepers::takeConductor);
        wait = new ThreadWait(
                WaitPolicy.ECONOMY,
                new Waits(sleepers, wakers, rest, counts, true, () -> false, () -> {}),
                LONGEST_SLEEP_NS);
    }

    @AfterEach
    void close() {
        wait.close();
        sleepers.close();
        wakers.close();
    }

    private long missed() {
        Map<String, Long> figures = new TreeMap<>();
        counts.read(new CounterSource.Sink() {
            @Override
            public void total(String name, long value) {
                figures.put(name, value);
            }

            @Override
            public void level(String name, long value) {
                figures.put(name, value);
            }
        });
        assertTrue(figures.get("sleeps") > 0);
        return figures.get("missedWakeUps");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoeverSleepsForLongBesideItsMessageHasMissedItsWakeUp(boolean withFutex) throws IOException {
        open(withFutex);
        Path file = directory.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            assertTrue(wait.await(new Silent(Silent.BEFORE_THE_SECOND_SLEEP), LONG_NS));
            assertTrue(wait.await(new Silent(Silent.BEFORE_THE_SECOND_SLEEP), LONG_NS));
            recording.dump(file);
        }

        assertEquals(2, missed());
        assertEquals(1, shown.get());
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("io.tailrace.WakeUpMissed"))
                .toList();
        assertEquals(2, events.size(), () -> "events=" + events);
        assertEquals("a message that arrives without a wake-up", events.get(0).getString("awaited"));
        long sleptNs = events.get(0).getDuration("slept").toNanos();
        assertTrue(sleptNs >= LONGEST_SLEEP_NS && sleptNs < LONG_NS, () -> "sleptNs=" + sleptNs);
    }

    @Test
    void theFirstSleepUnderANameAndALimitedOneAndOneThatNobodyEndsDoNotCount() {
        open(false);
        assertTrue(wait.await(new Silent(Silent.BEFORE_A_SLEEP), LONG_NS));
        assertTrue(wait.await(new Silent(Silent.BEFORE_THE_SECOND_SLEEP), LONGEST_SLEEP_NS));
        assertFalse(wait.await(new Silent(Integer.MAX_VALUE), LONGEST_SLEEP_NS));
        Silent space = new Silent(Silent.BEFORE_THE_SECOND_SLEEP) {
            @Override
            public boolean isTold() {
                return false;
            }
        };
        assertTrue(wait.await(space, LONG_NS));

        assertEquals(0, missed());
        assertEquals(0, shown.get());
    }

    /** The ring arrives when the sleep is already over: from this process, and as from another process. */
    @ParameterizedTest
    @ValueSource(strings = {"futex here", "futex there", "socket here", "socket there"})
    void aRingThatIsLateDoesNotCount(String how) throws InterruptedException {
        open(how.startsWith("futex"));
        int tries = 0;
        do { // The host may keep the waker from its core for longer than a ring may be late.
            sleepAndBeWokenLate(how.endsWith("here"));
            tries++;
        } while (missed() == tries && tries < TRIES);

        assertTrue(missed() < tries, "each one counts");
    }

    private void sleepAndBeWokenLate(boolean here) throws InterruptedException {
        Thread waker = new Thread(() -> {
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (here) {
                wait.wake();
            } else {
                Waker remote = wakers.of(CLIENT_ID, 2);
                remote.wakeBehindStore();
            }
        });
        Silent message = new Silent(Silent.BEFORE_THE_SECOND_SLEEP) {
            @Override
            public boolean isTold() {
                waker.start();
                return true;
            }
        };
        assertTrue(wait.await(message, LONG_NS));
        waker.join();
    }
}
