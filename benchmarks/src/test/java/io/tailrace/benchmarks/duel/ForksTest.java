/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The processes of this section start, measure for a moment, and end. */
@Tag("bench")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForksTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tailrace/exclusive/default/batch",
                "aeron/concurrent/64k-subscriber/claim",
                "raw/exclusive/256k/claim",
                "memcpy/exclusive/12m/offer"
            })
    void eachMeasuresThroughputAndThoseWithAReceiverRoundTrips(String name) {
        try (Lab lab = TestLab.in(directory, DuelSection.NAME);
                Fork fork = lab.fork(
                        name,
                        new Candidate(name).jvmFlags(),
                        DuelFork.class,
                        name,
                        lab.newDirectory().toString())) {
            List<String> workloads =
                    name.startsWith("memcpy") ? List.of("throughput-56") : List.of("throughput-56", "roundtrip-20");
            for (String workload : workloads) {
                assertTrue(Lab.number(Json.parse(fork.ask("run 30 " + workload)), "value") > 0, workload);
            }
        }
    }
}
