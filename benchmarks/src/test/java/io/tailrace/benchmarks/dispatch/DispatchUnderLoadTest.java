/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.dispatch.DispatchUnderLoad.Handler.Load;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DispatchUnderLoadTest {
    @TempDir
    Path directory;

    static Stream<Candidate> candidates() {
        return Candidate.on(Runtime.version().feature()).stream();
    }

    @ParameterizedTest
    @MethodSource("candidates")
    void handlesEveryMessageOnce(Candidate candidate) {
        try (DispatchUnderLoad dispatch = new DispatchUnderLoad(candidate, directory.resolve("driver"))) {
            for (Load handlers : Load.ALL) {
                Map<String, ?> figures = dispatch.run(handlers.sleepEvery(), 100, 50, 100);
                assertTrue((double) figures.get("messagesPerSecond") > 0, figures.toString());
            }
        }
    }
}
