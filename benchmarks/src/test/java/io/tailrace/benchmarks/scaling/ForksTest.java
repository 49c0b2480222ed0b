/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.peer.Candidate;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The processes of this section start, measure for a moment, and end. */
@Tag("bench")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForksTest {
    @TempDir
    Path directory;

    @Test
    void eachLibraryCarriesMessagesOfSeveralStreams() {
        List<Candidate> contestants =
                List.of(new Candidate("tailrace/exclusive/64k"), new Candidate("aeron/concurrent/64k-subscriber"));
        Plan.Effort effort = new Plan.Effort(1, 1, 1, 50, 0, 0);
        Plan plan = new Plan(List.of(), List.of(), List.of(), List.of(), List.of(), effort);
        try (Lab lab = TestLab.in(directory, ScalingSection.NAME)) {
            ScalingSection section = new ScalingSection(lab, plan);
            try (Block<Candidate, Fork> block = new Block<>(lab, section::fork)) {
                section.measure(block, 1, Cell.streams(2), contestants, 1);
            }
            assertTrue(lab.measurements().size() == 2
                    && lab.measurements().stream().allMatch(m -> m.value() > 0));
        }
    }
}
