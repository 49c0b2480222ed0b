/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two processes that wake one another very often: no wake-up is missed, with any mechanism, on any two JDKs, whichever
 * process dies. The system properties {@code tailrace.test.throws} and {@code tailrace.test.deaths} set how often.
 */
@Timeout(1_800)
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
    private static final int LONGEST_PAUSE_MS = 30_000;
    private static final int LOOK_MS = 5;
    /** How long after a death, and after the next start, a wake-up may be missed: a proof of death and a sleep. */
    private static final long AFTERMATH_NS = 2_000_000_000L;

    /** The time from the death of a process until another process has taken its place. */
    private record Gap(long fromNs, long toNs) {
        boolean explains(long sentNs, long caughtNs) {
            return caughtNs >= fromNs && sentNs <= toNs + AFTERMATH_NS;
        }
    }

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(SEED);

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
        JavaProcess driver = startDriver(first, second);
        JavaProcess right = start(second, SleepMain.class, scene.directory(), "out", "in", SEED + 1, policy, 0);
        JavaProcess left = start(first, SleepMain.class, scene.directory(), "in", "out", SEED, policy, THROWS);
        for (int caught = SleepMain.REPORTED; caught <= THROWS; caught += SleepMain.REPORTED) {
            left.awaitLine(SleepMain.CAUGHT + caught + ".");
        }
        assertEquals(first.equals(FUTEX) ? "futex" : "socket", left.awaitLine("MECHANISM"));
        right.tell("end");
        assertEquals(second.equals(FUTEX) ? "futex" : "socket", right.awaitLine("MECHANISM"));
        System.out.println("SleepIT: " + first + ", " + second + ", " + policy + ", seed=" + SEED);
        for (JavaProcess process : List.of(left, right)) {
            String took = process.awaitLine("TOOK");
            System.out.println("  " + took);
            process.awaitQuietEnd();
            assertTrue(took.contains(" missed=0;"), process::toString);
            // A thread that checks first yields to the other, and then mostly finds its message.
            int leastSleeps = policy.equals("BALANCED") ? 1 : THROWS / 4;
            assertTrue(number(took, "sleeps=") >= leastSleeps, process::toString);
            assertFalse(process.hasLine(SleepMain.LATE), process::toString);
            assertFalse(process.hasLine(SleepMain.GONE), process::toString);
        }
        driver.tell("end");
        driver.awaitQuietEnd();
    }

    private static long number(String line, String name) {
        Matcher matcher = Pattern.compile(name + "(\\d+)").matcher(line);
        assertTrue(matcher.find(), line);
        return Long.parseLong(matcher.group(1));
    }

    /** Sleepers, publishers and drivers, each of which is the waker, the sleeper or the relay of another. */
    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource({"this, this", "this, futex", "futex, futex"})
    void onlyADeathDelaysAWakeUp(String first, String second) throws Exception {
        System.out.println("SleepIT: " + first + ", " + second + ", deaths=" + DEATHS + ", seed=" + SEED);
        JavaProcess driver = startDriver(first, second);
        List<JavaProcess> all = new ArrayList<>();
        JavaProcess right = endless(second, 0, all);
        JavaProcess left = endless(first, Integer.MAX_VALUE, all);
        List<Gap> gaps = new ArrayList<>();
        for (int i = 0; i < DEATHS; i++) {
            Thread.sleep(random.nextInt(LONGEST_LIFE_MS), random.nextInt(1_000_000));
            long fromNs = System.nanoTime();
            switch (i % 3) {
                case 0 -> {
                    driver.kill();
                    driver = startDriver(first, second);
                }
                case 1 -> {
                    left.kill();
                    left = endless(first, Integer.MAX_VALUE, all);
                }
                default -> {
                    right.kill();
                    right = endless(second, 0, all);
                }
            }
            gaps.add(new Gap(fromNs, System.nanoTime()));
            awaitThrows(left);
            awaitThrows(right);
        }
        right.tell("end");
        left.tell("end");
        System.out.println("  " + left.awaitLine("TOOK"));
        System.out.println("  " + right.awaitLine("TOOK"));
        left.awaitQuietEnd();
        right.awaitQuietEnd();
        int late = 0;
        for (JavaProcess process : all) {
            for (String line : process.lines(SleepMain.LATE)) {
                String[] times = line.split(" ", -1);
                late++;
                assertTrue(
                        gaps.stream().anyMatch(gap -> gap.explains(Long.parseLong(times[0]), Long.parseLong(times[1]))),
                        () -> line + " of " + gaps + ", " + process);
            }
        }
        System.out.println("  late after a death: " + late);
        driver.tell("end");
        driver.awaitQuietEnd();
    }

    /** With the first driver, threads sleep in futexes, and a process without futexes asks the driver to wake them. */
    @Test
    void aNextDriverWithoutFutexesHasAllOthersChooseAnew() throws Exception {
        JavaProcess driver = startDriver(THIS, FUTEX);
        List<JavaProcess> all = new ArrayList<>();
        JavaProcess right = endless(FUTEX, 0, all);
        JavaProcess left = endless(THIS, Integer.MAX_VALUE, all);
        awaitThrows(left);
        awaitThrows(right);

        long fromNs = System.nanoTime();
        driver.kill();
        driver = startDriver(THIS, THIS);
        Gap gap = new Gap(fromNs, System.nanoTime());
        for (int i = 0; i < 3; i++) {
            awaitThrows(left);
            awaitThrows(right);
        }

        right.tell("end");
        left.tell("end");
        for (JavaProcess process : all) {
            System.out.println("SleepIT, the next driver without futexes: " + process.awaitLine("TOOK"));
            process.awaitQuietEnd();
            assertEquals("socket", process.awaitLine("MECHANISM"));
            for (String line : process.lines(SleepMain.LATE)) {
                String[] times = line.split(" ", -1);
                assertTrue(gap.explains(Long.parseLong(times[0]), Long.parseLong(times[1])), process::toString);
            }
        }
        driver.tell("end");
        driver.awaitQuietEnd();
    }

    private static void awaitThrows(JavaProcess process) throws InterruptedException {
        int before = process.lines(SleepMain.CAUGHT).size();
        for (int i = 0; process.lines(SleepMain.CAUGHT).size() <= before; i++) {
            assertTrue(process.isAlive() && i < LONGEST_PAUSE_MS / LOOK_MS, () -> "does not continue: " + process);
            Thread.sleep(LOOK_MS);
        }
    }

    private JavaProcess endless(String jvm, int serves, List<JavaProcess> all) throws Exception {
        String in = serves > 0 ? "in" : "out";
        String out = serves > 0 ? "out" : "in";
        JavaProcess process =
                start(jvm, SleepMain.class, scene.directory(), in, out, random.nextLong(), "ECONOMY", serves);
        all.add(process);
        process.awaitLine("READY");
        return process;
    }

    private JavaProcess startDriver(String first, String second) throws Exception {
        boolean futexes = first.equals(FUTEX) || second.equals(FUTEX);
        JavaProcess driver =
                start(futexes ? FUTEX : THIS, DriverProcessMain.class, scene.directory(), Scene.TERM_LENGTH);
        driver.awaitLine("READY");
        Thread.sleep(futexes ? RELAY_START_MS : 0);
        return driver;
    }

    /**
     * Starts a process on the running JDK without a flag, on another JDK, or on a JDK with futexes and permission to
     * use them.
     */
    private JavaProcess start(String jvm, Class<?> main, Object... arguments) throws Exception {
        boolean futex = jvm.equals(FUTEX);
        Jdk jdk = Jdk.running();
        if (jvm.equals("other") || (futex && jdk.major() < FIRST_WITH_FUTEXES)) {
            jdk = Jdk.other().orElse(jdk);
        }
        assumeTrue(!futex || jdk.major() >= FIRST_WITH_FUTEXES, "no JDK with futexes");
        List<String> flags = futex ? List.of("--enable-native-access=ALL-UNNAMED") : List.of();
        return scene.start(jdk, flags, main, arguments);
    }
}
