/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The processes of this section start, measure for a moment, and end. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForksTest {
    @TempDir
    Path directory;

    @Test
    void aPairSendsThereAndBackWithADriverAndWithout() {
        try (Lab lab = TestLab.in(directory, ProcessSection.NAME)) {
            for (String name : List.of("tailrace/exclusive/default", "aeron/concurrent/1m-subscriber", "raw-lines")) {
                try (Pair pair = new Pair(lab, new Candidate(name), true)) {
                    Measurement trips = pair.measure(1, 1, Cell.roundTrip(32), Schedule.ofMs(10, 30));
                    assertTrue(trips.number("count") > 0, trips::toString);
                }
            }
        }
    }
}
