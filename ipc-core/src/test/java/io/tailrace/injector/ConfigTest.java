/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A missing component of a configuration is refused by its name. */
final class ConfigTest {
    private static Arguments missing(String name, Executable use) {
        return Arguments.of(name, use);
    }

    static Stream<Arguments> missing() {
        InjectorConfig injector = InjectorConfig.DEFAULT;
        ExecutorConfig executor = ExecutorConfig.of("test", 1);
        CooperativeConfig cooperative = CooperativeConfig.DEFAULT;
        return Stream.of(
                missing("threadFactory", () -> injector.withThreadFactory(null)),
                missing("keepAlive", () -> injector.withKeepAlive(null)),
                missing("uncaughtHandler", () -> injector.withUncaughtHandler(null)),
                missing("name", () -> ExecutorConfig.of(null, 1)),
                missing("whenFull", () -> executor.withWhenFull(null)),
                missing("minIdle", () -> cooperative.withIdle(null, Duration.ZERO)),
                missing("maxIdle", () -> cooperative.withIdle(Duration.ZERO, null)),
                missing("threadFactory", () -> cooperative.withThreadFactory(null)),
                missing("failureHandler", () -> cooperative.withFailureHandler(null)),
                missing("config", () -> new Injector(null)),
                missing("config", () -> new Injector().newExecutor(null)),
                missing("config", () -> new CooperativeWorkers(null)));
    }

    @ParameterizedTest
    @MethodSource("missing")
    void aMissingComponentIsRefusedByItsName(String name, Executable use) {
        assertEquals(name, assertThrows(NullPointerException.class, use).getMessage());
    }

    @Test
    void aMissingTaskletIsRefusedWhenItIsAdded() {
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            assertEquals(
                    "tasklet",
                    assertThrows(NullPointerException.class, () -> workers.add(null))
                            .getMessage());
            assertEquals(
                    "tasklet",
                    assertThrows(NullPointerException.class, () -> workers.addBlocking(null))
                            .getMessage());
            assertEquals(0, workers.counters().tasklets());
        }
    }
}
