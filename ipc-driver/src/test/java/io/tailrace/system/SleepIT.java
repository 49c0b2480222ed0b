/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two processes that wake one another very often: no wake-up is missed, with any mechanism, on any two JDKs, whichever
 * process dies. The system properties {@code tailrace.test.throws} and {@code tailrace.test.deaths} set how often.
 */
final class SleepIT {
    private static final int THROWS = Integer.getInteger("tailrace.test.throws", 3_000);
    private static final int DEATHS = Integer.getInteger("tailrace.test.deaths", 3);
    private static final long SEED = Seeds.of(SleepIT.class);
    private static final int FIRST_WITH_FUTEXES = 22;
    private static final String THIS = "this";
    private static final String FUTEX = "futex";
    /** Its relay begins when its JVM has linked the system call. */
    private static final long RELAY_START_MS = 500;

    private static final int LONGEST_LIFE_MS = 400;
    /** How long after a death, and after the next start, a wake-up may be missed: a proof of death and a sleep. */
    private static final long AFTERMATH_NS = 2_000_000_000L;

    /** The time from the death of a process until another process has taken its place. */
    private record Gap(long fromNs, long toNs) {
        boolean explains(String line) {
            String[] times = line.split(" ", -1);
            return Long.parseLong(times[1]) >= fromNs && Long.parseLong(times[0]) <= toNs + AFTERMATH_NS;
        }
    }

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(SEED);
    private final List<JavaProcess> throwers = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private JavaProcess driver;
    private JavaProcess left;
    private JavaProcess right;

    @ParameterizedTest(name = "{0} and {1}, {2}")
    @CsvSource({
        "this, this, ECONOMY",
        "this, this, BALANCED",
        "this, other, ECONOMY",
        "this, futex, ECONOMY",
        "futex, this, ECONOMY",
        "futex, futex, ECONOMY",
        "futex, futex, BALANCED"
    })
    void noWakeUpIsMissed(String first, String second, String policy) throws Exception {
        startDriver(first, second);
        right = startThrower(second, 0, policy);
        left = startThrower(first, THROWS, policy);
        for (int caught = SleepMain.REPORTED; caught <= THROWS; caught += SleepMain.REPORTED) {
            left.awaitLine(SleepMain.CAUGHT + caught + ".");
        }
        assertEquals(first.equals(FUTEX) ? "futex" : "socket", left.awaitLine("MECHANISM"));
        right.tell("end");
        assertEquals(second.equals(FUTEX) ? "futex" : "socket", right.awaitLine("MECHANISM"));
        // A thread that checks first yields to the other, and then mostly finds its message.
        int leastSleeps = policy.equals("BALANCED") ? 1 : THROWS / 4;
        for (JavaProcess process : List.of(left, right)) {
            process.awaitQuietEnd();
            assertTrue(Long.parseLong(process.awaitLine("SLEPT")) >= leastSleeps, process::toString);
            assertEquals("0", process.awaitLine("MISSED"), process::toString);
            assertFalse(process.hasLine(SleepMain.GONE), process::toString);
        }
        driver.end();
    }

    /** Sleepers, publishers and drivers, each of which is the waker, the sleeper or the relay of another. */
    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource({"this, this", "this, futex", "futex, futex"})
    void onlyADeathDelaysAWakeUp(String first, String second) throws Exception {
        startDriver(first, second);
        right = startThrower(second, 0, "ECONOMY");
        left = startThrower(first, Integer.MAX_VALUE, "ECONOMY");
        for (int i = 0; i < DEATHS; i++) {
            Thread.sleep(random.nextInt(LONGEST_LIFE_MS), random.nextInt(1_000_000));
            long fromNs = System.nanoTime();
            switch (i % 3) {
                case 0 -> {
                    driver.kill();
                    startDriver(first, second);
                }
                case 1 -> {
                    left.kill();
                    left = startThrower(first, Integer.MAX_VALUE, "ECONOMY");
                }
                default -> {
                    right.kill();
                    right = startThrower(second, 0, "ECONOMY");
                }
            }
            gaps.add(new Gap(fromNs, System.nanoTime()));
            awaitThrows();
        }
        end();
    }

    /** With the first driver, threads sleep in futexes, and a process without futexes asks the driver to wake them. */
    @Test
    void aNextDriverWithoutFutexesHasAllOthersChooseAnew() throws Exception {
        startDriver(THIS, FUTEX);
        right = startThrower(FUTEX, 0, "ECONOMY");
        left = startThrower(THIS, Integer.MAX_VALUE, "ECONOMY");
        awaitThrows();
        long fromNs = System.nanoTime();
        driver.kill();
        startDriver(THIS, THIS);
        gaps.add(new Gap(fromNs, System.nanoTime()));
        for (int i = 0; i < 3; i++) {
            awaitThrows();
        }
        end();
        for (JavaProcess process : throwers) {
            assertEquals("socket", process.awaitLine("MECHANISM"));
        }
    }

    /** The processes that live end, and only deaths have delayed a wake-up. */
    private void end() {
        right.tell("end");
        left.tell("end");
        left.awaitQuietEnd();
        right.awaitQuietEnd();
        for (JavaProcess process : throwers) {
            for (String line : process.lines(SleepMain.LATE)) {
                assertTrue(gaps.stream().anyMatch(gap -> gap.explains(line)), () -> line + " of " + gaps + process);
            }
        }
        driver.end();
    }

    private void awaitThrows() {
        for (JavaProcess process : List.of(left, right)) {
            int before = process.lines(SleepMain.CAUGHT).size();
            Await.until("it continues", () -> process.lines(SleepMain.CAUGHT).size() > before);
        }
    }

    private JavaProcess startThrower(String jvm, int serves, String policy) throws Exception {
        String in = serves > 0 ? "in" : "out";
        String out = serves > 0 ? "out" : "in";
        JavaProcess process = scene.start(jvm(jvm), SleepMain.class, in, out, random.nextLong(), policy, serves);
        throwers.add(process);
        process.awaitLine("READY");
        return process;
    }

    private void startDriver(String first, String second) throws Exception {
        boolean futexes = first.equals(FUTEX) || second.equals(FUTEX);
        driver = scene.startDriver(jvm(futexes ? FUTEX : THIS));
        Thread.sleep(futexes ? RELAY_START_MS : 0);
    }

    /** {@return the running JDK without a flag, another JDK, or a JDK with futexes and permission to use them} */
    private static Jvm jvm(String jvm) {
        return switch (jvm) {
            case THIS -> Jvm.PLAIN;
            case FUTEX -> Jvm.atLeast(FIRST_WITH_FUTEXES).with(Jvm.MAY_USE_FUTEXES);
            default -> Jvm.other().orElse(Jvm.PLAIN);
        };
    }
}
