/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The processes of this section start, measure for a moment, and end. */
@Tag("bench")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForksTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "tailrace/exclusive/default, 'roundtrip-32,burst-32,throughput-4096,poll-8,oneway-32-at-10000'",
        "tailrace/concurrent/64k-subscriber, 'burst-32,throughput-32'",
        "aeron/concurrent/1m-subscriber, 'roundtrip-32,burst-32'",
        "aeron/exclusive/1m-subscriber/fragments, 'throughput-65536'",
        "raw-lines, 'clock-8,roundtrip-32'",
        "raw-ring, 'burst-32,throughput-32'"
    })
    void aPairMeasuresWithADriverAndWithout(String name, String cells) {
        try (Lab lab = TestLab.in(directory, ProcessSection.NAME);
                Pair pair = new Pair(lab, new Candidate(name), true)) {
            for (String cell : cells.split(",", -1)) {
                Measurement measured = pair.measure(1, 1, Cell.parse(cell), Schedule.ofMs(10, 30));
                assertTrue(measured.value() > 0 || cell.startsWith("clock"), measured::toString);
            }
        }
    }
}
