/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two processes that wake one another very often: no wake-up is lost, with any mechanism, on any two JDKs. */
@Timeout(900)
final class SleepIT {
    private static final int THROWS = Integer.getInteger("tailrace.test.throws", 20_000);
    private static final int FIRST_WITH_FUTEXES = 22;
    private static final String THIS = "this";
    private static final String FUTEX = "futex";
    /** Its relay begins when its JVM has linked the system call. */
    private static final long RELAY_START_MS = 500;

    @RegisterExtension
    final Scene scene = new Scene();

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
    void noWakeUpIsLost(String first, String second, String policy) throws Exception {
        boolean futexes = first.equals(FUTEX) || second.equals(FUTEX);
        JavaProcess driver =
                start(futexes ? FUTEX : THIS, DriverProcessMain.class, scene.directory(), Scene.TERM_LENGTH);
        driver.awaitLine("READY");
        Thread.sleep(futexes ? RELAY_START_MS : 0);
        long seed = ThreadLocalRandom.current().nextLong();
        System.out.println("SleepIT: " + first + ", " + second + ", " + policy + ", seed=" + seed);

        JavaProcess left = start(first, SleepMain.class, scene.directory(), "in", "out", THROWS, seed, policy, "first");
        JavaProcess right =
                start(second, SleepMain.class, scene.directory(), "out", "in", THROWS, seed + 1, policy, "second");

        assertEquals(first.equals(FUTEX) ? "futex" : "socket", left.awaitLine("MECHANISM"));
        assertEquals(second.equals(FUTEX) ? "futex" : "socket", right.awaitLine("MECHANISM"));
        System.out.println("  " + left.awaitLine("TOOK") + "; " + right.awaitLine("TOOK"));
        left.awaitQuietEnd();
        right.awaitQuietEnd();
        driver.tell("end");
        driver.awaitQuietEnd();
    }

    /** On the running JDK without a flag, on another one, or on one that has futexes, with leave to use them. */
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
